/*
 * For operators: node services/catalog/src/command.ts access [--visitors everybody|nobody] [--game everybody|nobody]
 * [--links nobody|superadmins|teachers|members]
 * or lists list [--json], lists export FILE [ID ...], lists import FILE [--dry-run] [--owner ID]
 * Uses the database only, so catalog need not be running.
 */
import { catalog } from '@larksong/contracts';
import {
  createDatabase,
  createLogger,
  migrateToLatest,
  readArguments,
  runCommand,
  WrongUse,
} from '@larksong/service-kit';
import { COMMAND_LINE, recordAs } from '@larksong/service-kit/audit';
import { Value } from 'typebox/value';

import { readCommandConfig } from './config.ts';
import { migrations } from './db/migrations/index.ts';
import type { Db, Tables } from './db/tables.ts';
import { changeAccess } from './site-access/change-access.ts';
import { readListsCommand } from './song-lists/transfer/command.ts';

async function main([name = '', ...args]: string[]): Promise<string> {
  const run = readCommand(name, args);
  const { DATABASE_URL: url } = readCommandConfig();
  const logger = createLogger({ name: 'catalog-command', level: 'silent' });
  const db = createDatabase<Tables>({ url, logger, poolSize: 2 });
  try {
    await migrateToLatest({ url, logger, migrations });
    return await run(db);
  } finally {
    await db.destroy();
  }
}

function readCommand(name: string, args: string[]): (db: Db) => Promise<string> {
  if (name === 'lists') return readListsCommand(args);
  if (name !== 'access') throw new WrongUse(`There is no command "${name}". Use access or lists.`);
  const options = {
    visitors: { type: 'string' },
    game: { type: 'string' },
    links: { type: 'string' },
  } as const;
  const { values } = readArguments(args, { options, least: 0, most: 0 });
  const changes = {
    visitors: toVisitors(values.visitors),
    game: toVisitors(values.game),
    links: toClosedLinks(values.links),
  };
  return async (db) => describe(await changeAccess(db, { decided: {}, changes }, recordAs(COMMAND_LINE)));
}

/** Returns the choice. Throws `WrongUse` for any other text. */
function toVisitors(text: string | undefined): catalog.Visitors | undefined {
  if (text === undefined || Value.Check(catalog.Visitors, text)) return text;
  throw new WrongUse(`"${text}" is neither everybody nor nobody.`);
}

/** Returns the choice. Throws `WrongUse` for any other text. */
function toClosedLinks(text: string | undefined): catalog.ClosedLinks | undefined {
  if (text === undefined) return undefined;
  const links = catalog.CLOSED_LINKS.find((each) => each === text);
  if (links === undefined) throw new WrongUse(`"${text}" is not one of ${catalog.CLOSED_LINKS.join(', ')}.`);
  return links;
}

const WHOSE_LINKS: Record<catalog.ClosedLinks, string> = {
  nobody: 'No link to a list opens.',
  superadmins: 'Links of superadmins to lists open.',
  teachers: 'Links of teachers and superadmins to lists open.',
  members: 'Links of all members to lists open.',
};

function describe(choice: catalog.SiteAccessChoice): string {
  const { visitors, game } = catalog.toSiteAccess(choice);
  const state =
    visitors === 'everybody'
      ? 'Everybody sees the public songs and plays the game.'
      : game === 'everybody'
        ? 'Only signed-in people see songs. Everybody plays the game.'
        : 'Only signed-in people see songs and play the game.';
  const ofLinks = visitors === 'everybody' ? '' : ` ${WHOSE_LINKS[choice.links]}`;
  return `${state}${ofLinks} This takes effect within ten seconds, unless the settings of catalog decide it: SITE_VISITORS, GAME_VISITORS.`;
}

await runCommand(main);
