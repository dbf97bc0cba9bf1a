/*
 * For operators of the site: node services/game/src/command.ts seed [--language de|es]
 * Uses only the database and the storage, so game may be running or not.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { game, isLanguage, type Language } from '@larksong/contracts';
import {
  createDatabase,
  createLogger,
  migrateToLatest,
  CommandError,
  runCommand,
} from '@larksong/service-kit';

import { readCommandConfig } from './config.ts';
import { openStorage } from './db/open-storage.ts';
import { migrations } from './db/migrations/index.ts';
import type { Tables } from './db/tables.ts';
import { seed, type Seeded } from './starter/seed.ts';

const USAGE = `Use this:
  seed                    add the missing letters of the starter pack
  seed --language de|es   add those of the German or Spanish one, which have pictures and no sounds
`;

async function main([name = '', ...args]: string[]): Promise<string> {
  if (name !== 'seed')
    throw new CommandError(`${name === '' ? '' : `There is no command "${name}". `}${USAGE}`);
  const language = readLanguage(args);
  const config = readCommandConfig();
  const logger = createLogger({ name: 'game-command', level: 'silent' });
  const db = createDatabase<Tables>({ url: config.DATABASE_URL, logger, poolSize: 2 });
  const storage = openStorage(config, db);
  try {
    await migrateToLatest({ url: config.DATABASE_URL, logger, migrations });
    const folder = join(import.meta.dirname, '..', 'starter-pack');
    return describe(await seed({ db, storage, folder, language }));
  } finally {
    await storage.close();
    await db.destroy();
  }
}

/** Returns the language of the starter pack; English without arguments. Throws a CommandError for any other argument. */
function readLanguage(args: string[]): Language {
  const known: readonly string[] = [game.OWN_PACK, ...game.STARTER_LANGUAGES];
  try {
    const { values } = parseArgs({ args, options: { language: { type: 'string' } } });
    const { language = game.OWN_PACK } = values;
    if (isLanguage(language) && known.includes(language)) return language;
    throw new CommandError(`There are starter packs in ${known.join(', ')}.`);
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw new CommandError(USAGE, { cause: error });
  }
}

function describe({ added, left }: Seeded): string {
  const names = added.reduce((sum, { nameCount }) => sum + nameCount, 0);
  const letters = added.map(({ letter }) => letter).join(' ');
  const what =
    added.length === 0
      ? 'Nothing was added.'
      : `Added ${count(added.length, 'letter')} with ${count(names, 'name')}: ${letters}`;
  return left.length === 0 ? what : `${what}\nLeft as they are: ${left.join(' ')}`;
}

function count(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? '' : 's'}`;
}

await runCommand(main);
