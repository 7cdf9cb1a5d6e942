FROM python:3.11-slim

ENV PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1

WORKDIR /app
COPY requirements.txt .
RUN pip install --require-hashes --only-binary :all: -r requirements.txt

RUN useradd --system --uid 10001 --no-create-home canasta && install -d -o canasta -g canasta /data
COPY bot ./bot
COPY cogs ./cogs
COPY renderer ./renderer
RUN python -m compileall -q bot cogs renderer

USER canasta
ENV CANASTA_DATABASE=/data/canasta.sqlite3
VOLUME /data

HEALTHCHECK --interval=60s --timeout=10s --start-period=60s --retries=3 CMD ["python", "-m", "bot", "health"]
ENTRYPOINT ["python", "-m", "bot"]
