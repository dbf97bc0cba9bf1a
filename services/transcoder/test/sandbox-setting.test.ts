import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import { createTestFolder, testRedisUrl } from '@larksong/service-kit/testing';
import { isLongRun } from '@larksong/service-kit/testing/random';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let folder: Awaited<ReturnType<typeof createTestFolder>>;
beforeAll(async () => {
  folder = await createTestFolder();
});
afterAll(() => folder.remove());

/** Starts a transcoder that may not create namespaces, as in a restricted container, and returns its output. */
function launch(sandbox: 'auto' | 'require') {
  const child = spawn(
    'setpriv',
    [
      ['--bounding-set', '-sys_admin', '--inh-caps', '-sys_admin', '--'],
      [process.execPath, join(import.meta.dirname, '../src/main.ts')],
    ].flat(),
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env['PATH'],
        PORT: '0',
        SANDBOX: sandbox,
        CATALOG_URL: 'http://127.0.0.1:1',
        GAME_URL: 'http://127.0.0.1:1',
        INTERNAL_TOKEN: 'a-secret-of-the-services-for-tests-only',
        REDIS_URL: testRedisUrl(9),
        STORAGE_DIR: `${folder.path}/objects`,
        WORK_DIR: folder.path,
      },
    },
  );
  let log = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data: Buffer) => (log += String(data)));
  return { child, log: () => log };
}

// Only root can drop capabilities of a process before it starts.
describe.runIf(process.getuid?.() === 0)('where bubblewrap does not work', () => {
  it('`SANDBOX=require` refuses to start without bubblewrap, and quotes its error in one sentence', async () => {
    const { child, log } = launch('require');
    const [code] = (await once(child, 'exit')) as [number];
    expect(code).toBe(1);
    expect(log()).toMatch(
      /SANDBOX is \\?"require\\?", but bubblewrap does not work here: bwrap: .+sandbox\.md/,
    );
  });

  it.runIf(isLongRun)('`SANDBOX=auto` starts without bubblewrap and logs a warning', async () => {
    const { child, log } = launch('auto');
    await expect
      .poll(log, { timeout: 30_000 })
      .toMatch(/"level":40.+"problem":"bwrap: .+ffmpeg runs without its sandbox/);
    child.kill('SIGTERM');
    await once(child, 'exit');
  });
});
