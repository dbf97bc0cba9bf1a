import { hash } from 'node:crypto';
import { cp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { isLongRun } from '@larksong/service-kit/testing/random';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { runBackup } from '../src/commands/backup.ts';
import { backups } from '../src/commands/backups.ts';
import { restore } from '../src/commands/restore.ts';
import type { Dump, Manifest } from '../src/vault/manifest.ts';
import { createSealedFolder, createSite, fillSite, type TestSite } from './site.ts';

const PASSPHRASE = 'correct horse battery';
/** Below the folder of backups. */
const MANIFEST = 'manifest.json';

let site: TestSite;
let attacker: TestSite;
let victim: TestSite;
/** An encrypted folder with two backups, one of the same passphrase with another key, and two of an attacker. */
let folders: Record<'own' | 'second' | 'foreign' | 'plain', string>;
let older: string;
let newer: string;

beforeAll(async () => {
  [site, attacker, victim] = await Promise.all([createSite(), createSite(), createSite({ isEmpty: true })]);
  await Promise.all([fillSite(site), fillSite(attacker)]);
  folders = {
    own: await createSealedFolder(join(site.folder, 'own'), PASSPHRASE),
    second: await createSealedFolder(join(site.folder, 'second'), PASSPHRASE),
    foreign: await createSealedFolder(join(site.folder, 'foreign'), 'another passphrase'),
    plain: join(site.folder, 'plain'),
  };
  older = await backUp(site, folders.own, PASSPHRASE);
  newer = await backUp(site, folders.own, PASSPHRASE);
  await backUp(site, folders.second, PASSPHRASE);
  await backUp(attacker, folders.foreign, 'another passphrase');
  await backUp(attacker, folders.plain);
});
afterAll(async () => {
  await Promise.all([site, attacker, victim].map((each) => each.stop()));
});

const around = { signal: new AbortController().signal, note: () => {} };

async function backUp({ config }: TestSite, folder: string, passphrase?: string): Promise<string> {
  const settings = { ...config, ...(passphrase && { BACKUP_PASSPHRASE: passphrase }) };
  return (await runBackup(settings, folder, { mode: 'copy', keep: 14, ...around })).id;
}

/** Runs a command as the victim does, with the passphrase, and returns its output. */
async function run(command: typeof restore, args: string[]): Promise<{ code: number; text: string }> {
  const texts = Object.entries(victim.config).map(([name, value]) => [name, String(value)]);
  const environment = { ...Object.fromEntries(texts), BACKUP_PASSPHRASE: PASSPHRASE };
  const printed: string[] = [];
  try {
    const code = await command.run(args, { ...around, environment, print: (line) => printed.push(line) });
    return { code: code ?? 0, text: printed.join('\n') };
  } catch (error) {
    return { code: 1, text: error instanceof Error ? error.message : String(error) };
  }
}

/** Changes a manifest and recomputes its checksum, as anybody can. */
async function forge(folder: string, id: string, change: (manifest: Manifest) => void): Promise<void> {
  const path = join(folder, 'backups', id, MANIFEST);
  const manifest = JSON.parse(await readFile(path, 'utf8')) as Manifest; // of a backup that is whole
  change(manifest);
  const text = JSON.stringify(manifest);
  await writeFile(path, text);
  await writeFile(join(folder, 'backups', id, 'manifest.sha256'), `${hash('sha256', text)}  ${MANIFEST}\n`);
}

/** Attacks of somebody who can write to the folder of backups, without the passphrase. */
const ATTACKS: Record<string, (folder: string) => Promise<void>> = {
  'a table is left out': (folder) =>
    forge(folder, newer, ({ databases: { auth } }) => {
      auth.tables = auth.tables.filter(({ name }) => name !== 'audit_entries');
    }),
  'a table is left out and the format is that of older versions': async (folder) => {
    await forge(folder, newer, (manifest) => {
      manifest.format = 1;
      manifest.databases.auth.tables.pop();
    });
    await rm(join(folder, 'backups', newer, 'manifest.hmac'), { force: true });
  },
  'tables are those of an older backup': (folder) =>
    forge(folder, newer, ({ databases: { auth } }) => {
      for (const { file } of auth.tables) file.name = file.name.replace(newer, older);
    }),
  'dumps are those of an older backup, under the names of the newer one': async (folder) => {
    const from = join(folder, 'backups', older);
    await cp(join(from, 'auth'), join(folder, 'backups', newer, 'auth'), { recursive: true });
    const old = JSON.parse(await readFile(join(from, MANIFEST), 'utf8')) as Manifest; // likewise
    await forge(folder, newer, (manifest) => {
      const text = JSON.stringify(old.databases.auth).replaceAll(older, newer);
      manifest.databases.auth = JSON.parse(text) as Dump; // with other names
    });
  },
  'an older backup has the name of the newer one': async (folder) => {
    await rm(join(folder, 'backups', newer), { recursive: true });
    await rename(join(folder, 'backups', older), join(folder, 'backups', newer));
  },
  'an older backup has a later name': (folder) =>
    cp(join(folder, 'backups', older), join(folder, 'backups', '2090-01-01T00-00-00Z'), { recursive: true }),
  'the whole folder is another one, with another passphrase': async (folder) => {
    await rm(folder, { recursive: true });
    await cp(folders.foreign, folder, { recursive: true });
  },
  'the whole folder is another one, not encrypted': async (folder) => {
    await rm(folder, { recursive: true });
    await cp(folders.plain, folder, { recursive: true });
  },
  'a backup that is not encrypted is added': async (folder) => {
    const [id = ''] = await readdir(join(folders.plain, 'backups'));
    const added = join(folder, 'backups', '2090-01-01T00-00-00Z');
    await cp(join(folders.plain, 'backups', id), added, { recursive: true });
  },
  'the key is another one': async (folder) => cp(join(folders.foreign, 'key.age'), join(folder, 'key.age')),
  'the key is an earlier one of the same passphrase': (folder) =>
    cp(join(folders.second, 'key.age'), join(folder, 'key.age')),
  'the manifest is cut off': async (folder) => {
    const path = join(folder, 'backups', newer, MANIFEST);
    const text = (await readFile(path, 'utf8')).slice(0, 500);
    await writeFile(path, text);
    await writeFile(
      join(folder, 'backups', newer, 'manifest.sha256'),
      `${hash('sha256', text)}  ${MANIFEST}\n`,
    );
  },
  'a dump is cut off': async (folder) => {
    const path = join(folder, 'backups', newer, 'auth', 'users.gz');
    await writeFile(path, (await readFile(path)).subarray(0, 200));
  },
  'two songs are exchanged': async (folder) => {
    const names = await readdir(join(folder, 'objects', 'videos'), { recursive: true });
    const [one = '', other = ''] = names.filter((name) => name.endsWith('.m4s'));
    const path = (name: string) => join(folder, 'objects', 'videos', name);
    await rename(path(one), path('aside'));
    await rename(path(other), path(one));
    await rename(path('aside'), path(other));
  },
};

it.each(Object.keys(ATTACKS))('with a passphrase, nothing is restored if %s', async (name) => {
  const folder = join(site.folder, 'attacked');
  await rm(folder, { recursive: true, force: true });
  await cp(folders.own, folder, { recursive: true });
  await ATTACKS[name]?.(folder);
  const checked = await run(backups, [folder, '--check']);
  const restored = await run(restore, [folder, '--no-restore-point']);
  expect([checked.code, restored.code], `${checked.text} ${restored.text}`).toEqual([1, 1]);
  expect(restored.text).toMatch(/^(The|This|There) .*\.$/);
  expect(await victim.query('auth', `select from pg_tables where schemaname = 'public'`)).toEqual([]);
});

it('the list of backups names those that are not genuine, and none of a folder that is not encrypted', async () => {
  const folder = join(site.folder, 'listed');
  await cp(folders.own, folder, { recursive: true });
  await ATTACKS['a table is left out']?.(folder);
  expect((await run(backups, [folder])).text).toMatch(/ songs?, .*\n.* is not genuine/);
  expect((await run(backups, [folders.plain])).text).toMatch(/add --not-encrypted\.$/);
  const accepted = await run(backups, [folders.plain, '--not-encrypted', '--json']);
  expect(JSON.parse(accepted.text)).toMatchObject([{ isComplete: true, doubt: 'not-encrypted' }]);
});

it('genuine backups, and others that somebody explicitly accepts, are restored', async () => {
  expect(await run(restore, [folders.own, older, '--dry-run'])).toMatchObject({
    code: 0,
    text: `The backup ${older} can be restored.`,
  });
  expect(await run(backups, [folders.own, '--check'])).toMatchObject({ code: 0 });
  if (isLongRun) {
    const plain = await run(restore, [folders.plain, '--no-restore-point', '--not-encrypted']);
    expect(plain.text).toContain('is restored');
  }
  const own = await run(restore, [folders.own, '--no-restore-point']);
  expect(own.text).toContain('is restored');
  expect(await victim.query('auth', 'select username from users')).toEqual([{ username: 'olive' }]);
  const before = join(site.folder, 'from-before');
  await cp(folders.own, before, { recursive: true });
  await forge(before, newer, (manifest) => {
    manifest.format = 1;
    delete manifest.id;
  });
  expect((await run(restore, [before, '--no-restore-point'])).text).toMatch(/add --from-before\.$/);
  if (!isLongRun) return;
  const accepted = await run(restore, [before, newer, '--no-restore-point', '--from-before']);
  expect(accepted.text).toContain(`The backup ${newer} is restored`);
});

it.runIf(isLongRun)(
  'a copy of another song that lies in the place of one is written again by the next backup',
  async () => {
    const folder = join(site.folder, 'planted');
    await cp(folders.own, folder, { recursive: true });
    await ATTACKS['two songs are exchanged']?.(folder);
    await rm(join(folder, 'backups'), { recursive: true }); // so that no list describes them
    await backUp(site, folder, PASSPHRASE);
    expect((await run(backups, [folder, '--check'])).text).toContain('is intact');
    expect((await run(restore, [folder, '--no-restore-point'])).text).toContain('is restored');
    expect(await victim.read()).toMatchObject(await site.read());
  },
);
