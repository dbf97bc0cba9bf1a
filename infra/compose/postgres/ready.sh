#!/bin/sh
# The health of Postgres: it answers, and each service has its database with a role of its own. Safe to repeat; also
# moves what older versions made as the superuser to the roles.
set -eu
# Over TCP, which the server's first start, when it makes the cluster, does not listen on.
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
