#!/bin/sh
# Health check of MinIO: it answers, and each service has a key with the rights that it needs. Safe to repeat.
set -eu
curl -fsS -o /dev/null http://127.0.0.1:9000/minio/health/ready
[ ! -e /tmp/has-keys ] || exit 0
export MC_CONFIG_DIR=/tmp/mc MC_HOST_site="http://$MINIO_ROOT_USER:$MINIO_ROOT_PASSWORD@127.0.0.1:9000"
mc --quiet mb --ignore-existing site/larksong
give() {
  mc --quiet admin policy create site "$1" "/larksong/$1.json"
  printf '%s\n%s\n' "$1" "$2" | mc --quiet admin user add site
  mc --quiet --json admin user info site "$1" | grep -q "\"policyName\": *\"$1\"" ||
    mc --quiet admin policy attach site "$1" --user "$1"
}
give catalog "$CATALOG_SERVICE_PASSWORD"
give game "$GAME_SERVICE_PASSWORD"
give transcoder "$TRANSCODER_SERVICE_PASSWORD"
give gateway "$GATEWAY_SERVICE_PASSWORD"
touch /tmp/has-keys
