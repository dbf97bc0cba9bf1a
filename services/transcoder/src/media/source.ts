import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';

import type { Storage } from '@larksong/service-kit/storage';

import type { Isolation } from './sandbox.ts';
import type { SourceServer } from './source-server.ts';

/** The one file that a unit reads, as ffmpeg gets to see it. */
export interface Source {
  protocol: 'file' | 'http';
  /** A path on this machine, or an address on loopback. */
  address: string;
  /** What went wrong in storage while ffmpeg was reading, which it would take for the end of the file. */
  failure(): Error | undefined;
  close(): void;
}

/**
 * Opens a source for ffmpeg: the file itself where the driver has one that ffmpeg's user can read,
 * else through the worker's own server on loopback, so that ffmpeg never sees a storage address.
 */
export async function openSource(
  storage: Storage,
  server: SourceServer,
  wanted: { key: string; sizeBytes: number; isolation: Isolation },
): Promise<Source> {
  const path = storage.localPath(wanted.key);
  if (path !== undefined && (await isReadable(path, wanted.isolation)))
    return { protocol: 'file', address: path, failure: () => undefined, close: () => {} };
  return server.serve(storage, wanted);
}

const OTHERS_READ = 0o004;
const OTHERS_ENTER = 0o001;

async function isReadable(path: string, isolation: Isolation): Promise<boolean> {
  if (!isolation.unprivilegedUser) return true;
  const file = await stat(path).catch(() => undefined);
  if (!file || !(file.mode & OTHERS_READ)) return false;
  if (isolation.bubblewrap) return true; // the file is mounted by itself, whatever its folders allow
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if (!((await stat(folder)).mode & OTHERS_ENTER)) return false;
    if (folder === dirname(folder)) return true;
  }
}
