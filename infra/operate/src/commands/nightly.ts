import { CommandError } from '@larksong/service-kit';

import { readConfigRecorded } from '../backup/record-run.ts';
import { findLastSuccess } from '../backup/runs-store.ts';
import { readArguments, WrongUse, type Command } from '../command.ts';
import { connect } from '../database/connect.ts';
import { runNightly } from '../nightly/run-nightly.ts';
import { runBackup } from './backup.ts';

export const nightly: Command = {
  usage: '',
  summary: 'make a backup in BACKUP_FOLDER every night at BACKUP_HOUR, until stopped',
  async run(args, { environment, signal, print, note }) {
    readArguments(args, { options: {}, least: 0, most: 0 });
    const config = await readConfigRecorded(environment, environment['BACKUP_FOLDER']);
    const { BACKUP_FOLDER: place, BACKUP_OBJECTS: mode = 'copy', BACKUP_KEEP: keep } = config;
    if (place === undefined) throw new WrongUse('Set BACKUP_FOLDER to the folder of the backups.');
    await runNightly({
      hour: config.BACKUP_HOUR,
      signal,
      async findLastSuccess() {
        await using connection = await connect(config.AUTH_DATABASE_URL);
        return findLastSuccess(connection.client);
      },
      async backup() {
        try {
          const { id } = await runBackup(config, place, { mode, keep, signal, note });
          print(`The nightly backup ${id} is complete.`);
          return true;
        } catch (error) {
          note(`The nightly backup failed: ${error instanceof CommandError ? error.message : String(error)}`);
          return false;
        }
      },
    });
  },
};
