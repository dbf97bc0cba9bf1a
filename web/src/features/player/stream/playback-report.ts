import { catalog } from '@larksong/contracts';

import { findPlayerError } from '../../../parts/last-player-error.ts';
import type { StreamState } from './stream.ts';

/** A shorter pause is hardly seen. */
const STALL_MS = 500;

/**
 * Follows a playback that has begun or failed, and reports it once: when the returned function is called, or the page is
 * left. `seen` is what its stream has told so far, and changes with it.
 */
export function followPlayback(
  video: HTMLVideoElement,
  source: string,
  seen: Readonly<Partial<StreamState>>,
): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  let waitingSinceMs: number | undefined;
  let hasStalled = false;
  const proceed = () => {
    hasStalled ||= waitingSinceMs !== undefined && performance.now() - waitingSinceMs >= STALL_MS;
    waitingSinceMs = undefined;
  };
  video.addEventListener(
    'waiting',
    () => {
      // After a jump, everybody expects to wait.
      if (!video.seeking) waitingSinceMs ??= performance.now();
    },
    { signal },
  );
  for (const event of ['playing', 'pause', 'seeking'] as const)
    video.addEventListener(event, proceed, { signal });
  function report(): void {
    if (signal.aborted) return;
    proceed();
    listening.abort();
    send(toPlayback(source, seen, hasStalled));
  }
  window.addEventListener('pagehide', report, { signal });
  return report;
}

function toPlayback(
  source: string,
  { phase, playing }: Partial<StreamState>,
  hasStalled: boolean,
): catalog.Playback {
  const rung = catalog.PLAYBACK_RUNGS.find((known) => known === playing) ?? 'unknown';
  if (phase !== 'stopped' && phase !== 'impossible')
    return { result: hasStalled ? 'stalled' : 'smooth', rung };
  const error = findPlayerError(videoIdOf(source))?.what ?? 'other';
  return { result: 'failed', rung, error };
}

/** Returns the id in the address of a stream: `/hls/{id}/master.m3u8`. */
function videoIdOf(source: string): string {
  return source.split('/').at(-2) ?? source;
}

/** Sends a report that survives the page. One that is lost is only not counted. */
function send(playback: catalog.Playback): void {
  const body = new Blob([JSON.stringify(playback)], { type: 'application/json' });
  // Some browsers let people switch beacons off.
  if ('sendBeacon' in navigator) navigator.sendBeacon(catalog.reportPlayback.path, body);
}
