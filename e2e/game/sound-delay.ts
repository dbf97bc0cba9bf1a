import { readCount } from '../support/random.ts';

/**
 * Deadline from a tap to its sound, for half of the taps. By day other tests keep the processors busy; a sound that waits
 * for one of the game's pauses, 800 ms at least, is still noticed.
 */
export const SOUND_MS = readCount('SOUND_MS', 600);

/** Returns and prints the time from a tap to its sound that half of the taps do not exceed. */
export function medianDelayMs(started: readonly { afterMs: number }[]): number {
  const delays = started.map(({ afterMs }) => afterMs).toSorted((one, other) => one - other);
  const medianMs = delays[Math.floor(delays.length / 2)] ?? Infinity;
  console.log(
    `tap to sound: median ${medianMs.toFixed(1)} ms, longest ${(delays.at(-1) ?? 0).toFixed(1)} ms`,
  );
  return medianMs;
}
