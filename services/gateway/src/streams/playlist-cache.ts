import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip as gzipWithCallback } from 'node:zlib';

import type { SendableFile } from '@larksong/service-kit';
import { LRUCache } from 'lru-cache';

interface PlaylistName {
  videoId: string;
  attempt: number;
  /** Its path below the video's address. */
  path: string;
}

export interface PlaylistCache {
  /**
   * Returns a playlist of a completed video, which is requested from catalog with these headers the first time; undefined if
   * catalog does not respond with one.
   */
  find: (name: PlaylistName, headers: Record<string, string>) => Promise<Playlist | undefined>;
}

/** A playlist, uncompressed and compressed to a twentieth for clients that accept it. */
export interface Playlist {
  bytes: Buffer;
  identity: SendableFile;
  gzip: SendableFile;
}

const gzip = promisify(gzipWithCallback);

export const PLAYLIST_TYPE = 'application/vnd.apple.mpegurl';
/** Enough for a few thousand; a film of six hours has five of 400 kB. */
const MAX_BYTES = 16 * 1024 * 1024;

/** Keeps playlists that no longer change. Simultaneous requests for one ask catalog once. */
export function createPlaylistCache(of: { catalogUrl: string; timeoutMs: number }): PlaylistCache {
  const origin = of.catalogUrl.replace(/\/$/, '');
  const kept = new LRUCache<string, Playlist, { url: string; headers: Record<string, string> }>({
    max: 10_000,
    maxSize: MAX_BYTES,
    sizeCalculation: ({ identity, gzip }) => identity.sizeBytes + gzip.sizeBytes,
    ignoreFetchAbort: true, // one that is displaced while it is fetched is still wanted
    async fetchMethod(_key, _old, { context: { url, headers } }) {
      const bytes = await readPlaylist(url, { headers, signal: AbortSignal.timeout(of.timeoutMs) });
      return bytes && { bytes, identity: toFile(bytes), gzip: toFile(await gzip(bytes)) };
    },
  });
  return {
    find: ({ videoId, attempt, path }, headers) => {
      const url = `${origin}/hls/${videoId}/${path}`;
      return kept.fetch(`${attempt} ${url}`, { context: { url, headers } });
    },
  };
}

function toFile(bytes: Buffer): SendableFile {
  return {
    etag: `"${createHash('sha256').update(bytes).digest('base64url')}"`,
    sizeBytes: bytes.length,
    open: async ({ start, end } = { start: 0, end: bytes.length - 1 }) => bytes.subarray(start, end + 1),
  };
}

async function readPlaylist(url: string, options: RequestInit): Promise<Buffer | undefined> {
  try {
    const response = await fetch(url, options);
    const bytes = Buffer.from(await response.arrayBuffer());
    return response.status === 200 ? bytes : undefined;
  } catch {
    return undefined; // The request is forwarded, which leads to a response that says why.
  }
}
