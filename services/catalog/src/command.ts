/*
 * For operators: node services/catalog/src/command.ts access [--visitors everybody|nobody] [--game everybody|nobody]
 * [--links nobody|superadmins|teachers|members]
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
import type { Tables } from './db/tables.ts';
import { changeAccess } from './site-access/change-access.ts';

async function main([name = '', ...args]: string[]): Promise<string> {
  if (name !== 'access') throw new WrongUse(`There is no command "${name}". Use access.`);
  const options = { visitors: { type: 'string' }, game: { type: 'string' }, links: { type: 'string' } } as const;
  const { values } = readArguments(args, { options, least: 0, most: 0 });
  const changes = {
    visitors: toVisitors(values.visitors),
    game: toVisitors(values.game),
    links: toClosedLinks(values.links),
  };
  const { DATABASE_URL: url } = readCommandConfig();
  const logger = createLogger({ name: 'catalog-command', level: 'silent' });
  const db = createDatabase<Tables>({ url, logger, poolSize: 2 });
  try {
    await migrateToLatest({ url, logger, migrations });
    return describe(await changeAccess(db, { decided: {}, changes }, recordAs(COMMAND_LINE)));
  } finally {
    await db.destroy();
  }
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
  if (links === undefined) throw new WrongUse(`"${text}" is none of ${catalog.CLOSED_LINKS.join(', ')}.`);
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
