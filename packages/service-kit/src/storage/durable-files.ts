import { mkdir, open, rename, rmdir, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';

import { awayStorage, fullStorage } from './storage-errors.ts';

const MOVE_TRIES = 10;

/** Returns the code of a system error such as `ENOENT`, or undefined for any other error. */
export function systemCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || !('syscall' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** Returns whether an error says that a file or a folder of its path does not exist. */
export function isMissing(error: unknown): boolean {
  const code = systemCode(error);
  return code === 'ENOENT' || code === 'ENOTDIR';
}

/** Converts system errors (a full disk, a read-only folder) to `AppError('UNAVAILABLE')`; returns others unchanged. */
function toFileStorageError(error: unknown): unknown {
  const code = systemCode(error);
  if (code === undefined) return error;
  return code === 'ENOSPC' || code === 'EDQUOT' ? fullStorage(error) : awayStorage(error);
}

/** Runs file operations with system errors mapped by `toFileStorageError`. */
export async function asStorage<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw toFileStorageError(error);
  }
}

/** Syncs a folder, so that its entries survive a power failure. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Modes of new folders and files; by default those of the process. */
export interface Modes {
  folder?: number;
  file?: number;
}

/** Only their owner can read them, from the first moment on. */
export const PRIVATE: Modes = { folder: 0o700, file: 0o600 };

/** Creates a folder and its parents; all are on disk when it returns. */
export async function makeFolder(path: string, { folder: mode }: Modes = {}): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode });
  if (first === undefined) return;
  for (let folder = path; folder.length >= first.length; folder = dirname(folder))
    await syncFolder(dirname(folder));
}

/** Renames a file within one file system and creates the target's folders; the new name is on disk when it returns. */
export async function moveIntoPlace(from: string, to: string, modes: Modes = {}): Promise<void> {
  const folder = dirname(to);
  for (let tries = 1; ; tries += 1) {
    try {
      await makeFolder(folder, modes);
      await rename(from, to);
      break;
    } catch (error) {
      // A deletion of the folder's last object may have removed the folder in between.
      if (!isMissing(error) || tries === MOVE_TRIES) throw error;
    }
  }
  try {
    await syncFolder(folder);
  } catch (error) {
    // The folder was removed with the object, which has been deleted meanwhile.
    if (!isMissing(error)) throw error;
  }
}

/** Removes a folder and its parents, up to but not including `root`, while they are empty. */
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

/** Writes all bytes at a position; a single `write` may stop early, for example on a nearly full disk. */
export async function writeFully(file: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, position + done);
    done += bytesWritten;
  }
}

/** Fills the buffers with the bytes of a file from a position on. Throws if the file ends before. */
export async function readFully(file: FileHandle, buffers: Uint8Array[], position: number): Promise<void> {
  let done = buffers.length === 0 ? 0 : (await file.readv(buffers, position)).bytesRead;
  let from = 0;
  for (const buffer of buffers) {
    // One call usually reads everything.
    while (done < from + buffer.length) {
      const left = from + buffer.length - done;
      const { bytesRead } = await file.read(buffer, done - from, left, position + done);
      if (bytesRead === 0) throw new Error('a file in storage is shorter than it was');
      done += bytesRead;
    }
    from += buffer.length;
  }
}
