#!/bin/sh
# Writes .env beside docker-compose.yml with fresh secrets, once: an .env that is there stays as it is.
set -eu
cd "$(dirname "$0")/../.."
if [ -e .env ]; then
  echo ".env is there already; nothing was changed."
  exit 0
fi
random() { od -An -N"$1" -tx1 /dev/urandom | tr -d ' \n'; }
umask 077
cat > .env <<END
# Secrets of this installation. Keep them, and keep them to yourself.
POSTGRES_PASSWORD=$(random 24)
S3_ACCESS_KEY=larksong
S3_SECRET_KEY=$(random 24)
INTERNAL_TOKEN=$(random 32)
AUTH_SECRET=$(random 32)
STREAM_COOKIE_SECRET=$(random 32)

# The first superadmin. The password is only used when the account is made.
SUPERADMIN_EMAIL=superadmin@larksong.example
SUPERADMIN_USERNAME=superadmin
SUPERADMIN_PASSWORD=$(random 8)

# The mail server: smtp://user:password@host:587, or smtps://. Without one, mails are files in the auth container.
# smtp://mail:1025 is the mail catcher of docker compose --profile dev.
SMTP_URL=
MAIL_FROM=

# How browsers reach the site, and the port of this machine that it listens on.
PUBLIC_URL=http://localhost:8080
PORT=8080
END
echo "Wrote .env. The superadmin's e-mail and password are in it."
