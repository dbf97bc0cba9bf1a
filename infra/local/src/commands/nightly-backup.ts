import { join, resolve } from 'node:path';

import { runNightly } from '@larksong/operate/nightly';

import { readJson, writePrivately } from '../data-folder/data-folder.ts';
import { toSentence } from '../host/problem.ts';
import { environmentOfRunningSite, runOperate } from '../processes/run-operate.ts';
import { isOnServer } from '../settings/service-environment.ts';
import type { StartSettings } from '../settings/settings.ts';

const RECORD = 'last-backup.json';

/**
 * Makes a backup of the running site every night until the signal is aborted. Without `BACKUP_FOLDER`, backups are restore
 * points on the site's own disk: hard links, or only names if the files are on an S3 server.
 */
export async function backUpNightly(
  settings: StartSettings,
  { say, signal }: { say: (line: string) => void; signal: AbortSignal },
): Promise<void> {
  if (settings.backupHour === undefined) return;
  const dataDir = resolve(settings.dataDir);
  const record = join(dataDir, RECORD);
  const { BACKUP_FOLDER } = process.env;
  const toTarget = () => {
    if (BACKUP_FOLDER) return [BACKUP_FOLDER];
    const isList = isOnServer({ dataDir, outer: process.env });
    return [join(dataDir, 'backups'), '--objects', isList ? 'list' : 'links'];
  };
  await runNightly({
    hour: settings.backupHour,
    signal,
    findLastSuccess: async () => toDate(readJson(record) as { at?: string }), // written below
    async backup() {
      const startedAt = new Date();
      const why = await backUp(dataDir, toTarget(), signal).catch(toSentence);
      if (why === undefined) writePrivately(record, { at: startedAt.toISOString() });
      else if (!signal.aborted) say(`The nightly backup failed, and will be tried again in an hour: ${why}`);
      return why === undefined;
    },
  });
}

/** Returns why a backup failed; undefined if it is complete. */
async function backUp(dataDir: string, target: string[], signal: AbortSignal): Promise<string | undefined> {
  const environment = await environmentOfRunningSite(dataDir);
  const { code, output } = await runOperate({
    args: ['backup', ...target],
    environment,
    signal,
    output: 'return',
  });
  return code === 0 ? undefined : (output.trim().split('\n').at(-1) ?? '');
}

function toDate({ at }: { at?: string }): Date | undefined {
  return at === undefined ? undefined : new Date(at);
}
