import { formatBytes } from '@larksong/contracts';
import { CommandError } from '@larksong/service-kit';
import { Value } from 'typebox/value';

import { assertSameDisk } from '../backup/assert-same-disk.ts';
import { createBackup, type BackupResult } from '../backup/create-backup.ts';
import { readConfigRecorded, recordRun } from '../backup/record-run.ts';
import { restorePointsIn, runRestorePoint } from '../backup/restore-points.ts';
import { readArguments, toNumber, WrongUse, type Command } from '../command.ts';
import type { Config } from '../config.ts';
import { count } from '../describe.ts';
import { ObjectsMode } from '../vault/manifest.ts';
import { openVault } from '../vault/open-vault.ts';

const OPTIONS = {
  objects: { type: 'string' },
  keep: { type: 'string' },
  'new-disk': { type: 'boolean' },
  'restore-point': { type: 'boolean' },
  json: { type: 'boolean' },
} as const;

export const backup: Command = {
  usage: '[FOLDER] [--objects copy|links|list] [--keep N] [--new-disk] [--restore-point] [--json]',
  summary: 'save the whole site, which may be running, in a folder or an S3 bucket',
  details: `FOLDER is a folder or s3://bucket/prefix; without it, BACKUP_FOLDER. A later backup copies new files only.
  --objects copy   files of songs and cards are copied (the default)
  --objects links  hard links on the disk of the site: a restore point, no protection against a broken disk
  --objects list   only their names are noted, if something else saves the files
  --keep N         the N newest backups are kept (BACKUP_KEEP, 14)
  --new-disk       FOLDER had backups and is on a new, empty disk now, which is not a disk that is not mounted
  --restore-point  make a restore point, by default in DATA_DIR/restore-points, with links or a list; earlier ones are thinned out
With BACKUP_PASSPHRASE, a new folder is encrypted. Keep the passphrase elsewhere: nothing can be read without it.`,
  async run(args, { environment, signal, print, note }) {
    const { values, positionals } = readArguments(args, { options: OPTIONS, least: 0, most: 1 });
    const config = await readConfigRecorded(environment, positionals[0] ?? environment['BACKUP_FOLDER']);
    const isPoint = values['restore-point'] === true;
    const place = positionals[0] ?? (isPoint ? pointsOf(config) : config.BACKUP_FOLDER);
    if (place === undefined) throw new WrongUse('Name the folder of the backup, or set BACKUP_FOLDER.');
    const keep = toNumber('--keep', values.keep) ?? config.BACKUP_KEEP;
    if (keep < 1) throw new WrongUse('--keep must be at least 1.');
    const isNewDisk = values['new-disk'] === true;
    const asked = values.objects === undefined ? undefined : toMode(values.objects);
    const mode = asked ?? config.BACKUP_OBJECTS ?? 'copy';
    const result = isPoint
      ? await runRestorePoint(config, { place, mode: asked, signal, note })
      : await runBackup(config, place, { mode, keep, isNewDisk, signal, note });
    if (values.json) print(JSON.stringify(summarize(result, place)));
    else print(describe(result, place));
  },
};

function pointsOf({ DATA_DIR }: Config): string | undefined {
  return DATA_DIR === undefined ? undefined : restorePointsIn(DATA_DIR);
}

function toMode(text: string): ObjectsMode {
  if (!Value.Check(ObjectsMode, text))
    throw new WrongUse(`--objects must be copy, links or list, not "${text}".`);
  return text;
}

interface RunOptions {
  mode: ObjectsMode;
  keep: number;
  /** Whether a place that had backups may be empty. */
  isNewDisk?: boolean;
  signal: AbortSignal;
  note: (line: string) => void;
}

/** Makes a backup and records its outcome for the status page, failures included. */
export async function runBackup(
  config: Config,
  place: string,
  { isNewDisk = false, ...options }: RunOptions,
): Promise<BackupResult> {
  return recordRun(config, { place, keep: options.keep }, async () => {
    if (!isNewDisk) await assertSameDisk(config, place);
    const vault = await openVault(place, config, { create: true });
    try {
      return await createBackup(config, { vault, ...options });
    } catch (error) {
      if (!options.signal.aborted) throw error;
      throw new CommandError(
        'The backup was stopped and does not count. The next one continues with its files.',
        {
          cause: error,
        },
      );
    } finally {
      await vault.close();
    }
  });
}

function summarize({ id, manifest, copied, removed }: BackupResult, place: string) {
  const { count: objects, sizeBytes, mode, missing } = manifest.objects;
  return { id, folder: place, objects, sizeBytes, mode, copied, missing, removed };
}

function describe({ id, manifest, copied, removed }: BackupResult, place: string): string {
  const { objects } = manifest;
  const isList = objects.mode === 'list';
  const lines = [
    `The backup ${id} in ${place} is complete: ${count(objects.count, 'file')}, ${formatBytes(objects.sizeBytes)}${
      isList
        ? ', of which only the names are noted'
        : `, of which ${count(copied.count, 'file')} (${formatBytes(copied.sizeBytes)}) were new`
    }.`,
  ];
  if (objects.missing.length > 0)
    lines.push(
      `${count(objects.missing.length, 'file')} of the site were missing already; "larksong verify" names them.`,
    );
  if (removed.length > 0) lines.push(`Removed: ${removed.join(', ')}.`);
  return lines.join('\n');
}
