import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';

import type { Storage } from '@larksong/service-kit/storage';

import type { Feed } from '../rules/source/input-args.ts';
import type { Isolation } from './sandbox.ts';

/** The file that a unit reads, as ffmpeg sees it. */
export interface Source {
  protocol: 'file' | 'http' | 'pipe';
  /** A local path, an address on loopback, or ffmpeg's name of its standard input. */
  address: string;
  /** The programs that write to the pipe; the first one reads another source. */
  fed?: { from: Source; feeds: readonly Feed[] };
  /** Returns the storage error during reading, if any, which ffmpeg would mistake for the end of the file. */
  failure(): Error | undefined;
  close(): void;
}

export interface SourceServer {
  /** Serves one object at an unguessable address until the source is closed. */
  serve(storage: Storage, object: { key: string; sizeBytes: number }): Source;
  close(): Promise<void>;
}

/**
 * Opens a source for ffmpeg: the file itself if the storage driver has one that ffmpeg's user can read,
 * otherwise through the worker's server on loopback, so that ffmpeg never sees a storage address.
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

/** Returns a source as one more program prepares it. It can be read only from the beginning. */
export function feedThrough(source: Source, feed: Feed): Source {
  const { from, feeds } = source.fed ?? { from: source, feeds: [] };
  return { ...from, protocol: 'pipe', address: 'pipe:0', fed: { from, feeds: [...feeds, feed] } };
}

const OTHERS_READ = 0o004;
const OTHERS_ENTER = 0o001;

async function isReadable(path: string, isolation: Isolation): Promise<boolean> {
  if (!isolation.unprivilegedUser) return true;
  const file = await stat(path).catch(() => undefined);
  if (!file || !(file.mode & OTHERS_READ)) return false;
  if (isolation.bubblewrap) return true; // only the file itself is mounted, whatever the permissions of its folders
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if (!((await stat(folder)).mode & OTHERS_ENTER)) return false;
    if (folder === dirname(folder)) return true;
  }
}
