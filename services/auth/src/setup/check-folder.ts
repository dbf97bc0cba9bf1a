import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { AppError } from '@larksong/service-kit';

/**
 * Creates the folder that was chosen for videos, in which this process, and so the other services, must be able to write.
 * Throws VALIDATION_FAILED if it cannot, or if the folder already has something in it.
 */
export async function checkFolder(folder: string): Promise<void> {
  const refuse = (message: string) => new AppError('VALIDATION_FAILED', { message });
  try {
    await mkdir(folder, { recursive: true });
    const probe = join(folder, '.larksong-probe');
    await writeFile(probe, '');
    await rm(probe);
  } catch {
    throw refuse(
      `The site cannot write to the folder ${folder}. Please choose another one, or give it to the user "larksong".`,
    );
  }
  if ((await readdir(folder)).length > 0)
    throw refuse(`The folder ${folder} is not empty. Please choose another one.`);
}
