# paragen serve in a container:
#
#     docker build -t paragen .
#     docker run --rm -p 127.0.0.1:8765:8765 -e PARAGEN_TOKEN=… paragen
#
# The wheel is compiled in one stage and installed in another, without compilers.

FROM python:3.12-slim-bookworm AS build
RUN apt-get update \
    && apt-get install -y --no-install-recommends g++=4:12.2.* \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY . .
RUN pip wheel --no-cache-dir --no-deps --wheel-dir /wheels .

FROM python:3.12-slim-bookworm
RUN --mount=type=bind,from=build,source=/wheels,target=/wheels \
    pip install --no-cache-dir "$(ls /wheels/*.whl)[serve]" \
    && useradd --create-home --uid 10001 paragen
USER 10001
WORKDIR /home/paragen
EXPOSE 8765
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s \
    CMD ["python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:8765/healthz', timeout=4).close()"]
# A container listens for the outside; the command above publishes it on this machine only. Models of your own: -v ./model:/model:ro … -m /model
ENTRYPOINT ["paragen", "serve", "--host", "0.0.0.0", "--port", "8765"]
