export { runBackup } from './commands/backup.ts';
export { runRestore } from './commands/restore.ts';
export { readConfig } from './config.ts';
export { runNightly } from './nightly/run-nightly.ts';
export { toStorageConfig } from './move/place.ts';
