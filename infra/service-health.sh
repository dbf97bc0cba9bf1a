#!/bin/bash
# The health of a service: /readyz answers 200. A restart policy does not heed a container's health, so a process that
# accepts connections and answers nothing, stopped or spinning, is killed here and started again by that policy. One that
# does not listen yet is starting, as one that migrates its data; one that answers with an error is alive.
# Without a Node of its own, since it runs for as long as the service does.

# The status of a call; empty when nothing comes within the limit. Returns 1 when nobody listens.
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
