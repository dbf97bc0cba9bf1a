/** Runs a round and tells it whether silence counts; gives what it gives. */
type SilenceWatch = <T>(round: (silenceCounts: boolean) => Promise<T>) => Promise<T>;

/**
 * For rounds that take work away from those who were silent for `timeoutMs`. While this process or its database was
 * away nobody could be heard, so everybody has a full timeout to speak first: silence counts once rounds have gone well
 * for longer than that, with no longer pause between them. Each round must reach the database, so that it fails with it.
 */
export function createSilenceWatch(timeoutMs: number, now: () => number = Date.now): SilenceWatch {
  let listeningSince = now();
  let lastRoundAt = now();
  return async (round) => {
    if (now() - lastRoundAt > timeoutMs) listeningSince = now();
    const result = await round(now() - listeningSince > timeoutMs);
    lastRoundAt = now();
    return result;
  };
}
