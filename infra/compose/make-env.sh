#!/bin/sh
# Writes .env beside docker-compose.yml with fresh secrets. Of an .env that is there nothing is changed; what a later
# version needs and it does not have is added.
set -eu
cd "${LARKSONG_ROOT:-$(dirname "$0")/../..}"
random() { od -An -N"$1" -tx1 /dev/urandom | tr -d ' \n'; }
umask 077
added=
# add NAME VALUE: unless it is there.
add() {
  grep -q "^$1=" .env || { printf '%s=%s\n' "$1" "$2" >> .env && added="$added $1"; }
}

if [ ! -e .env ]; then
  is_new=yes
  cat > .env <<END
# How browsers reach the site, and the address and port of this machine that it listens on. Behind a proxy that speaks
# https: PUBLIC_URL=https://songs.example, BIND_ADDRESS=127.0.0.1, and in TRUSTED_PROXIES the addresses from which the
# proxy reaches the gateway, separated by commas (uniquelocal: any private address). Without TRUSTED_PROXIES all visitors share
# the proxy's address, and with it one limit of requests and of failed sign-ins.
PUBLIC_URL=http://localhost:8080
BIND_ADDRESS=0.0.0.0
PORT=8080
TRUSTED_PROXIES=

# The mail server: smtp://user:password@host:587, or smtps://. Without one, superadmins find the mails on the page Accounts.
# smtp://mail:1025 is the mail catcher of docker compose --profile dev.
SMTP_URL=
MAIL_FROM=

# The first superadmin. The password is only used when the account is made.
SUPERADMIN_EMAIL=superadmin@larksong.example
SUPERADMIN_USERNAME=superadmin
SUPERADMIN_PASSWORD=$(random 8)

# Secrets of this installation. Keep them, and keep them to yourself.
END
fi
# An .env whose last line was not ended would have it continued.
[ -z "$(tail -c 1 .env)" ] || echo >> .env

# Of the superusers of Postgres and MinIO, for operators alone.
add POSTGRES_PASSWORD "$(random 24)"
add S3_ACCESS_KEY larksong
add S3_SECRET_KEY "$(random 24)"
add INTERNAL_TOKEN "$(random 32)"
add AUTH_SECRET "$(random 32)"
add STREAM_COOKIE_SECRET "$(random 32)"
# With which each service signs in to Postgres, Redis and MinIO. MinIO takes 40 characters at most.
for service in AUTH CATALOG GAME GATEWAY TRANSCODER; do
  add "${service}_SERVICE_PASSWORD" "$(random 20)"
done

if [ "${is_new:-no}" = yes ]; then
  echo "Wrote .env. The superadmin's e-mail and password are in it."
elif [ -n "$added" ]; then
  echo "Added to .env:$added. Everything else in it stays as it was."
else
  echo ".env has everything already; nothing was changed."
fi
