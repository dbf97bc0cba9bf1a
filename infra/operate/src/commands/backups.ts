import { formatBytes } from '@larksong/contracts';

import { readArguments, type Command, type Surroundings } from '../command.ts';
import { readConfig } from '../config.ts';
import { count } from '../describe.ts';
import { findDamagedObjects, openBackup } from '../restore/check-backup.ts';
import { listBackups, readManifest, type Dump, type Manifest } from '../vault/manifest.ts';
import { openVault } from '../vault/open-vault.ts';
import type { Vault } from '../vault/vault.ts';

const OPTIONS = { check: { type: 'boolean' }, json: { type: 'boolean' } } as const;

export const backups: Command = {
  usage: 'FOLDER [BACKUP] [--check] [--json]',
  summary: 'list the backups in a folder or an S3 bucket, or check one completely',
  details:
    '  --check  read every file of a backup, by default of the newest one, and compare it with its checksum',
  async run(args, around) {
    const { values, positionals } = readArguments(args, { options: OPTIONS, least: 1, most: 2 });
    const [place = '', id] = positionals;
    const vault = await openVault(place, readConfig(around.environment), {
      create: false,
      isListed: !values.check,
    });
    try {
      if (values.check) return await check(vault, id, around);
      const listed = await list(vault);
      if (values.json) around.print(JSON.stringify(listed));
      else for (const each of listed) around.print(each.text);
      return 0;
    } finally {
      await vault.close();
    }
  },
};

interface Listed {
  id: string;
  isComplete: boolean;
  text: string;
  /** Missing if the backup is unfinished or its manifest is damaged. */
  createdAt?: string;
  version?: string;
  songs?: number;
  accounts?: number;
  sizeBytes?: number;
  /** Why its manifest cannot be used. */
  problem?: string;
  /** Whether a passphrase is needed that was not given. */
  isLocked: boolean;
}

async function list(vault: Vault): Promise<Listed[]> {
  const { complete, unfinished } = await listBackups(vault);
  const found: Listed[] = [];
  const { isLocked } = vault;
  for (const id of complete)
    found.push(
      await readManifest(vault, id).then(
        (manifest) => ({ id, isComplete: true, isLocked, ...describeManifest(id, manifest) }),
        (error: unknown) => {
          const problem = error instanceof Error ? error.message : String(error);
          return { id, isComplete: true, isLocked, text: `${id}  ${problem}`, problem };
        },
      ),
    );
  for (const id of unfinished)
    found.push({ id, isComplete: false, isLocked, text: `${id}  unfinished, not a backup` });
  return found;
}

function describeManifest(id: string, { createdAt, version, databases, objects }: Manifest) {
  const { count: files, sizeBytes, mode } = objects;
  const rowsOf = (dump: Dump, table: string) => dump.tables.find(({ name }) => name === table)?.rows ?? 0;
  const songs = rowsOf(databases.catalog, 'videos');
  const accounts = rowsOf(databases.auth, 'users');
  const size = `${formatBytes(sizeBytes)}${mode === 'copy' ? '' : ` (${mode})`}`;
  const text = `${id}  Larksong ${version}, ${count(songs, 'song')}, ${count(accounts, 'account')}, ${count(files, 'file')}, ${size}`;
  return { createdAt, version, songs, accounts, sizeBytes, text };
}

async function check(vault: Vault, id: string | undefined, { signal, print, note }: Surroundings) {
  note('Reading every file of the backup …');
  const backup = await openBackup(vault, id);
  const damaged = await findDamagedObjects(vault, backup, signal);
  for (const { message } of damaged) print(message);
  if (damaged.length === 0)
    print(`The backup ${backup.id} is intact: ${count(backup.objects.size, 'file')}.`);
  return damaged.length === 0 ? 0 : 1;
}
