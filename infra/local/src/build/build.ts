import { spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { glob, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { codeOf, Problem } from '../host/problem.ts';
import { sendSignal } from '../host/process-identity.ts';

/** Records the sources of a build. It is in the built folder; the gateway does not serve dot files. */
const STAMP = '.built';

export interface BuildOptions {
  say: (line: string) => void;
  signal?: AbortSignal;
}

export interface Build {
  /** Said before it is built, such as `Building the web client …`. */
  line: string;
  /** Path of the folder `dist` under the root of the repository. */
  folder: string;
  /** Globs under the root of the repository. */
  sources: readonly string[];
  /** Writes everything into a new folder. */
  run: (outDir: string, signal: AbortSignal | undefined) => Promise<void>;
}

/** Builds a folder if its sources have changed since the last build; returns its path. */
export async function buildOnce(root: string, build: Build, options: BuildOptions): Promise<string> {
  const folder = join(root, build.folder);
  const wanted = await hashSources(root, build.sources);
  const isCurrent = async () => (await readFile(join(folder, STAMP), 'utf8').catch(() => '')) === wanted;
  if (await isCurrent()) return folder;
  options.say(build.line);
  // Built next to its place and then moved there: a running site never uses half a build.
  const temporary = join(dirname(folder), `dist-${randomUUID()}`, 'dist');
  try {
    options.signal?.throwIfAborted();
    await build.run(temporary, options.signal);
    await writeFile(join(temporary, STAMP), wanted);
    await swap(temporary, folder, isCurrent);
  } finally {
    await rm(dirname(temporary), { recursive: true, force: true });
  }
  return folder;
}

/** Replaces a folder with another one, unless the old one is current; of several simultaneous calls one moves it. */
async function swap(from: string, to: string, isCurrent: () => Promise<boolean>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await rename(from, to);
      return;
    } catch (error) {
      if (attempt === 10 || codeOf(error) !== 'ENOTEMPTY') throw error;
    }
    if (await isCurrent()) return;
    await rename(to, `${from}-old-${attempt}`).catch(() => undefined); // another one has moved it
  }
}

async function hashSources(root: string, sources: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const pattern of sources) {
    const files: string[] = [];
    for await (const entry of glob(pattern, { cwd: root, withFileTypes: true }))
      if (entry.isFile()) files.push(join(entry.parentPath, entry.name));
    for (const file of files.sort())
      hash
        .update(file)
        .update('\0')
        .update(await readFile(file));
  }
  return hash.digest('hex');
}

/** Runs a program to its end. If it fails, throws a `Problem` that begins with `failure` and has its output. */
export function runBuilder(
  command: readonly [string, ...string[]],
  options: { cwd: string; failure: string; signal: AbortSignal | undefined },
): Promise<void> {
  const { cwd, failure, signal } = options;
  const [program, ...args] = command;
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd,
      // Tests build for production as well.
      env: { ...process.env, NODE_ENV: 'production' },
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    signal?.addEventListener('abort', () => child.pid !== undefined && sendSignal(-child.pid, 'SIGKILL'));
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.once('error', (error) => reject(new Problem(`${failure} (${error.message}).`)));
    child.once('close', (code) => {
      if (code === 0) resolve();
      else reject(new Problem(`${failure}:\n${output.trim()}`));
    });
  });
}
