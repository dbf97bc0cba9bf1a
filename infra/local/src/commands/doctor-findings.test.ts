import { expect, it } from 'vitest';

import { Problem } from '../host/problem.ts';
import { toFinding } from './doctor-findings.ts';

it('a problem is divided into what is wrong and what to do', () => {
  const error = new Problem('Port 80 is taken (EADDRINUSE). Choose another one.');
  expect(toFinding('port-taken', error)).toMatchObject({
    sentence: 'Port 80 is taken (EADDRINUSE).',
    remedy: 'Choose another one.',
  });
});

it('of the output of Postgres, the line that says why it ended is shown', () => {
  const output = `postgres ended:
2026-11-30 21:00:00 LOG:  starting PostgreSQL
2026-11-30 21:00:01 FATAL:  could not resize shared memory segment "/PostgreSQL.1" to 1048576 bytes: No space left on device
The database in /data/postgres did not start, for the reason in these lines. Nothing was changed.`;
  expect(toFinding('database-broken', new Problem(output))).toMatchObject({
    sentence:
      'The database does not start: could not resize shared memory segment "/PostgreSQL.1" to 1048576 bytes: No space left on device.',
    remedy: expect.stringContaining('/dev/shm'),
  });
});

it('a program that may not be run leads to the way the disk is mounted', () => {
  const error = Object.assign(new Error('spawn /srv/larksong/postgres EACCES'), { code: 'EACCES' });
  expect(toFinding('database-broken', error).remedy).toContain('noexec');
});
