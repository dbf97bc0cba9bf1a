/** A release in `infra/releases.json`, the oldest first. */
export interface Release {
  version: string;
  commit: string;
  /** ISO 8601. */
  date: string;
  /** The last migration of each database. Which data is newer is decided by migrations, never by names of versions. */
  data: Record<'auth' | 'catalog' | 'game', string>;
  /** What somebody must know who updates from this release; without quotation marks, since a shell script reads it. */
  leaving?: string;
}

/** Returns the changelog with what is under "Unreleased" moved under a version. Throws if that is nothing. */
export function cutChangelog(text: string, version: string, date: string): string {
  const [, before = '', changes = '', after = ''] =
    /^(.*?\n## \[Unreleased\]\n)(.*?)(\n## \[.*)$/s.exec(text) ?? [];
  if (before === '') throw new Error('CHANGELOG.md has no "## [Unreleased]" above the last release.');
  if (changes.trim() === '') throw new Error('CHANGELOG.md has nothing under "## [Unreleased]".');
  return `${before}\n## [${version}] - ${date}\n\n${changes.trim()}\n${after}`;
}

/** Returns whether a version (`major.minor.patch`) is newer than another one. */
export function isNewer(version: string, than: string): boolean {
  const [one, other] = [version, than].map((text) => text.split('.').map(Number));
  const difference = [0, 1, 2].map((index) => (one?.[index] ?? 0) - (other?.[index] ?? 0)).find(Boolean) ?? 0;
  return difference > 0;
}

/** Throws if the dates until when Postgres, Node and others are mended (`care.json`) were not renewed for a release. */
export function assertRenewed(careList: string, version: string): void {
  const { release } = JSON.parse(careList) as { release: string }; // a test checks the file
  if (release !== version)
    throw new Error(
      `Look up the dates in infra/operate/src/versions/care.json at their sources, and set "release" to ${version} and "renewed" to today.`,
    );
}

/** Returns the base images of a Dockerfile by the build argument that names each. */
export function listBaseImages(dockerfile: string): Map<string, string> {
  const found = dockerfile.matchAll(/^ARG (\w+_IMAGE)=(\S+)$/gm);
  return new Map([...found].map(([, name = '', image = '']) => [name, image]));
}

/** Returns the version after a release, unless a fix comes first. */
export function nextMinor(version: string): string {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return `${major}.${minor + 1}.0`;
}
