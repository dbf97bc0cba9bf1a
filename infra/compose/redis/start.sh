#!/bin/sh
# Starts Redis with a user for each service. The configuration is passed on standard input, so that no password is in
# an argument.
set -eu
users=$(sh /larksong/users.sh)
exec docker-entrypoint.sh redis-server - <<END
appendonly yes
save ""
maxmemory-policy noeviction
protected-mode no
$users
END
