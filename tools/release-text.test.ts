import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { assertRenewed, cutChangelog, isNewer, listBaseImages } from './release-text.ts';

const OLDER = '\n## [1.0.0] - 2026-11-24\n\nThe first release.\n';

it('a release takes what is unreleased in the changelog, and leaves the rest', () => {
  const text = `# Changelog\n\n## [Unreleased]\n\n### Added\n\n- https\n${OLDER}`;
  expect(cutChangelog(text, '1.1.0', '2027-01-02')).toBe(
    `# Changelog\n\n## [Unreleased]\n\n## [1.1.0] - 2027-01-02\n\n### Added\n\n- https\n${OLDER}`,
  );
});

it('a release without changes is refused', () => {
  expect(() => cutChangelog(`# Changelog\n\n## [Unreleased]\n${OLDER}`, '1.1.0', '2027-01-02')).toThrow(
    'nothing under "## [Unreleased]"',
  );
});

it('versions are compared number by number', () => {
  expect(isNewer('1.10.0', '1.9.9')).toBe(true);
  expect(isNewer('2.0.0', '1.9.9')).toBe(true);
  expect(isNewer('1.0.0', '1.0.0')).toBe(false);
  expect(isNewer('1.0.9', '1.1.0')).toBe(false);
});

it('base images are found by their build arguments', () => {
  const text = 'ARG SERVICE\nARG NODE_IMAGE=node:24.21.0-bookworm-slim\nFROM ${NODE_IMAGE} AS base\n';
  expect([...listBaseImages(text)]).toEqual([['NODE_IMAGE', 'node:24.21.0-bookworm-slim']]);
});

it('a release is refused until the dates of care were looked up for it, and the newest release had them', () => {
  const read = (path: string) => readFileSync(join(import.meta.dirname, '..', path), 'utf8');
  const care = read('infra/operate/src/versions/care.json');
  const { release } = JSON.parse(care) as { release: string };
  expect(() => assertRenewed(care, release)).not.toThrow();
  expect(() => assertRenewed(care, '99.0.0')).toThrow('set "release" to 99.0.0');
  const releases = JSON.parse(read('infra/releases.json')) as { version: string }[]; // written by tools/release.ts
  expect(releases.filter(({ version }) => isNewer(version, release))).toEqual([]);
});
