#!/bin/sh
# Health check of the proxy: Caddy answers. Whether gateways do is their own health.
wget -q -O /dev/null http://127.0.0.1:2019/
