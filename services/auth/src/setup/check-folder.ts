import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { because, type Explanation } from '@larksong/contracts';
import { AppError } from '@larksong/service-kit';

/**
 * Creates the folder that was chosen for videos, in which this process, and so the other services, must be able to write.
 * Throws VALIDATION_FAILED if it cannot, or if the folder already has something in it.
 */
export async function checkFolder(folder: string): Promise<void> {
  const refuse = (explanation: Explanation) => new AppError('VALIDATION_FAILED', explanation);
  try {
    await mkdir(folder, { recursive: true });
    const probe = join(folder, '.larksong-probe');
    await writeFile(probe, '');
    await rm(probe);
  } catch {
    throw refuse(because('setup.folder-not-writable', { folder }));
  }
  if ((await readdir(folder)).length > 0) throw refuse(because('setup.folder-not-empty', { folder }));
}
