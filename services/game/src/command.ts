/*
 * For operators of the site: node services/game/src/command.ts seed
 * Uses only the database and the storage, so game may be running or not.
 */
import { join } from 'node:path';

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
  seed  add the missing letters of the starter pack
`;

async function main([name = '']: string[]): Promise<string> {
  if (name !== 'seed')
    throw new CommandError(`${name === '' ? '' : `There is no command "${name}". `}${USAGE}`);
  const config = readCommandConfig();
  const logger = createLogger({ name: 'game-command', level: 'silent' });
  const db = createDatabase<Tables>({ url: config.DATABASE_URL, logger, poolSize: 2 });
  const storage = openStorage(config, db);
  try {
    await migrateToLatest({ url: config.DATABASE_URL, logger, migrations });
    return describe(await seed({ db, storage, folder: join(import.meta.dirname, '..', 'starter-pack') }));
  } finally {
    await storage.close();
    await db.destroy();
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
