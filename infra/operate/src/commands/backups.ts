import { formatBytes } from '@larksong/contracts';

import { readArguments, type Command, type Surroundings } from '../command.ts';
import { readConfig } from '../config.ts';
import { count } from '../describe.ts';
import { findDamagedObjects, openBackup } from '../restore/check-backup.ts';
import { isFromBefore, listBackups, readManifest, type Dump, type Manifest } from '../vault/manifest.ts';
import { openVault } from '../vault/open-vault.ts';
import type { Vault } from '../vault/vault.ts';
import { ACCEPTED_DETAILS, ACCEPTED_OPTIONS, ACCEPTED_USAGE, toAccepted } from './accepted.ts';

const OPTIONS = { check: { type: 'boolean' }, json: { type: 'boolean' }, ...ACCEPTED_OPTIONS } as const;

export const backups: Command = {
  usage: `FOLDER [BACKUP] [--check] [--json] ${ACCEPTED_USAGE}`,
  summary: 'list the backups in a folder or an S3 bucket, or check one completely',
  details: `  --check  read every file of a backup, by default of the newest one, and compare it with its checksum
${ACCEPTED_DETAILS}`,
  async run(args, around) {
    const { values, positionals } = readArguments(args, { options: OPTIONS, least: 1, most: 2 });
    const [place = '', id] = positionals;
    const config = readConfig(around.environment);
    const accepted = toAccepted(values);
    const vault = await openVault(place, config, { create: false, isListed: !values.check, ...accepted });
    try {
      if (values.check) return await check(vault, id, around);
      const listed = await list(vault, config.BACKUP_PASSPHRASE !== undefined);
      if (vault.isLocked) around.note('Without their passphrase, nobody can tell whether these are genuine.');
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
  /** Why it could be somebody else's, although there is a passphrase: the option by which it was accepted. */
  doubt?: 'not-encrypted' | 'from-before';
}

async function list(vault: Vault, hasPassphrase: boolean): Promise<Listed[]> {
  const { complete, unfinished } = await listBackups(vault);
  const found: Listed[] = [];
  const { isLocked } = vault;
  for (const id of complete)
    found.push(
      await readManifest(vault, id).then(
        (manifest) => ({
          ...{ id, isComplete: true, isLocked, ...describeManifest(id, manifest) },
          ...(vault.isEncrypted && isFromBefore(manifest) ? { doubt: 'from-before' as const } : {}),
          ...(hasPassphrase && !vault.isEncrypted ? { doubt: 'not-encrypted' as const } : {}),
        }),
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
