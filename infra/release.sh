#!/bin/sh
# Prints what to check out for a release, by default for the newest one: its tag, or the commit in releases.json.
#   git fetch --tags && git checkout "$(git show origin/HEAD:infra/release.sh | sh)"      # or: sh -s 1.1.0
# It is run from the repository's newest state, because older releases do not know newer ones.
set -eu
wanted=${1:-}
stop() { echo "release: $*" >&2; exit 1; }
ref=HEAD
for name in origin/HEAD origin/main; do
  if git rev-parse --quiet --verify "$name^{commit}" > /dev/null; then ref=$name; break; fi
done
list=$(git show "$ref:infra/releases.json") || stop "There is no infra/releases.json in $ref."
# field NAME VERSION: prints a field of a release, or of the last one in the list.
field() {
  printf '%s\n' "$list" | awk -F '"' -v name="$1" -v wanted="$2" '
    $2 == "version" { version = $4 }
    $2 == name && (wanted == "" || version == wanted) { found = $4 }
    END { print found }'
}
version=$(field version "$wanted")
[ -n "$version" ] || stop "There is no release $wanted. Releases: $(
  printf '%s\n' "$list" | awk -F '"' '$2 == "version" { printf " %s", $4 }')"
commit=$(field commit "$version")
git cat-file -e "$commit^{commit}" 2> /dev/null ||
  stop "This clone does not have release $version. Fetch it with: git fetch --unshallow --tags"
here=$(sed -n 's/^  "version": "\(.*\)",$/\1/p' "$(git rev-parse --show-toplevel)/package.json")
note=$(field leaving "$here")
[ "$here" = "$version" ] || [ -z "$note" ] || echo "release: You have $here. $note" >&2
tag=$(git rev-parse --quiet --verify "refs/tags/v$version^{commit}" || true)
[ -z "$tag" ] || [ "$tag" = "$commit" ] || stop "The tag v$version is not the commit that infra/releases.json names, $commit."
[ -z "$tag" ] && echo "$commit" || echo "v$version"
