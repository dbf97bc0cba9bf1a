import { formatBytes } from '@larksong/contracts';
import { CommandError } from '@larksong/service-kit';

import { assertStopped, openSite } from '../database/open-site.ts';
import { listGameObjects, listVideoObjects } from '../check/references-store.ts';
import { openSiteStorage } from '../check/site-storage.ts';
import { readArguments, WrongUse, type Command, type Surroundings } from '../command.ts';
import { readConfig, type Config } from '../config.ts';
import { count } from '../describe.ts';
import { assertTarget, copyStorage, type Copied } from '../move/copy-storage.ts';
import { deleteOld } from '../move/delete-old.ts';
import { openPlace, openSitePlace, type Place } from '../move/place.ts';

const OPTIONS = {
  last: { type: 'boolean' },
  'delete-old': { type: 'boolean' },
} as const;

export const moveStorage: Command = {
  usage: 'PLACE [--last | --delete-old]',
  summary: 'move the files of songs and cards to another folder or an S3 bucket',
  details: `PLACE is a folder or s3://bucket, on the server of MOVE_S3_ENDPOINT with MOVE_S3_ACCESS_KEY and MOVE_S3_SECRET_KEY.
Copies what PLACE does not have yet, while the site runs. An interrupted copy continues when the command is run again.
With npm start, the site then restarts with the files in PLACE. Elsewhere, stop the services, run it with --last, change
the settings that it prints, and start the services again. Nothing is deleted.
  --last         the last round, while the services are stopped
  --delete-old   delete the files in PLACE, where they were before, that the site has; only if none of its files is lost`,
  async run(args, around) {
    const { values, positionals } = readArguments(args, { options: OPTIONS, least: 1, most: 1 });
    if (values.last && values['delete-old']) throw new WrongUse('Use either --last or --delete-old.');
    const config = readConfig(around.environment);
    const place = openPlace(positionals[0] ?? '', config);
    const site = openSitePlace(config);
    try {
      if (values['delete-old']) await runDelete(config, { now: site, old: place }, around);
      else await runCopy(config, { from: site, to: place, isLast: values.last === true }, around);
    } catch (error) {
      if (!around.signal.aborted) throw error;
      throw new CommandError('Stopped. Copied files stay; run the same command again to continue.', {
        cause: error,
      });
    } finally {
      await Promise.all([site.storage.close(), place.storage.close()]);
    }
  },
};

async function runDelete(
  config: Config,
  places: { now: Place; old: Place },
  { signal, print }: Surroundings,
): Promise<void> {
  const { deleted, kept } = await deleteOld(config, { ...places, signal });
  const { now, old } = places;
  print(`Deleted ${count(deleted, 'file')} from ${old.name}. The site uses ${now.name}.`);
  if (kept > 0)
    print(
      `Kept ${count(kept, 'file')} there that ${now.name} does not have in the same size. They were probably deleted from the site after the move; if so, delete them by hand.`,
    );
}

async function runCopy(
  config: Config,
  { from, to, isLast }: { from: Place; to: Place; isLast: boolean },
  { signal, print, note }: Surroundings,
): Promise<void> {
  await assertTarget(from, to, config.DATA_DIR);
  const ofSite = { assertSource: () => assertSource(config), listNamed: () => listNamed(config) };
  if (!isLast) {
    print(describe(to, await copyStorage(from, to, { signal, note, isLast, ofSite })));
    return;
  }
  await using site = await openSite(config, { isAlone: true });
  await assertStopped(site, 'files could come after the last round');
  print(describe(to, await copyStorage(from, to, { signal, note, isLast, ofSite })));
  // The launcher changes its settings itself.
  if (config.DATA_DIR === undefined)
    print(`Set these, remove other settings of storage, and start the services again:\n${toLines(to)}`);
}

async function assertSource(config: Config): Promise<void> {
  await using site = await openSite(config, { isAlone: false });
  await (await openSiteStorage(config, site)).close();
}

async function listNamed(config: Config): Promise<Set<string>> {
  await using site = await openSite(config, { isAlone: false });
  const { catalog, game } = site.clients;
  const references = [...(await listVideoObjects(catalog)), ...(await listGameObjects(game))];
  return new Set(references.map(({ key }) => key));
}

function describe({ name }: Place, copied: Copied): string {
  const removed =
    copied.removed === 0
      ? ''
      : ` Removed ${count(copied.removed, 'file')} there that no longer exist on the site.`;
  return `Copied ${count(copied.count, 'file')} (${formatBytes(copied.sizeBytes)}) to ${name}.${removed}`;
}

function toLines({ config }: Place): string {
  // Whoever set the keys knows them, and they do not belong on a screen.
  const { S3_ACCESS_KEY: _access, S3_SECRET_KEY: _secret, ...shown } = config;
  const lines = Object.entries(shown).map(([name, value]) => `${name}=${value}`);
  return [...lines, ...(config.S3_ENDPOINT ? ['S3_ACCESS_KEY=…', 'S3_SECRET_KEY=…'] : [])].join('\n');
}
