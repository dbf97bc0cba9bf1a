import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { describe, expect, it, onTestFinished } from 'vitest';

import { findFaults, listCommitsSinceRule } from './commit-message.mjs';

const ROOT = dirname(import.meta.dirname);

/** Subjects, and a word of the sentence about what is wrong with each. */
const OFFENDERS: [subject: string, fault: string][] = [
  [`web: add ${'x'.repeat(64)}`, '73 characters'],
  ['web: remove a button; add a link', 'semicolon'],
  ['format', 'Begin'],
  ['remove an import', 'Begin'],
  ['web: format', 'Begin'],
  ['Web: add a button', 'Begin'],
  ['web:add a button', 'Begin'],
  ['web: Add a button', '“Add”'],
  ['web: adds a button', '“adds”'],
  ['web: added a button', '“added”'],
  ['web: adding a button', '“adding”'],
  ['web: a button for songs', '“a”'],
  ['web: no button without a song', '“no”'],
  ['web: what a card looks like is shared', '“what”'],
  ['web: videos share a card', '“videos”'],
  ['web: HLS plays in Safari', '“HLS”'],
];

const INNOCENT = [
  `web: add ${'x'.repeat(63)}`,
  'web: share the letter card with video pages',
  'auth tests: wait for Redis, and for each mail before the next one',
  'e2e: seek further than a busy machine buffers before the outage',
  'bench/stream: process files of one size',
  'auth, catalog: need no session for the health check',
  'docs: bring the handbook up to date',
  'gateway: bypass the cache for sources',
  'web: embed one font',
  'web: re-read the list after a deletion',
  'tools: express sizes in bytes',
  "Merge branch 'letters'",
  'Revert "web: share the letter card with the pages of videos and with those of the game"',
  'fixup! web: share the letter card with video pages',
];

describe('a commit message', () => {
  it.each(OFFENDERS)('is refused with the subject “%s”', (subject, fault) => {
    expect(findFaults(subject, 1)).toEqual([expect.stringContaining(fault)]);
  });

  it.each(INNOCENT)('is accepted with the subject “%s”', (subject) => {
    expect(findFaults(`${subject}\n`, 200)).toEqual([]);
  });

  it('needs a body if more than 200 lines change', () => {
    const subject = 'web: share the letter card';
    expect(findFaults(subject, 201)).toEqual([expect.stringContaining('say why')]);
    expect(findFaults(`${subject}\n\nReviewed-by: Ann\n`, 201)).toHaveLength(1);
    expect(findFaults(`${subject}\n\nVideo pages draw the same card.\n`, 201)).toEqual([]);
  });
});

describe('the commits since the rule', () => {
  it('are those after the first one with the checking program, without merges', () => {
    const { root, commit, git } = createRepository();
    commit('before', { 'a.txt': 'a\n' });
    git('branch', 'side');
    commit('rule', { 'tools/commit-message.mjs': '//\n' });
    commit('after', { 'a.txt': 'b\n', 'b.txt': 'b\nb\n', 'pnpm-lock.yaml': 'x\n'.repeat(300) });
    git('mv', 'a.txt', 'c.txt');
    commit('move', { 'tools/commit-message.mjs': '// changed\n' });
    git('checkout', '--quiet', 'side');
    commit('beside', { 'd.txt': 'd\n' });
    git('checkout', '--quiet', '-');
    git('merge', '--quiet', '--no-edit', 'side');
    expect(
      listCommitsSinceRule(root).map(({ message, changedLines }) => [message.trim(), changedLines]),
    ).toEqual([
      ['move', 2],
      ['after', 4],
    ]);
    const shallow = `${root}/shallow`;
    git('clone', '--quiet', '--depth=1', `file://${root}`, shallow);
    expect(listCommitsSinceRule(shallow)).toEqual([]);
  });

  it('listCommitsSinceRule finds no commits outside a clone', () => {
    expect(listCommitsSinceRule(createFolder())).toEqual([]);
  });

  it.runIf(process.env['CI'] !== undefined)('the commits of this repository keep the rules', () => {
    const offenders = listCommitsSinceRule(ROOT).flatMap(({ hash, message, changedLines }) =>
      findFaults(message, changedLines).map(
        (fault) => `${hash.slice(0, 8)} ${message.split('\n')[0]}: ${fault}`,
      ),
    );
    expect(offenders).toEqual([]);
  });
});

function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'larksong-commits-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function createRepository() {
  const root = createFolder();
  const identity = [
    '-c',
    'user.name=Ann',
    '-c',
    'user.email=ann@larksong.example',
    '-c',
    'commit.gpgsign=false',
  ];
  const git = (...args: string[]) =>
    execFileSync('git', [...identity, ...args], { cwd: root, stdio: 'pipe' });
  git('init', '--quiet');
  const commit = (message: string, files: Record<string, string>) => {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    git('add', '.');
    git('commit', '--quiet', `--message=${message}`);
  };
  return { root, commit, git };
}
