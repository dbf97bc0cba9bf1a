#!/bin/sh
# Health check of Postgres: it answers, and each service has its own database and role. Safe to repeat; also moves
# objects that older versions created as the superuser to the roles.
set -eu
# Over TCP: the server does not listen on it during its first start, while it creates the cluster.
pg_isready -q -h 127.0.0.1 -U larksong -d postgres
[ ! -e /tmp/has-roles ] || exit 0
sql() { psql -X -q -v ON_ERROR_STOP=1 -U larksong "$@"; }
give() {
  SERVICE_PASSWORD=$2
  export SERVICE_PASSWORD
  sql -d postgres -v service="$1" -f /larksong/role.sql
  sql -d "$1" -v service="$1" -f /larksong/owner.sql
}
give auth "$AUTH_SERVICE_PASSWORD"
give catalog "$CATALOG_SERVICE_PASSWORD"
give game "$GAME_SERVICE_PASSWORD"
sql -d postgres -c 'revoke all on database postgres, template1, larksong from public'
touch /tmp/has-roles
