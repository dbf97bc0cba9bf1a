import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';

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
   * Returns a playlist of a completed video, which catalog is asked for with these headers the first time; undefined if
   * catalog does not respond with one.
   */
  find: (name: PlaylistName, headers: Record<string, string>) => Promise<SendableFile | undefined>;
}

interface KeptPlaylist {
  bytes: Buffer;
  etag: string;
}

export const PLAYLIST_TYPE = 'application/vnd.apple.mpegurl';
/** Enough for a few thousand; a film of six hours has five of 400 kB. */
const MAX_BYTES = 16 * 1024 * 1024;

/** Keeps playlists that no longer change. Simultaneous requests for one ask catalog once. */
export function createPlaylistCache(of: { catalogUrl: string; timeoutMs: number }): PlaylistCache {
  const origin = of.catalogUrl.replace(/\/$/, '');
  const kept = new LRUCache<string, KeptPlaylist, { url: string; headers: Record<string, string> }>({
    max: 10_000,
    maxSize: MAX_BYTES,
    sizeCalculation: ({ bytes }) => Math.max(1, bytes.length),
    async fetchMethod(_key, _old, { context: { url, headers } }) {
      const bytes = await readPlaylist(url, { headers, signal: AbortSignal.timeout(of.timeoutMs) });
      return bytes && { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url')}"` };
    },
  });
  return {
    async find({ videoId, attempt, path }, headers) {
      const url = `${origin}/hls/${videoId}/${path}`;
      const playlist = await kept.fetch(`${attempt} ${url}`, { context: { url, headers } });
      if (!playlist) return undefined;
      const { bytes, etag } = playlist;
      return {
        etag,
        sizeBytes: bytes.length,
        open: async ({ start, end } = { start: 0, end: bytes.length - 1 }) =>
          Readable.from([bytes.subarray(start, end + 1)]),
      };
    },
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
