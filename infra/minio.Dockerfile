# MinIO publishes no images any more, so it is built from its source, once.
FROM golang:1.26-bookworm AS build
ARG MINIO_VERSION=latest
RUN CGO_ENABLED=0 GOBIN=/out go install -trimpath -ldflags='-s -w' "github.com/minio/minio@${MINIO_VERSION}"

FROM debian:bookworm-slim
RUN apt-get update \
 && apt-get install --yes --no-install-recommends ca-certificates curl \
 && rm -rf /var/lib/apt/lists/* \
 && useradd --system --create-home --home-dir /data minio
COPY --from=build /out/minio /usr/local/bin/minio
USER minio
VOLUME /data
EXPOSE 9000
ENTRYPOINT ["minio"]
CMD ["server", "/data"]
