#!/bin/bash
# Health check of a service: /readyz returns 200. A restart policy ignores a container's health, so a process that
# accepts connections but does not answer, stopped or spinning, is killed here and restarted by that policy. A process
# that does not listen yet is starting, perhaps migrating its data; one that answers with an error is alive.
# Written in bash: checks run as long as the service does, and a Node process for each would be costly.

# Prints the status of a call; nothing if there is no answer within the limit. Returns 1 if nothing listens.
ask() {
  timeout 5 bash -c '
    exec 3<>"/dev/tcp/127.0.0.1/$PORT" || exit 1
    printf "GET %s HTTP/1.0\r\nhost: 127.0.0.1\r\n\r\n" "$1" >&3
    read -r _ status _ <&3; echo "${status:-closed}"' ask "$1" 2>/dev/null
}

for try in 1 2 3 4; do
  alive=$(ask /healthz)
  case $? in
    124) echo "no answer within 5 s ($try)" ;;
    0) [ "$(ask /readyz)" = 200 ]; exit ;;
    *) exit 1 ;;
  esac
done
echo 'hung: killed'
kill -9 -1
