import type { catalog } from '@larksong/contracts';

import type { PlaylistCache } from './playlist-cache.ts';
import { VISITOR, type RightsDirectory } from './rights.ts';

type Playlists = catalog.StreamStart['playlists'];

const MASTER = 'master.m3u8';
/** The address of a rung, or of the sound, in a master playlist (RFC 8216). */
const RENDITIONS = /^#EXT-X-MEDIA:TYPE=AUDIO,.*URI="([^"]+)"|^([^#\n].*)$/gm;

/**
 * Returns a function that returns the playlists of a completed public video up to the first segment, and nothing for
 * other videos.
 */
export function createFindBeginning(deps: {
  rights: RightsDirectory;
  playlists: PlaylistCache;
}): (videoId: string) => Promise<Playlists> {
  return async (videoId) => {
    const { isPublic, completedAttempt: attempt } = await deps.rights.get(videoId, VISITOR);
    if (!isPublic || attempt === undefined) return {};
    const read = async (path: string) => {
      const playlist = await deps.playlists.find({ videoId, attempt, path }, VISITOR.headers);
      return playlist?.bytes.toString() ?? '';
    };
    const master = await read(MASTER);
    if (master === '') return {};
    const paths = Array.from(master.matchAll(RENDITIONS), ([, sound, rung]) => sound ?? rung ?? '');
    const media = await Promise.all(paths.map(async (path) => [path, untilFirstSegment(await read(path))]));
    return { [MASTER]: master, ...(Object.fromEntries(media) as Playlists) };
  };
}

/** Returns a media playlist up to the address of its first segment. */
function untilFirstSegment(playlist: string): string {
  return /^[^]*?^[^#\n].*\n/m.exec(playlist)?.[0] ?? '';
}
