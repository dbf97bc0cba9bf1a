import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { buildWeb } from '../src/build/web-build.ts';
import { identityOf } from '../src/host/process-identity.ts';

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'larksong-web-'));
  await file('pnpm-lock.yaml', 'lock');
  await file('web/index.html', '<html>');
  await file('web/src/main.tsx', 'one');
  await builder('mkdir -p "$3" && cp src/main.tsx "$3/index.html"');
});

afterEach(() => rm(root, { recursive: true, force: true }));

async function file(path: string, text: string): Promise<void> {
  await mkdir(join(root, dirname(path)), { recursive: true });
  await writeFile(join(root, path), text);
}

/** Writes a program that replaces Vite, called as `vite build --outDir <folder> …` in the client's folder. */
async function builder(body: string): Promise<void> {
  await file('web/node_modules/.bin/vite', `#!/bin/sh\n${body}\n`);
  await chmod(join(root, 'web/node_modules/.bin/vite'), 0o755);
}

async function build(signal?: AbortSignal): Promise<{ lines: string[]; page: string }> {
  const lines: string[] = [];
  const folder = await buildWeb(root, { say: (line) => lines.push(line), ...(signal ? { signal } : {}) });
  return { lines, page: await readFile(join(folder, 'index.html'), 'utf8') };
}

it('the web client is built once, and again only after its sources change', async () => {
  expect(await build()).toEqual({ lines: ['Building the web client …'], page: 'one' });
  expect(await build()).toEqual({ lines: [], page: 'one' });
  await file('web/src/main.tsx', 'two');
  expect(await build()).toEqual({ lines: ['Building the web client …'], page: 'two' });
  for (const source of ['packages/contracts/src/videos.ts', 'web/build/fonts.ts']) {
    await file(source, 'changed');
    expect((await build()).lines).toEqual(['Building the web client …']);
  }
});

it('a failed build of the web client keeps the last one and says why', async () => {
  await build();
  await file('web/src/main.tsx', 'broken');
  await builder('echo "main.tsx: unexpected end"; exit 1');
  await expect(build()).rejects.toThrow('The web client could not be built:\nmain.tsx: unexpected end');
  expect(await readFile(join(root, 'web/dist/index.html'), 'utf8')).toBe('one');
  expect(await readdir(join(root, 'web'))).toEqual(['dist', 'index.html', 'node_modules', 'src']);
});

it('two simultaneous builds of the web client both return a complete one', async () => {
  const both = await Promise.all([build(), build()]);
  expect(both.map(({ page }) => page)).toEqual(['one', 'one']);
});

it('an aborted build of the web client ends together with its child processes', async () => {
  await builder(`sleep 600 & echo $! > ${root}/pid; wait`);
  const ending = new AbortController();
  const building = build(ending.signal);
  const pid = await vi.waitFor(async () => {
    const text = await readFile(join(root, 'pid'), 'utf8');
    if (!text.endsWith('\n')) throw new Error('not written yet');
    return Number(text);
  }, 10_000);
  expect(identityOf(pid)).toBeDefined();
  ending.abort();
  await expect(building).rejects.toThrow('The web client could not be built');
  await vi.waitFor(() => expect(identityOf(pid)).toBeUndefined(), 2000);
  expect(await readdir(join(root, 'web'))).not.toContain('dist');
});

it('no build of the web client begins after an abort', async () => {
  await expect(build(AbortSignal.abort())).rejects.toThrow('aborted');
});
