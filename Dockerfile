# Two stages: the first installs packages, the second holds only what runs. docs/operating/install.md says how it is run.
FROM python:3.11-slim AS packages

WORKDIR /app
RUN python -m venv --without-pip venv
COPY requirements.txt .
# What is installed is compiled here: nothing can be written where it runs.
RUN pip --python venv/bin/python install --no-cache-dir --disable-pip-version-check --require-hashes --only-binary :all: -r requirements.txt
# Of what Babel knows of all languages, those are left in which Discord can be used, and no package keeps its tests.
RUN find venv/lib/*/site-packages/babel/locale-data -name '*.dat' -regextype egrep \
        ! -regex '.*/(root|bg|cs|da|de|el|en|es|fi|fr|hi|hr|hu|id|it|ja|ko|lt|nl|no|pl|pt|ro|ru|sv|th|tr|uk|vi|zh)(_.*)?\.dat' -delete \
    && find venv/lib -type d -name tests -prune -exec rm -r {} +

FROM python:3.11-slim

ENV PATH=/app/venv/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 CANASTA_DATABASE=/data/canasta.sqlite3
# Threads that take turns need no memory of their own each: it saves a tenth of all that the bot takes.
ENV MALLOC_ARENA_MAX=2
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
