import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { afterAll, describe, expect, it } from 'vitest';

import { findLengthViolations, findLongFunctions, ROOMS } from './function-length.ts';
import { LONG_FUNCTIONS } from './long-functions.ts';

const folder = mkdtempSync(join(tmpdir(), 'function-length-'));

afterAll(() => rmSync(folder, { recursive: true }));

/** Returns a function of `count` lines, including its first and last ones. */
function ofLines(count: number, first: string, last: string): string {
  return [first, ...Array.from({ length: count - 2 }, () => '  step();'), last, ''].join('\n');
}

/** Returns the long functions of a repository with these files. */
function findIn(files: Record<string, string>) {
  for (const room of ROOMS) {
    rmSync(join(folder, room), { recursive: true, force: true });
    mkdirSync(join(folder, room));
  }
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return findLongFunctions(folder);
}

describe('findLongFunctions', () => {
  it('functions, methods and components of more than 40 lines are found in every room', () => {
    const found = findIn({
      'services/radio/src/a.ts': ofLines(41, 'export async function play(): Promise<void> {', '}'),
      'packages/x/src/b.ts': ofLines(43, 'class Radio {\n  play() {', '  }\n}'),
      'web/src/c.tsx': ofLines(50, 'export function Radio() {', '  return <p />;\n}'),
      'infra/local/src/d.ts': ofLines(42, 'export const play = () => {', '};'),
      'tools/e.mjs': ofLines(45, 'export default function play() {', '}'),
      'bench/f.ts': ofLines(46, 'const bench = { async play() {', '} };'),
      'e2e/g.test.ts': ofLines(47, 'function play() {', '}'),
    });
    expect(found).toEqual([
      { where: 'bench/f.ts: play', lines: 46 },
      { where: 'e2e/g.test.ts: play', lines: 47 },
      { where: 'infra/local/src/d.ts: line 1', lines: 42 },
      { where: 'packages/x/src/b.ts: play', lines: 43 },
      { where: 'services/radio/src/a.ts: play', lines: 41 },
      { where: 'tools/e.mjs: play', lines: 45 },
      { where: 'web/src/c.tsx: Radio', lines: 51 },
    ]);
  });

  it('functions of at most 40 lines and callbacks of tests are innocent', () => {
    const found = findIn({
      'services/radio/src/a.ts': ofLines(40, 'function play() {', '}').repeat(2),
      'services/radio/src/a.test.ts': ofLines(60, "describe('a', () => {", '});'),
      'e2e/b.ts': ofLines(60, "export function describeRadio() {\n  describe('a', () => {", '  });\n}'),
    });
    expect(found).toEqual([]);
  });

  it('a long function inside a long function counts as part of it', () => {
    const inner = ofLines(50, '  function inner() {', '  }');
    const found = findIn({ 'services/radio/src/a.ts': `function outer() {\n${inner}}\n` });
    expect(found).toEqual([{ where: 'services/radio/src/a.ts: outer', lines: 52 }]);
  });
});

describe('findLengthViolations', () => {
  const where = 'services/radio/src/a.ts: play';

  it('a long function may have as many lines as its exception says', () => {
    expect(findLengthViolations([{ where, lines: 60 }], { [where]: 60 })).toEqual([]);
    expect(findLengthViolations([{ where, lines: 55 }], { [where]: 60 })).toEqual([]);
    expect(findLengthViolations([{ where, lines: 61 }], { [where]: 60 })).toHaveLength(1);
    expect(findLengthViolations([{ where, lines: 41 }], {})).toHaveLength(1);
  });

  it('an exception for a function that is gone or short enough is a violation', () => {
    expect(findLengthViolations([], { [where]: 60 })).toEqual([`${where}: needs no exception any more`]);
  });

  it('an exception has at most 80 lines, except where a service is composed and in migrations', () => {
    const roots = ['services/radio/src/service.ts: createService', 'services/radio/src/app.ts: buildApp'];
    const migration = 'services/radio/src/db/migrations/0001-create-songs.ts: up';
    for (const one of [...roots, migration])
      expect(findLengthViolations([{ where: one, lines: 90 }], { [one]: 90 })).toEqual([]);
    expect(findLengthViolations([{ where, lines: 81 }], { [where]: 81 })).toHaveLength(1);
  });
});

describe('the functions of the repository', () => {
  const found = findLongFunctions(dirname(import.meta.dirname));

  it('every function has at most 40 lines or is listed, and every exception is needed', () => {
    expect(Object.keys(LONG_FUNCTIONS).length).toBeGreaterThan(0);
    expect(findLengthViolations(found)).toEqual([]);
  });
});
