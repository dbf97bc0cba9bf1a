#!/bin/sh
# Health check of Redis: it answers, and has loaded its data.
export REDISCLI_AUTH=none
redis-cli --no-auth-warning --user health ping | grep -q PONG
