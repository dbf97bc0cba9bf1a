import { setTimeout as pause } from 'node:timers/promises';

import { createRemoteJWKSet, errors, type JWTVerifyGetKey } from 'jose';

import { AppError } from '../base/errors.ts';
import type { Logger } from '../base/logger.ts';

const TIMEOUT_MS = 2000;
/** Short, since services start together and auth may be ready a moment later. */
const FIRST_PAUSE_MS = 100;
/** Shorter than the time for which auth publishes a new key before signing with it (`KEY_PUBLISH_SECONDS`). */
const REFRESH_MS = 300_000;

/**
 * Returns the public keys that auth publishes at `url`. Known keys are kept until newer ones arrive and are refreshed in
 * the background, so that verification does not wait. While auth does not respond, and for unknown keys, which anybody
 * can invent, keys are fetched at most every `pauseMs`. Unknown keys then fail at once with `AppError('UNAVAILABLE')`.
 */
export function createKeySet(url: URL, options: { logger: Logger; pauseMs?: number }): JWTVerifyGetKey {
  const { logger, pauseMs = 3000 } = options;
  const remote = createRemoteJWKSet(url, {
    timeoutDuration: TIMEOUT_MS,
    // Fetched by `reload` only: jose would wait for the fetch and drop the old keys if it fails.
    cooldownDuration: Infinity,
    cacheMaxAge: Infinity,
  });
  const source = createSource(remote, logger);

  async function retryUntilKnown(): Promise<void> {
    for (let waitMs = FIRST_PAUSE_MS; remote.jwks() === undefined; waitMs = Math.min(waitMs * 2, pauseMs)) {
      await pause(waitMs, undefined, { ref: false });
      await source.reload();
    }
  }

  const first = source.reload();
  void first.then(retryUntilKnown);
  return async (header, token) => {
    const sinceMs = performance.now() - source.askedAt();
    if (sinceMs >= (source.isAway() ? pauseMs : REFRESH_MS)) void source.reload();
    await first;
    if (remote.jwks() === undefined) throw keysAway();
    try {
      return await remote(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      if (!source.isAway() && !remote.reloading && sinceMs < pauseMs) throw error;
      if (!source.isAway()) await source.reload();
      if (source.isAway()) throw keysAway(error);
      return remote(header, token);
    }
  };
}

/** Returns how to fetch the keys again, and what became of the latest attempt. */
function createSource(remote: ReturnType<typeof createRemoteJWKSet>, logger: Logger) {
  let askedAt = -Infinity;
  let isAway = false;
  return {
    askedAt: () => askedAt,
    isAway: () => isAway,
    async reload(): Promise<void> {
      if (!remote.reloading) askedAt = performance.now();
      try {
        await remote.reload();
        if (isAway) logger.info('public keys fetched again');
        isAway = false;
      } catch (error) {
        if (!isAway) logger.warn({ err: error }, 'public keys could not be fetched; will retry');
        isAway = true;
      }
    },
  };
}

function keysAway(cause?: unknown): AppError {
  return new AppError('UNAVAILABLE', { cause, retryAfterSeconds: 2 });
}
