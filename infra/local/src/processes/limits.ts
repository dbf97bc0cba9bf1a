import type { RestartPolicy } from './processes.ts';
import type { WatchdogRounds } from './watchdog.ts';

/* When processes of the site are restarted, and how long they may take. */

export const SERVICE_RESTARTS: RestartPolicy = {
  firstPauseMs: 250,
  longestPauseMs: 15_000,
  steadyMs: 10_000,
};
export const SERVER_RESTARTS: RestartPolicy = { firstPauseMs: 100, longestPauseMs: 2000, steadyMs: 10_000 };
/** A hung service is killed after 24 to 28 s. Servers get a minute: a disk may stall, and a restart affects all parts. */
export const SERVICE_ROUNDS: WatchdogRounds = { everyMs: 4000, limitMs: 3000, misses: 4 };
export const SERVER_ROUNDS: WatchdogRounds = { everyMs: 5000, limitMs: 5000, misses: 6 };
/** Time without a line in its log; a statement of a migration may run for minutes. */
export const SERVICE_READY_MS = 10 * 60_000;
/** Together with the servers' limit less than 10 s, the time within which everything must end. */
export const SERVICE_STOP_MS = 6500;
export const SERVER_STOP_MS = 2500;
