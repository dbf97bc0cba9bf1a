import type { catalog } from '@larksong/contracts';

/** The polling interval while auto-refresh is on (specification section 9). */
export const REFRESH_MS = 5_000;

/** A bar moving from the share shown to the one reported last; it arrives when the next response is due. */
interface Track {
  from: number;
  to: number;
  /** When it started to move, in milliseconds; Infinity while it is paused. */
  sinceMs: number;
  /** The attempt that it shows. */
  startedAt: string;
}

export type Tracks = ReadonlyMap<string, Track>;

/** Returns the key of a bar for one resolution, or for all work on a video. */
export function toBarKey(videoId: string, resolution = ''): string {
  return `${videoId} ${resolution}`;
}

/**
 * Returns the share to show, 0 to 1. The bar moves at the speed measured between the last two responses and stays one
 * response behind, so that it never overtakes the real progress.
 */
export function getShown({ from, to, sinceMs }: Track, nowMs: number): number {
  const passed = Math.max(0, Math.min(1, (nowMs - sinceMs) / REFRESH_MS));
  return from + (to - from) * passed;
}

/**
 * Applies a response. A new bar starts at the reported share; a known one continues from its current share and never
 * moves back.
 */
export function followAnswer(
  tracks: Tracks,
  videos: readonly catalog.ProcessingVideo[],
  nowMs: number,
): Tracks {
  return new Map(
    videos.flatMap(({ id, startedAt, share, rungs }) =>
      [{ resolution: '', share }, ...rungs].map((bar) => {
        const key = toBarKey(id, bar.resolution);
        const known = tracks.get(key);
        const from =
          known === undefined || known.startedAt !== startedAt ? bar.share : getShown(known, nowMs);
        return [key, { from, to: Math.max(from, bar.share), sinceMs: nowMs, startedAt }];
      }),
    ),
  );
}

/** Pauses every bar where it is. */
export function holdTracks(tracks: Tracks, nowMs: number): Tracks {
  return mapTracks(tracks, (track) => ({ ...track, from: getShown(track, nowMs), sinceMs: Infinity }));
}

/** Resumes every paused bar. */
export function releaseTracks(tracks: Tracks, nowMs: number): Tracks {
  return mapTracks(tracks, (track) => ({ ...track, from: getShown(track, nowMs), sinceMs: nowMs }));
}

function mapTracks(tracks: Tracks, change: (track: Track) => Track): Tracks {
  return new Map([...tracks].map(([key, track]) => [key, change(track)]));
}
