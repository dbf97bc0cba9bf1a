import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { git, makeReleaseOrigin, readReleases } from './release-origin.ts';
import { isNewer } from '../release-text.ts';

const ROOT = dirname(dirname(import.meta.dirname));
const PAGES = ['README.md', ...globSync('docs/operations/*.md', { cwd: ROOT })];
/** The version that the list of the test names for this commit. */
const NEXT = '99.0.0';

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const releases = readReleases();
const inRoot = (...args: string[]) => git(ROOT, ...args);
const isWhole = releases.every(({ commit }) => spawnGit(ROOT, 'cat-file', '-e', commit).status === 0);

function spawnGit(cwd: string, ...args: string[]) {
  return spawnSync('git', args, { cwd, encoding: 'utf8' });
}

/** Returns what the pages type to check out a release: after a clone, or in a folder of any release. */
function listLines() {
  const found = PAGES.flatMap((page) =>
    [...read(page).matchAll(/(git fetch --tags && )?git checkout ("\$\(.+?\)"|<.*?>|v[\d.]+)/g)].map(
      ([line, fetched]) => ({ page, line, isUpdate: fetched !== undefined }),
    ),
  );
  return found.filter(({ line }) => !/checkout v[\d.]+$/.test(line)); // an example of a tag
}

it('the version is that of the next release', () => {
  const { version } = JSON.parse(read('package.json')) as { version: string };
  const { version: last = '' } = releases.at(-1) ?? {};
  expect(version).toMatch(/^\d+\.\d+\.\d+(-dev)?$/);
  expect(isNewer(version.replace('-dev', ''), last)).toBe(true);
});

describe.skipIf(!isWhole)(`releases${isWhole ? '' : ', whose commits this clone lacks'}`, () => {
  let folder: string;
  let origin: string;
  let clone: string;
  let head: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'larksong-releases-'));
    ({ origin, commit: head } = makeReleaseOrigin(folder, NEXT));
    clone = join(folder, 'clone'); // with few files
    git(folder, 'clone', '--quiet', '--shared', '--no-checkout', origin, clone);
    git(clone, 'sparse-checkout', 'set', '--no-cone', '/infra/*.*', '/package.json');
  }, 60_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Types a line in a clone that has a commit checked out. */
  function type(line: string, at: string) {
    git(clone, 'checkout', '--quiet', at);
    const { status, stderr } = spawnSync('sh', ['-c', line], { cwd: clone, encoding: 'utf8' });
    return { status, said: stderr, commit: git(clone, 'rev-parse', 'HEAD') };
  }

  it.each(releases)('release $version is what the list says of it', ({ version, commit, date, data }) => {
    expect(JSON.parse(inRoot('show', `${commit}:package.json`))).toMatchObject({ version });
    expect(inRoot('log', '-1', '--date=short', '--format=%cd', commit)).toBe(date);
    for (const [service, last] of Object.entries(data)) {
      const files = inRoot('ls-tree', '--name-only', commit, `services/${service}/src/db/migrations/`);
      const migrations = files.split('\n').filter((file) => /\/\d{4}-.*\.ts$/.test(file));
      expect(migrations.toSorted().at(-1)).toContain(`/${last}.ts`);
    }
  });

  it('each page leads from every release to the newest one', () => {
    const lines = listLines();
    expect(new Set(lines.map(({ page }) => page))).toEqual(
      new Set(
        ['README.md', 'install', 'update', 'debian', 'kubernetes'].map((name) =>
          name.includes('.') ? name : `docs/operations/${name}.md`,
        ),
      ),
    );
    const typed = new Map(lines.map(({ line, isUpdate }) => [line, isUpdate]));
    for (const [line, isUpdate] of typed)
      for (const at of isUpdate ? releases.map(({ commit }) => commit) : ['main'])
        expect([line, at, type(line, at)]).toMatchObject([line, at, { status: 0, commit: head }]);
  }, 60_000);

  it('a release is checked out by its tag if there is one, and refused if the tag is another commit', () => {
    const line = listLines().find(({ isUpdate }) => isUpdate)?.line ?? '';
    const [first] = releases;
    expect(type(line, first?.commit ?? '').said).toContain(first?.leaving);
    git(origin, 'tag', `v${NEXT}`, head);
    expect(type(`${line} && git describe --tags --exact-match`, 'main')).toMatchObject({
      status: 0,
      commit: head,
    });
    git(clone, 'tag', '--delete', `v${NEXT}`);
    git(origin, 'tag', '--force', `v${NEXT}`, `${head}~1`);
    const refused = type(line, first?.commit ?? '');
    expect(refused).toMatchObject({ commit: first?.commit });
    expect(refused.status).not.toBe(0);
    expect(refused.said).toContain('is not the commit');
    const unknown = type(line.replace('| sh', '| sh -s 0.9.0'), first?.commit ?? '');
    expect([unknown.status === 0, unknown.said]).toEqual([
      false,
      expect.stringContaining('no release 0.9.0'),
    ]);
  }, 60_000);
});
