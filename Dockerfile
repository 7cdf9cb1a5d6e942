# Two stages: the first installs packages, the second holds only what runs. docs/operating/install.md says how it is run.
# Not the slim one, which can't leave out what only debuggers read.
FROM python:3.11 AS packages

WORKDIR /app
RUN python -m venv --without-pip venv
COPY requirements.txt deploy/trim-packages.sh ./
# What is installed is compiled here: nothing can be written where it runs.
RUN pip --python venv/bin/python install --no-cache-dir --no-compile --disable-pip-version-check --require-hashes --only-binary :all: \
        -r requirements.txt \
    && sh trim-packages.sh venv/lib/python3.11/site-packages

FROM python:3.11-slim

ENV PATH=/app/venv/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 CANASTA_DATABASE=/data/canasta.sqlite3
# Threads that take turns need no memory of their own each, and large pieces that pictures are drawn on go back to the system (the
# thresholds, in bytes): each saves a tenth or more of all that the bot takes.
ENV MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=1048576 MALLOC_TRIM_THRESHOLD_=4194304
RUN useradd --system --uid 10001 --no-create-home canasta && install -d -o canasta -g canasta -m 0700 /data

WORKDIR /app
COPY --from=packages /app/venv ./venv
COPY bot ./bot
COPY cogs ./cogs
COPY renderer ./renderer
RUN PYTHONDONTWRITEBYTECODE= python -m compileall -q bot cogs renderer

USER 10001
# Besides /data, only /tmp is ever written to: `--read-only --tmpfs /tmp` is enough.
VOLUME /data

HEALTHCHECK --interval=60s --timeout=10s --start-period=60s --retries=3 CMD ["python", "-m", "bot", "health"]
ENTRYPOINT ["python", "-m", "bot"]
