#!/bin/sh
# Writes .env next to docker-compose.yml with fresh secrets. Changes nothing in an existing .env, but adds the
# settings that a later version needs.
set -eu
scripts=$(cd "$(dirname "$0")" && pwd)
cd "${LARKSONG_ROOT:-$(dirname "$0")/../..}"
random() { od -An -N"$1" -tx1 /dev/urandom | tr -d ' \n'; }
umask 077
added=
# add NAME VALUE: adds a setting unless it exists.
add() {
  grep -q "^$1=" .env || { printf '%s=%s\n' "$1" "$2" >> .env && added="$added $1"; }
}

if [ ! -e .env ]; then
  is_new=yes
  cat > .env <<END
# https: the name of the site in browsers, such as songs.school.example. A public name gets its certificate
# automatically; with TLS=internal the site is its own authority, for a school's network (docs/operations/https.md).
SITE=
TLS=

# Without a SITE: plain http on this port, and the address as browsers see it. Behind a proxy of your own, also
# BIND_ADDRESS=127.0.0.1, and in TRUSTED_PROXIES the addresses from which it reaches this machine's containers,
# comma-separated (uniquelocal: any private address). Without TRUSTED_PROXIES, all visitors appear under the proxy's
# address and share one limit for requests and failed sign-ins.
PUBLIC_URL=http://localhost:8080
PORT=8080
TRUSTED_PROXIES=

# The mail server: smtp://user:password@host:587, or smtps://. Without one, superadmins find the mails on the page Accounts.
# smtp://mail:1025 is the mail catcher of docker compose --profile dev.
SMTP_URL=
MAIL_FROM=

# The first superadmin. If these are empty, the page for the first start asks for them; its address with a one-time code
# is in the log: docker compose logs auth | grep setup. The password is only used when the account is created.
SUPERADMIN_EMAIL=${SUPERADMIN_EMAIL:-}
SUPERADMIN_USERNAME=${SUPERADMIN_USERNAME:-}
SUPERADMIN_PASSWORD=${SUPERADMIN_PASSWORD:-}

# Secrets of this installation. Keep them, and keep them to yourself.
END
fi
# If the last line of .env has no line end, the next setting would be appended to it.
[ -z "$(tail -c 1 .env)" ] || echo >> .env

# The images that run; infra/compose/update.sh changes it.
add LARKSONG_VERSION "$("$scripts/version.sh")"
# For the superusers of Postgres and MinIO, which only operators use.
add POSTGRES_PASSWORD "$(random 24)"
add S3_ACCESS_KEY larksong
add S3_SECRET_KEY "$(random 24)"
add INTERNAL_TOKEN "$(random 32)"
add AUTH_SECRET "$(random 32)"
add STREAM_COOKIE_SECRET "$(random 32)"
add LINK_SECRET "$(random 32)"
# The password of "admin" in Grafana, which only starts with --profile monitoring.
add GRAFANA_PASSWORD "$(random 8)"
# Each service signs in to Postgres, Redis and MinIO with its password. MinIO accepts at most 40 characters.
for service in AUTH CATALOG GAME GATEWAY TRANSCODER; do
  add "${service}_SERVICE_PASSWORD" "$(random 20)"
done

if [ "${is_new:-no}" = yes ]; then
  echo "Wrote .env. Once the site is up, this shows where to set it up: docker compose logs auth | grep setup"
elif [ -n "$added" ]; then
  echo "Added to .env:$added. Nothing else in it was changed."
else
  echo ".env is already complete; nothing was changed."
fi
