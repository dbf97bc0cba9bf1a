import { openRestorePoints, restorePointsIn } from '../backup/restore-points.ts';
import { readArguments, type Command } from '../command.ts';
import { readConfig, type Config } from '../config.ts';
import { count } from '../describe.ts';
import { openBackup } from '../restore/check-backup.ts';
import { restoreBackup, restoreDatabases, type RestoreResult } from '../restore/restore-backup.ts';
import { openVault, type Accepted } from '../vault/open-vault.ts';
import { ACCEPTED_DETAILS, ACCEPTED_OPTIONS, ACCEPTED_USAGE, toAccepted } from './accepted.ts';
import { describe, findMismatches } from './verify.ts';

const OPTIONS = {
  'accept-damage': { type: 'boolean' },
  'as-it-was': { type: 'boolean' },
  databases: { type: 'boolean' },
  'restore-point': { type: 'string' },
  'no-restore-point': { type: 'boolean' },
  'dry-run': { type: 'boolean' },
  ...ACCEPTED_OPTIONS,
} as const;

export const restore: Command = {
  usage: `FOLDER [BACKUP] [--restore-point FOLDER | --no-restore-point] [--accept-damage] [--as-it-was] [--databases] [--dry-run] ${ACCEPTED_USAGE}`,
  summary: 'replace everything with a backup, while the site is stopped',
  details: `FOLDER is a folder or s3://bucket/prefix. Without BACKUP, the newest complete one is restored.
A restore point keeps the present state first, in DATA_DIR/restore-points or FOLDER/restore-points. A failure leaves the site as it was.
  --accept-damage      restore even if files of songs are damaged, and name these songs
  --as-it-was          leave the databases in the version of the backup, for a Larksong of that version
  --databases          restore the databases alone, as they were, without a restore point: for a new database server
  --dry-run            only look whether the backup is whole, but for the files of songs, and fits this Larksong
${ACCEPTED_DETAILS}`,
  async run(args, { environment, signal, print, note }) {
    const { values, positionals } = readArguments(args, { options: OPTIONS, least: 1, most: 2 });
    const config = readConfig(environment);
    const [place = '', id] = positionals;
    const accepted = toAccepted(values);
    if (values.databases || values['dry-run']) {
      await using vault = await openVault(place, config, { create: false, ...accepted });
      const chosen = { vault, id, signal, note };
      print(
        values['dry-run']
          ? `The backup ${(await openBackup(vault, id)).id} can be restored.`
          : `The databases of the backup ${await restoreDatabases(config, chosen)} are restored.`,
      );
      return;
    }
    const result = await runRestore(config, place, {
      id,
      pointsPlace: values['no-restore-point']
        ? undefined
        : (values['restore-point'] ?? defaultPoints(config, place)),
      acceptDamage: values['accept-damage'] === true,
      asItWas: values['as-it-was'] === true,
      accepted,
      signal,
      note,
    });
    print(toText(result));
    if (values['as-it-was']) return; // verify knows this version's databases only
    note('Comparing databases and files …');
    print(describe(await findMismatches(config, { mendAgeMs: Number.POSITIVE_INFINITY })));
  },
};

function defaultPoints(config: Config, place: string): string {
  // A separate folder, so that restore points never replace backups.
  return config.DATA_DIR === undefined ? `${place}/restore-points` : restorePointsIn(config.DATA_DIR);
}

/**
 * Restores a backup from a folder or a bucket after making a restore point in `pointsPlace`. The site must be stopped.
 * Throws `CommandError` with a sentence.
 */
export async function runRestore(
  config: Config,
  place: string,
  options: {
    id?: string | undefined;
    pointsPlace: string | undefined;
    acceptDamage: boolean;
    asItWas?: boolean;
    accepted?: Accepted;
    signal: AbortSignal;
    note: (line: string) => void;
  },
): Promise<RestoreResult> {
  const { pointsPlace, accepted = {}, ...others } = options;
  await using vault = await openVault(place, config, { create: false, ...accepted });
  await using restorePoints =
    pointsPlace === undefined
      ? undefined
      : await openRestorePoints(config, {
          place: pointsPlace,
          restored: { place, accepted },
          note: options.note,
        });
  return await restoreBackup(config, { ...others, vault, restorePoints });
}

function toText({ backup, copied, restorePoint, lost, secrets }: RestoreResult): string {
  const lines = [`The backup ${backup.id} is restored; ${count(copied, 'file')} had to be copied.`];
  if (restorePoint !== undefined) lines.push(`The state before is the restore point ${restorePoint}.`);
  if (lost.length > 0) lines.push(`${count(lost.length, 'file')} of it could not be restored.`);
  if (secrets.length > 0)
    lines.push('The site had other secrets. Put these lines into .env before you start it:', ...secrets);
  return lines.join('\n');
}
