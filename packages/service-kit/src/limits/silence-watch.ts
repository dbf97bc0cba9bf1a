/** Runs a round, tells it whether silence counts, and returns its result. */
type SilenceWatch = <T>(round: (silenceCounts: boolean) => Promise<T>) => Promise<T>;

/**
 * Returns a watch for rounds that take work from workers silent for `timeoutMs`. No heartbeat can arrive while this
 * process or its database is unavailable, so workers get a full timeout first: silence counts once rounds have succeeded
 * for longer than that without a longer pause. Each round must use the database, so that it fails with it.
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
