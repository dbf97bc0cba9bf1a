import { access, constants, statfs } from 'node:fs/promises';

import type { status } from '@larksong/contracts';

import { isDenial, rootOf } from './root-of.ts';

/** Returns the state of a storage folder as far as it can be determined without writing to it. Never rejects. */
export async function probeFolder(folder: string): Promise<status.StorageStatus> {
  const sound = { kind: 'folder', state: 'ok', denied: null, problem: null, freeBytes: null } as const;
  try {
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    const { bavail, bsize } = await statfs(folder);
    return { ...sound, freeBytes: bavail * bsize };
  } catch (error) {
    const { code, problem } = rootOf(error);
    return isDenial(code) ? { ...sound, denied: 'write', problem } : { ...sound, state: 'away', problem };
  }
}
