import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import type { Release } from '../release-text.ts';

const ROOT = dirname(dirname(import.meta.dirname));
const WHO = ['-c', 'user.name=test', '-c', 'user.email=test@songs.example'];

/** Runs git in a folder and returns its output. */
export function git(cwd: string, ...args: string[]): string {
  return execFileSync('git', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
}

/** Returns all releases, the oldest first. */
export function readReleases(): Release[] {
  return JSON.parse(readFileSync(join(ROOT, 'infra', 'releases.json'), 'utf8')) as Release[]; // the project's own file
}

/**
 * Makes a repository `origin` in a folder, as people clone it, in which the last commit of the main branch names the present
 * commit as a release. Returns its path and that commit.
 */
export function makeReleaseOrigin(folder: string, version: string): { origin: string; commit: string } {
  const origin = join(folder, 'origin');
  git(folder, 'clone', '--quiet', '--bare', '--shared', ROOT, origin);
  const commit = git(ROOT, 'rev-parse', 'HEAD');
  const releases = readReleases();
  const list = [...releases, { ...releases[0], version, commit, leaving: undefined }];
  const files = {
    'infra/releases.json': JSON.stringify(list, null, 2),
    'infra/release.sh': readFileSync(join(ROOT, 'infra', 'release.sh'), 'utf8'),
  };
  const env = { ...process.env, GIT_INDEX_FILE: join(folder, 'index') };
  const plumb = (args: string[], input = '') =>
    execFileSync('git', args, { cwd: origin, env, input, encoding: 'utf8' }).trim();
  plumb(['read-tree', commit]);
  for (const [path, text] of Object.entries(files)) {
    const blob = plumb(['hash-object', '-w', '--stdin'], text);
    plumb(['update-index', '--add', '--cacheinfo', `100755,${blob},${path}`]);
  }
  const last = plumb([...WHO, 'commit-tree', plumb(['write-tree']), '-p', commit, '-m', 'releases']);
  plumb(['update-ref', 'refs/heads/main', last]);
  plumb(['symbolic-ref', 'HEAD', 'refs/heads/main']);
  return { origin, commit };
}
