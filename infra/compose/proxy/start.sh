#!/bin/sh
# Starts Caddy, on https if there is a SITE and this is the container for it, otherwise on plain http.
set -eu
cd /larksong
refuse() { echo "$1" >&2; exit 1; }
case "${SITE:-}" in *[!A-Za-z0-9.-]*)
  refuse "SITE=$SITE is not the name of a site; it must look like songs.school.example, without https:// and without a path." ;;
esac
case "${TLS:-acme}" in
  acme) ;;
  internal) export TLS_LINE='tls internal' ;;
  *) refuse "TLS=$TLS is neither acme (the default) nor internal, which means the site's own authority." ;;
esac
# Caddy's words for the networks that the gateway calls loopback, uniquelocal and linklocal.
proxies=$(printf '%s' "${TRUSTED_PROXIES:-}" | tr ',' ' ' |
  sed -E 's/loopback|uniquelocal/private_ranges/g; s/linklocal/169.254.0.0\/16 fe80::\/10/g')
[ -z "$proxies" ] || export TRUST_LINE="trusted_proxies static $proxies"
if [ "$1" = https ]; then
  export ADDRESS="https://$SITE" ORIGIN="https://$SITE${HTTPS_PORT:+:$HTTPS_PORT}"
  export CA_FOLDER=/data/caddy/pki/authorities/local
  cat Caddyfile ready.Caddyfile redirect.Caddyfile > /tmp/Caddyfile
else
  export TLS_LINE='' ADDRESS=http://:8080
  cat Caddyfile ready.Caddyfile > /tmp/Caddyfile
fi
exec caddy run --adapter caddyfile --config /tmp/Caddyfile
