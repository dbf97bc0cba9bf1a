import { open, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const MIB = 1024 ** 2;
/** Sizes of the pieces that fill a disk, so that no room is left for a small file either. */
const PIECES = [MIB, 4096, 1];

/** Keeps a file system full for a time, also when files on it are deleted, and frees the space again. */
export async function keepFull(path: string, forMs: number): Promise<void> {
  const filler = join(path, 'filler');
  const file = await open(filler, 'w');
  const end = performance.now() + forMs;
  try {
    while (performance.now() < end) {
      for (const size of PIECES) await writeUntilFull(file, Buffer.alloc(size));
      await pause(100);
    }
  } finally {
    await file.close();
    await rm(filler);
  }
}

async function writeUntilFull(file: FileHandle, piece: Buffer): Promise<void> {
  try {
    for (;;) await file.write(piece);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error; // every error of node:fs has a code
  }
}
