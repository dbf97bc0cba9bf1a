import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';

import { OBJECTS_LOCK } from '@larksong/service-kit';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { backups } from '../src/commands/backups.ts';
import { createSite, type TestSite } from './site.ts';

const MAIN = join(import.meta.dirname, '..', 'src', 'main.ts');

let site: TestSite;
let environment: Record<string, string>;

beforeAll(async () => {
  site = await createSite();
  environment = Object.fromEntries(Object.entries(site.config).map(([name, value]) => [name, String(value)]));
});
afterAll(() => site.stop());

function run(args: string[]) {
  return spawn(process.execPath, ['--disable-warning=ExperimentalWarning', MAIN, ...args], {
    env: { ...process.env, ...environment },
  });
}

it('a reader that has seen enough, such as head, is no failure of the command', async () => {
  const child = run(['help']);
  child.stdout.destroy(); // before it prints
  const [complaint] = await Promise.all([text(child.stderr), once(child, 'close')]);
  expect({ code: child.exitCode, complaint }).toEqual({ code: 0, complaint: '' });
});

it('a backup that Ctrl-C interrupts says so, does not count, and the next one is complete', async () => {
  const folder = join(site.folder, 'interrupted');
  const client = new Client({ connectionString: site.config.GAME_DATABASE_URL });
  await client.connect();
  await client.query('select pg_advisory_lock(hashtext($1))', [OBJECTS_LOCK]); // for which the backup waits
  const stopped = run(['backup', folder]);
  stopped.stdout.resume();
  const complaint = text(stopped.stderr);
  await untilWaiting(client);
  stopped.kill('SIGINT');
  await once(stopped, 'close');
  expect({ code: stopped.exitCode, complaint: await complaint }).toEqual({
    code: 1,
    complaint: expect.stringMatching(/Stopped before it was done\.|does not count/),
  });
  await client.end();

  const done = run(['backup', folder]);
  const lines = createInterface({ input: done.stdout });
  const [last] = await Promise.all([once(lines, 'line'), once(done, 'close')]);
  expect({ code: done.exitCode, last }).toEqual({ code: 0, last: [expect.stringContaining('is complete')] });
  const printed: string[] = [];
  const around = { environment, signal: new AbortController().signal, note: () => {} };
  await backups.run([folder, '--json'], { ...around, print: (line) => printed.push(line) });
  expect(JSON.parse(printed.join(''))).toMatchObject([{ isComplete: true }]);
});

/** Resolves once another session waits for the lock that this one holds. */
async function untilWaiting(client: Client): Promise<void> {
  const waiting = `select from pg_locks where locktype = 'advisory' and not granted
    and database = (select oid from pg_database where datname = current_database())`;
  while ((await client.query(waiting)).rowCount === 0) continue;
}
