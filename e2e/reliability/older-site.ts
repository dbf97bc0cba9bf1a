import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

import { freePort } from '@larksong/local';
import { expect, vi } from 'vitest';

const run = promisify(execFile);
const ROOT = dirname(dirname(import.meta.dirname));

/** Time to install, build and start an older version. */
export const BUILD_MS = 15 * 60_000;

/** An older version that starts on the data of this one. */
export interface OlderSite {
  dataDir: string;
  port: number;
  /** Starts it; returns its address. */
  start: () => Promise<string>;
  stop: () => Promise<void>;
  /** Stops it and removes it with its data. */
  remove: () => Promise<void>;
}

/** Whether this clone has a commit: a shallow one lacks the older ones. */
export async function hasCommit(commit: string): Promise<boolean> {
  return run('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: ROOT }).then(
    () => true,
    () => false,
  );
}

/** Unpacks the version of a commit into a folder with an empty data folder. */
export async function prepareOlderSite(commit: string): Promise<OlderSite> {
  const folder = await mkdtemp(join(tmpdir(), 'larksong-rollback-'));
  const [dataDir, port] = [join(folder, 'data'), await freePort()];
  await run('sh', ['-c', `mkdir old && git -C ${ROOT} archive ${commit} | tar -x -C old`], { cwd: folder });
  let launcher: ChildProcess | undefined;

  async function stop(): Promise<void> {
    if (launcher?.exitCode !== null) return;
    launcher.kill('SIGINT');
    await once(launcher, 'close');
  }

  return {
    dataDir,
    port,
    async start() {
      launcher = launch(join(folder, 'old'), { dataDir, port });
      await waitForAddress(launcher);
      return `http://127.0.0.1:${port}`;
    },
    stop,
    async remove() {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function launch(cwd: string, { dataDir, port }: Pick<OlderSite, 'dataDir' | 'port'>): ChildProcess {
  return spawn(process.execPath, ['infra/local/launch.mjs', 'start'], {
    cwd,
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(port), HOST: '127.0.0.1', WORKERS: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

async function waitForAddress(launcher: ChildProcess): Promise<void> {
  let output = '';
  for (const stream of [launcher.stdout, launcher.stderr])
    stream?.setEncoding('utf8').on('data', (part: string) => (output += part));
  await vi.waitFor(
    () => {
      if (launcher.exitCode !== null) throw new Error(`the older version has ended: ${output}`);
      expect(output).toContain('Ctrl-C stops it');
    },
    { timeout: BUILD_MS, interval: 500 },
  );
}
