#!/bin/sh
# Prints the version of this checkout: that of package.json, and between releases also the commit.
set -eu
cd "$(dirname "$0")/../.."
version=$(sed -n 's/^  "version": "\(.*\)",$/\1/p' package.json)
if commit=$(git rev-parse --short HEAD 2> /dev/null) && [ -z "$(git tag --points-at HEAD --list "v$version")" ]; then
  version="$version-$commit"
fi
# Text unknown to git belongs to no version.
[ -z "$(git status --porcelain 2> /dev/null)" ] || version="$version-changed"
echo "$version"
