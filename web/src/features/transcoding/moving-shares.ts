import type { catalog } from '@larksong/contracts';

/** How often the server is asked while auto-refresh is on (specification section 9). */
export const REFRESH_MS = 5_000;

/** A bar on its way from what was shown to what the server said last; it arrives when the next answer is due. */
interface Track {
  from: number;
  to: number;
  /** When it set out, in milliseconds; Infinity while it is held. */
  sinceMs: number;
  /** The attempt that it belongs to. */
  startedAt: string;
}

export type Tracks = ReadonlyMap<string, Track>;

/** The name of a bar: of one rung, or without one of all the work on a video. */
export function toBarKey(videoId: string, resolution = ''): string {
  return `${videoId} ${resolution}`;
}

/**
 * The share to show, 0 to 1. The bar moves as fast as the work went between the last two answers and stays that one
 * answer behind, so that it never is past the truth.
 */
export function getShown({ from, to, sinceMs }: Track, nowMs: number): number {
  const passed = Math.max(0, Math.min(1, (nowMs - sinceMs) / REFRESH_MS));
  return from + (to - from) * passed;
}

/** Takes an answer over. A new bar stands where the server says; a known one sets out from where it is, never back. */
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

/** Every bar stands still where it is. */
export function holdTracks(tracks: Tracks, nowMs: number): Tracks {
  return mapTracks(tracks, (track) => ({ ...track, from: getShown(track, nowMs), sinceMs: Infinity }));
}

/** Every bar that was held sets out again. */
export function releaseTracks(tracks: Tracks, nowMs: number): Tracks {
  return mapTracks(tracks, (track) => ({ ...track, from: getShown(track, nowMs), sinceMs: nowMs }));
}

function mapTracks(tracks: Tracks, change: (track: Track) => Track): Tracks {
  return new Map([...tracks].map(([key, track]) => [key, change(track)]));
}
