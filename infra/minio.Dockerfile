# MinIO no longer publishes images, so it is built from source, once. Both versions are commits, which go verifies
# against its public checksum database. mc creates each service's key.
ARG GO_IMAGE=golang:1.26.8-bookworm
ARG DEBIAN_IMAGE=debian:12.15-slim
FROM ${GO_IMAGE} AS build
ARG MINIO_VERSION=v0.0.0-20260212201848-7aac2a2c5b7c
RUN CGO_ENABLED=0 GOBIN=/out go install -trimpath -ldflags='-s -w' "github.com/minio/minio@${MINIO_VERSION}"
ARG MC_VERSION=v0.0.0-20250313080218-cf909e1063a9
RUN CGO_ENABLED=0 GOBIN=/out go install -trimpath -ldflags='-s -w' "github.com/minio/mc@${MC_VERSION}"

FROM ${DEBIAN_IMAGE}
RUN apt-get update \
 && apt-get install --yes --no-install-recommends ca-certificates curl \
 && rm -rf /var/lib/apt/lists/* \
 && useradd --system --create-home --home-dir /data minio
COPY --from=build /out/minio /out/mc /usr/local/bin/
USER minio
VOLUME /data
EXPOSE 9000
ENTRYPOINT ["minio"]
CMD ["server", "/data"]
