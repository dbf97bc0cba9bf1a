import { mkdir, open, rename, rmdir, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';

import { awayStorage, fullStorage } from './storage-errors.ts';

const MOVE_TRIES = 10;

/** Code of a system error such as `ENOENT`; undefined for any other error. */
export function systemCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || !('syscall' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

export function isMissing(error: unknown): boolean {
  const code = systemCode(error);
  return code === 'ENOENT' || code === 'ENOTDIR';
}

/** System errors become `AppError('UNAVAILABLE')` (a full disk, a folder that cannot be written); others stay. */
function toFileStorageError(error: unknown): unknown {
  const code = systemCode(error);
  if (code === undefined) return error;
  return code === 'ENOSPC' || code === 'EDQUOT' ? fullStorage(error) : awayStorage(error);
}

/** Runs file work with its system errors mapped by `toFileStorageError`. */
export async function asStorage<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw toFileStorageError(error);
  }
}

/** Makes the names in a folder last over a power cut. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Makes a folder with its parents, all of them on disk when it returns. */
export async function makeFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true });
  if (first === undefined) return;
  for (let folder = path; folder.length >= first.length; folder = dirname(folder))
    await syncFolder(dirname(folder));
}

/** Renames within one file system, with the target's folders made; the new name is on disk when it returns. */
export async function moveIntoPlace(from: string, to: string): Promise<void> {
  const folder = dirname(to);
  for (let tries = 1; ; tries += 1) {
    try {
      await makeFolder(folder);
      await rename(from, to);
      break;
    } catch (error) {
      // Somebody who deleted the last object of the folder may have removed it in between.
      if (!isMissing(error) || tries === MOVE_TRIES) throw error;
    }
  }
  try {
    await syncFolder(folder);
  } catch (error) {
    // It has gone together with the object, which somebody has deleted already.
    if (!isMissing(error)) throw error;
  }
}

/** Removes a folder and its parents up to, not including, `root`, as long as they are empty. */
export async function removeEmptyFolders(path: string, root: string): Promise<void> {
  for (let folder = path; folder.length > root.length; folder = dirname(folder)) {
    try {
      await rmdir(folder);
    } catch (error) {
      const code = systemCode(error);
      if (code === 'ENOENT') continue;
      if (code === 'ENOTEMPTY' || code === 'EEXIST' || code === 'ENOTDIR') return;
      throw error;
    }
  }
}

/** Writes all bytes at a position; `write` alone may stop early, above all on a disk that is nearly full. */
export async function writeFully(file: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, position + done);
    done += bytesWritten;
  }
}
