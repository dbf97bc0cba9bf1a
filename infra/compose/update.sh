#!/bin/sh
# Updates a running site to the version of this checkout, without downtime: see docs/operations/update.md.
#   git fetch --tags && git checkout "$(git show origin/HEAD:infra/release.sh | sh)"
#   infra/compose/update.sh [--no-backup]
# UPDATE_TO names the version of existing local images, if they are not those of this checkout.
# New containers start next to the old ones. The old ones are stopped one at a time, and only once all new ones are
# ready; otherwise the new ones are removed, and the old ones have kept serving. It can be run again after an
# interruption.
set -eu
cd "$(dirname "$0")/../.."
SERVICES='auth catalog game' ALL='auth catalog game gateway transcoder'
ENV_FILE=${LARKSONG_ROOT:-.}/.env
# The digests of the base images, in a release.
BASES=
[ ! -e infra/images.env ] || BASES='--env-file infra/images.env'
# Seconds until a container must be ready. One that ended three times is given up at once.
READY_SECONDS=${READY_SECONDS:-600}

say() { printf 'update: %s\n' "$*"; }
stop() { say "$*" >&2; exit 1; }

compose() { docker compose --env-file "$ENV_FILE" "$@"; }
# containers old|new SERVICE: prints the containers that have another image than the new one, or have it.
containers() {
  for id in $(compose ps --all --quiet "$2"); do
    is=old
    [ "$(docker inspect --format '{{.Config.Image}}' "$id")" != "larksong/$2:$NEW" ] || is=new
    [ "$is" != "$1" ] || echo "$id"
  done
}
count() { echo $#; }
image_of() { compose ps --all --quiet "$1" | head -1 | xargs -r docker inspect --format '{{.Config.Image}}'; }

# Waits for containers. Returns 1, with the last lines of its log, if one does not become ready.
wait_ready() {
  deadline=$(($(date +%s) + READY_SECONDS))
  for id; do
    until [ "$(docker inspect --format '{{.State.Health.Status}}' "$id")" = healthy ]; do
      if [ "$(docker inspect --format '{{.RestartCount}}' "$id")" -ge 3 ] || [ "$(date +%s)" -gt "$deadline" ]; then
        say "$(docker inspect --format '{{.Name}}' "$id") does not become ready. Its last lines:"
        docker logs --tail 8 "$id" 2>&1 | sed 's/^/  /'
        return 1
      fi
      sleep 1
    done
  done
}

# Starts one new container of each service next to every old one, and waits until they are ready.
# Called where "set -e" has no effect.
start_beside() {
  scales= new=
  for service in $SERVICES; do
    old=$(count $(containers old "$service")) there=$(count $(containers new "$service"))
    scales="$scales --scale $service=$((old + (old > there ? old : there)))"
  done
  compose up --detach --no-build --no-deps --no-recreate $scales $SERVICES || return 1
  for service in $SERVICES; do new="$new $(containers new "$service")"; done
  wait_ready $new
}

# Replaces the gateways, one at a time; the proxy sends requests to the other one.
replace_gateways() {
  for service in gateway-2 gateway; do
    compose up --detach --no-build --no-deps "$service" || return 1
    wait_ready $(compose ps --all --quiet "$service") || return 1
  done
  compose up --detach --no-build --no-deps proxy https || return 1
  # Compose does not see that a file has changed.
  compose exec -T proxy sh -c 'cd /larksong && cat Caddyfile ready.Caddyfile | cmp -s - /tmp/Caddyfile' ||
    compose restart proxy https
}

# remove old|new: stops containers one at a time and gives them time to finish open requests.
remove() {
  for service in $SERVICES; do
    for id in $(containers "$1" "$service"); do
      docker stop "$id" > /dev/null && docker rm "$id" > /dev/null
    done
  done
}

roll_back() {
  say "Going back to $OLD …"
  if [ "${1:-}" = gateways ]; then
    export LARKSONG_VERSION="$OLD"
    replace_gateways || say 'The gateways of the old version do not become ready either.'
  fi
  remove new
  stop "The site runs as before, with version $OLD. Databases keep what $NEW added, which $OLD does not use."
}

make_restore_point() {
  if [ "$1" = no ]; then say 'No restore point, as you asked.'; return; fi
  compose --profile operate config --services | grep -qx larksong ||
    stop 'This version has no backup command. Make a backup as described in docs/operations/backup.md, then use --no-backup.'
  say 'Making a restore point …'
  # The objects stay where they are; a backup of them is another matter.
  compose --profile operate run --rm -T larksong backup /backups/updates --restore-point --objects list ||
    stop 'The restore point could not be made, so nothing was changed. With --no-backup the update continues without one.'
}

migrate() {
  for service in $SERVICES; do
    log=$(compose run --rm --no-deps -T "$service" node "services/$service/src/migrate.ts" "$1" 2>&1) ||
      stop "The migration of $service fails$2:
$(printf '%s\n' "$log" | tail -3 | sed 's/^/  /')"
    say "$service: $(printf '%s\n' "$log" | tail -1)"
    case "$1 $log" in try*-narrow-*)
      [ "$IS_NARROW_ALLOWED" = yes ] || stop "This update removes something that an older version still uses. \
If the site runs the release just before it, or may be broken for some minutes, use --narrow. \
Otherwise update to that release first. Nothing was changed." ;;
    esac
  done
}

IS_BACKUP_WANTED=yes IS_NARROW_ALLOWED=no
for option; do
  case "$option" in
    --no-backup) IS_BACKUP_WANTED=no ;;
    --narrow) IS_NARROW_ALLOWED=yes ;;
    *) stop "There is no option $option. Use infra/compose/update.sh [--no-backup] [--narrow]." ;;
  esac
done
[ -e "$ENV_FILE" ] || stop 'There is no .env here; run infra/compose/make-env.sh, then docker compose up -d --build --wait.'
infra/compose/make-env.sh
OLD=$(image_of auth)
case "$OLD" in
  '') stop 'The site does not run. Start it with docker compose up -d --build --wait.' ;;
  larksong/auth:*) OLD=${OLD#*:} ;;
  *) # as 1.0.0 named its images
    for service in $ALL; do docker tag "$(image_of "$service")" "larksong/$service:unnamed"; done
    OLD=unnamed ;;
esac
NEW=${UPDATE_TO:-$(infra/compose/version.sh)}
export LARKSONG_VERSION="$NEW"
say "From $OLD to $NEW."
for service in $ALL; do
  docker image inspect "larksong/$service:$NEW" > /dev/null 2>&1 || compose $BASES build "$service"
done
make_restore_point "$IS_BACKUP_WANTED"
migrate try ', so nothing was changed'
migrate run ''
start_beside || roll_back
replace_gateways || roll_back gateways
remove old
sed -i.old "s/^LARKSONG_VERSION=.*/LARKSONG_VERSION=$NEW/" "$ENV_FILE" && rm "$ENV_FILE.old"
# The transcoders, whose units are taken up again, and whatever else the new version has.
scales=
for service in $SERVICES transcoder; do scales="$scales --scale $service=$(count $(compose ps --quiet "$service"))"; done
compose up --detach --no-build --wait $scales
say "The site runs with version $NEW."
