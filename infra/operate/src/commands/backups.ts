import { readArguments, type Command, type Surroundings } from '../command.ts';
import { readConfig } from '../config.ts';
import { count, describeBytes } from '../describe.ts';
import { findDamagedObjects, openBackup } from '../restore/check-backup.ts';
import { listBackups, readManifest } from '../vault/manifest.ts';
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
    const vault = await openVault(place, readConfig(around.environment), { create: false });
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

async function list(vault: Vault): Promise<{ id: string; isComplete: boolean; text: string }[]> {
  const { complete, unfinished } = await listBackups(vault);
  const found = [];
  for (const id of complete) {
    const text = await readManifest(vault, id).then(
      ({ version, objects: { count: files, sizeBytes, mode } }) =>
        `${id}  Larksong ${version}, ${count(files, 'file')}, ${describeBytes(sizeBytes)}${mode === 'copy' ? '' : ` (${mode})`}`,
      (error: unknown) => `${id}  ${error instanceof Error ? error.message : String(error)}`,
    );
    found.push({ id, isComplete: true, text });
  }
  for (const id of unfinished) found.push({ id, isComplete: false, text: `${id}  unfinished, not a backup` });
  return found;
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
