#!/bin/sh
# Prints a user of Redis for each service, which may access only that service's keys. The passwords come from the
# environment: everybody on the machine could read them in arguments.
#
# Nobody can sign in as the default user. It still needs all rights: Redis loads its own file as that user.
set -eu
may='resetchannels &* +@all -@admin -@dangerous +info'
cat <<END
user default off resetpass ~* &* +@all
user health on nopass resetkeys -@all +ping
user auth on >$AUTH_SERVICE_PASSWORD ~auth:* $may
user catalog on >$CATALOG_SERVICE_PASSWORD ~catalog:* ~bull:transcode-* $may
user game on >$GAME_SERVICE_PASSWORD ~game:* ~bull:sounds:* $may
user gateway on >$GATEWAY_SERVICE_PASSWORD ~gateway:* ~gateway-* $may
user transcoder on >$TRANSCODER_SERVICE_PASSWORD ~bull:transcode-* ~bull:sounds:* $may
END
