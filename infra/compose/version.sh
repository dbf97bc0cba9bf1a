#!/bin/sh
# Prints the version of this checkout: that of package.json, and unless it is a release also the commit.
set -eu
cd "$(dirname "$0")/../.."
version=$(sed -n 's/^  "version": "\(.*\)",$/\1/p' package.json)
# A folder without .git may lie in somebody else's repository.
if [ -e .git ] && commit=$(git rev-parse --short=8 HEAD 2> /dev/null); then
  case "$version $(git log -1 --format=%s)" in
    *-dev\ *) version="$version.$commit" ;;
    "$version release: publish $version" | "1.0.0 release: 1.0.0") ;;
    *) version="$version-$commit" ;;
  esac
  # Text unknown to git belongs to no version.
  [ -z "$(git --no-optional-locks status --porcelain 2> /dev/null)" ] || version="$version-changed"
fi
echo "$version"
