import { access, constants } from 'node:fs/promises';
import { join } from 'node:path';

import { isThere } from '../data-folder/cluster.ts';
import { storageFolderOf } from '../data-folder/site-settings.ts';
import { codeOf } from '../host/problem.ts';
import { isOnServer } from './service-environment.ts';

/**
 * Returns what keeps the services from using the folder of the site's files: they do not recognise it if it has no mark,
 * and store nothing on a disk that is mounted read-only. Returns undefined if neither is the case.
 */
export async function describeFilesTrouble(dataDir: string): Promise<string | undefined> {
  if (isOnServer({ dataDir, outer: process.env })) return undefined;
  const folder = storageFolderOf(dataDir);
  if (!(await isThere(join(folder, '.marks')).catch(() => false)))
    return `The files of the site are not in ${folder}. Is its disk plugged in and mounted, or was the folder moved? Until it is back, nothing can be watched or uploaded, and nothing is changed there.`;
  const code = await access(folder, constants.W_OK).then(
    () => undefined,
    (error: unknown) => codeOf(error),
  );
  return code === undefined
    ? undefined
    : `The folder of the site's files, ${folder}, can only be read (${code}). Videos can be watched, but nothing can be uploaded or changed. If its disk was mounted read-only because of errors, dmesg shows them: check it, and mount it with write access.`;
}
