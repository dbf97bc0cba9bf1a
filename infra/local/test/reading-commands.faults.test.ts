import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { firstKinds } from '@larksong/service-kit/testing/random';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { freePort } from '../src/index.ts';
import { hashTree } from './hash-tree.ts';
import { makeDataFolder, otherPassword, readDatabases, runLauncher } from './made-site.ts';

let folder: string;
let dataDir: string;
let port: number;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'larksong-reading-'));
  dataDir = join(folder, 'data');
  port = await freePort();
  await makeDataFolder(dataDir);
  await command('backup', join(dataDir, 'backups'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function command(...args: string[]) {
  return runLauncher(['larksong', ...args], { dataDir, port });
}

/** Everything but the logs and what the server itself writes. */
function hashData(): Promise<Record<string, string>> {
  return hashTree(dataDir, (path) => path === 'logs' || path.startsWith('postgres/'));
}

describe('commands that only read', () => {
  it('no command that only reads changes anything in the data folder of a stopped site', async () => {
    const before = { files: await hashData(), databases: await readDatabases(dataDir) };
    const backups = join(dataDir, 'backups');
    const commands: [number, ...string[]][] = [
      [0, 'doctor'],
      [0, 'backups', backups, '--check'],
      [0, 'verify'],
      [1, 'users', 'list'],
      [0, 'backups', backups],
      [1, 'backups', join(folder, 'nowhere')],
    ];
    for (const [code, ...args] of firstKinds('KINDS', 2, commands)) {
      const ended = await command(...args);
      expect(ended, args.join(' ')).toMatchObject({ code, output: expect.not.stringMatching(/^\s+at /m) });
      expect(await hashData(), args.join(' ')).toEqual(before.files);
    }
    expect(await readDatabases(dataDir)).toEqual(before.databases);
  }, 180_000); // up to six commands that start Postgres

  it('a site without its secrets is named at once by every command, and none makes new ones', async () => {
    const file = join(dataDir, 'secrets.json');
    const kept = await readFile(file);
    await rm(file);
    const before = await hashData();
    const commands = [
      ['larksong', 'backup', folder],
      ['start'],
      ['larksong', 'doctor'],
      ['larksong', 'verify'],
    ];
    for (const args of firstKinds('KINDS', 2, commands)) {
      const { code, output } = await runLauncher(args, { dataDir, port });
      expect(output, args.join(' ')).toMatch(/secrets\.json is missing in .*restore a backup/s);
      expect(output).not.toMatch(/^\s+at /m);
      expect(code).toBe(1);
    }
    expect(Object.keys(await hashData())).not.toContain('secrets.json');
    expect(await hashData()).toEqual(before);
    await writeFile(file, kept, { mode: 0o600 });
  });

  it('secrets of another site end a start with a sentence', async () => {
    const file = join(dataDir, 'secrets.json');
    const kept = await readFile(file, 'utf8');
    const secrets = JSON.parse(kept) as object; // written by the launcher
    await writeFile(file, JSON.stringify({ ...secrets, postgresPassword: otherPassword() }));
    const { code, output } = await command('doctor');
    expect(output).toMatch(/refuses the password.*\[database-broken\]/);
    expect(code).toBe(1);
    await writeFile(file, kept, { mode: 0o600 });
    expect((await command('doctor')).output).toContain('No problems found');
  });
});
