import { spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { glob, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { codeOf, Problem } from './problem.ts';
import { sendSignal } from './process-identity.ts';

/** Sources of the web client, as globs under the root of the repository. */
const SOURCES = [
  'web/*.{ts,json,html}',
  'web/{src,public}/**/*',
  'packages/contracts/src/**/*.ts',
  'pnpm-lock.yaml',
];

/** Records from which sources a client was built. It is in the client's folder; the gateway serves no dot files. */
const STAMP = '.built';

/** Builds the web client into `web/dist` if its sources have changed since the last build; returns that folder. */
export async function buildWeb(
  root: string,
  options: { say: (line: string) => void; signal?: AbortSignal },
): Promise<string> {
  const webDir = join(root, 'web', 'dist');
  const wanted = await hashSources(root);
  const isCurrent = async () => (await readFile(join(webDir, STAMP), 'utf8').catch(() => '')) === wanted;
  if (await isCurrent()) return webDir;
  options.say('Building the web client …');
  // Built next to its place and then moved there: a running site never serves half a client.
  const temporary = join(root, 'web', `dist-${randomUUID()}`, 'dist');
  try {
    options.signal?.throwIfAborted();
    await runBuild(root, temporary, options.signal);
    await writeFile(join(temporary, STAMP), wanted);
    await swap(temporary, webDir, isCurrent);
  } finally {
    await rm(dirname(temporary), { recursive: true, force: true });
  }
  return webDir;
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

async function hashSources(root: string): Promise<string> {
  const hash = createHash('sha256');
  for (const pattern of SOURCES) {
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

function runBuild(root: string, outDir: string, signal?: AbortSignal): Promise<void> {
  const web = join(root, 'web');
  // Not through pnpm, which would put it into a process group of its own, out of reach of an abort.
  const vite = join(web, 'node_modules', '.bin', 'vite');
  return new Promise((resolve, reject) => {
    const child = spawn(vite, ['build', '--outDir', outDir, '--emptyOutDir'], {
      cwd: web,
      // Tests build the production client as well.
      env: { ...process.env, NODE_ENV: 'production' },
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    signal?.addEventListener('abort', () => child.pid !== undefined && sendSignal(-child.pid, 'SIGKILL'));
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.once('error', (error) =>
      reject(new Problem(`The web client could not be built (${error.message}).`)),
    );
    child.once('close', (code) => {
      if (code === 0) resolve();
      else reject(new Problem(`The web client could not be built:\n${output.trim()}`));
    });
  });
}
