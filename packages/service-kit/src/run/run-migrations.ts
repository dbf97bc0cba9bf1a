import { readDatabaseUrl } from './config.ts';
import { createLogger } from '../base/logger.ts';
import { migrateToLatest, tryMigrations, type MigrationOptions } from '../data/migrate.ts';
import { CommandError, runCommand } from './run-command.ts';

const COMMANDS: Record<string, { work: (options: MigrationOptions) => Promise<string[]>; done: string }> = {
  try: { work: tryMigrations, done: 'These migrations work, and were not kept' },
  run: { work: migrateToLatest, done: 'Migrated' },
};

/** Runs `node src/migrate.ts try|run` on the database of a service, for updates that migrate before they replace it. */
export function runMigrations(name: string, migrations: MigrationOptions['migrations']): Promise<void> {
  return runCommand(async ([mode = '']) => {
    const command = Object.hasOwn(COMMANDS, mode) ? COMMANDS[mode] : undefined;
    if (!command) throw new CommandError('Use one of these: try, run.');
    const logger = createLogger({ name: `${name}-migrate`, level: 'info' });
    const names = await command.work({ url: readDatabaseUrl(), logger, migrations });
    return names.length === 0 ? 'The database needs no migration.' : `${command.done}: ${names.join(', ')}`;
  });
}
