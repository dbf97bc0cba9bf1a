import { execFileSync, spawnSync } from 'node:child_process';

import { expect, it } from 'vitest';

import { identityOf } from './process-identity.ts';

it('only a process that has ended counts as gone', () => {
  expect(identityOf(process.pid)).toBeDefined();
  const ended = execFileSync('sh', ['-c', 'echo $$'], { encoding: 'utf8' });
  expect(identityOf(Number(ended))).toBeUndefined();
});

it('a process that cannot be seen with too many open files does not count as gone', ({ skip }) => {
  skip(process.platform !== 'linux', 'Elsewhere processes are seen without opening a file.');
  const program = `
    const { identityOf } = await import(${JSON.stringify(new URL('process-identity.ts', import.meta.url))});
    const { openSync } = await import('node:fs');
    try { for (;;) openSync('/dev/null'); } catch {}
    console.log(identityOf(process.pid) ?? 'gone');`;
  const { stdout, stderr } = spawnSync(
    'sh',
    ['-c', 'ulimit -n 64; exec "$0" --input-type=module -e "$1"', process.execPath, program],
    { encoding: 'utf8' },
  );
  expect(stdout).toBe('');
  expect(stderr).toMatch(
    /Whether process \d+, which has used this data folder, still runs cannot be seen \(EMFILE\)/,
  );
});
