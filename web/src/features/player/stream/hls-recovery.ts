import type { catalog } from '@larksong/contracts';
import { ErrorDetails, ErrorTypes, Events, type default as Hls, type ErrorData } from 'hls.js';

import { keepPlayerError } from '../../../parts/last-player-error.ts';
import { followConnection } from './connection.ts';
import { decideRecovery, isGone, type FatalError, type RecoveryHistory } from './recovery.ts';
import type { Outage } from './stream.ts';

/** The connection was made, but nothing came in time. */
const SILENCE: ReadonlySet<ErrorDetails> = new Set([
  ErrorDetails.MANIFEST_LOAD_TIMEOUT,
  ErrorDetails.LEVEL_LOAD_TIMEOUT,
  ErrorDetails.AUDIO_TRACK_LOAD_TIMEOUT,
  ErrorDetails.FRAG_LOAD_TIMEOUT,
]);

interface RecoveryOptions {
  source: string;
  onGiveUp: () => void;
  /** Receives why nothing arrives, on every change. */
  onOutage: (outage: Outage | null) => void;
}

/**
 * Handles fatal errors of hls.js as `decideRecovery` says, and logs them. Stops the retries of hls.js for a segment
 * that is gone. Returns a function that ends it.
 */
export function recoverFromErrors(hls: Hls, options: RecoveryOptions): () => void {
  const history: RecoveryHistory = { networkFailures: 0, mediaRecoveredAtMs: undefined };
  let hasManifest = false;
  let stopWaiting = () => {};
  const report = distinct(options.onOutage);
  const stopFollowing = followConnection((isOffline) => report(isOffline ? 'network' : null));
  hls.on(Events.MANIFEST_PARSED, () => {
    hasManifest = true;
    report(null);
  });
  hls.on(Events.FRAG_LOADED, () => {
    report(null);
    history.networkFailures = 0;
  });
  hls.on(Events.ERROR, (_, data) => {
    const outage = findOutage(data);
    if (outage) report(outage);
    const isLost = isLostSegment(data);
    if (outage || data.fatal || isLost) keepPlayerError(options.source, toPlayerError(data));
    if (!data.fatal && !isLost) return;
    logFatal(data);
    const recovery = decideRecovery(toFatalError(data), history, performance.now());
    if (recovery.kind === 'give-up') options.onGiveUp();
    else if (recovery.kind === 'recover-media') {
      history.mediaRecoveredAtMs = performance.now();
      hls.recoverMediaError();
    } else {
      history.networkFailures += 1;
      stopWaiting();
      stopWaiting = whenOnlineOrAfter(recovery.waitMs, () => {
        if (hasManifest) hls.startLoad();
        else hls.loadSource(options.source);
      });
    }
  });
  return () => {
    stopFollowing();
    stopWaiting();
  };
}

/**
 * Returns whether a segment of the only usable rendition is gone. hls.js would retry for half a minute or, in a growing
 * playlist, skip it. But a listed segment never changes: the video was removed, replaced or made unavailable to this
 * viewer, which the page finds out when Try again is pressed.
 */
function isLostSegment(data: ErrorData): boolean {
  return (
    data.details === ErrorDetails.FRAG_LOAD_ERROR &&
    isGone(statusOf(data)) &&
    data.errorAction?.nextAutoLevel === undefined
  );
}

/**
 * Returns the status of a response. A storage server to which the site redirects responds with 403 to a late request; that
 * says nothing about the segment, which has to be requested from the site again.
 */
function statusOf({ response, networkDetails }: ErrorData): number | undefined {
  const url = networkDetails instanceof XMLHttpRequest ? networkDetails.responseURL : networkDetails?.url;
  const isElsewhere = url !== undefined && url !== '' && new URL(url).origin !== location.origin;
  return isElsewhere && response?.code === 403 ? undefined : response?.code;
}

/** Returns the outage behind an error, or null. Also while hls.js still retries on its own. */
function findOutage({ type, details, fatal, response }: ErrorData): Outage | null {
  if (type !== ErrorTypes.NETWORK_ERROR) return null;
  const isSilent = SILENCE.has(details);
  if (navigator.onLine && (isSilent || (response?.code ?? 0) >= 500)) return 'site';
  return fatal || isSilent || response?.code === 0 ? 'network' : null;
}

/** Returns a function that passes on only changes of its argument, which is null at first. */
function distinct<T>(report: (value: T | null) => void): (value: T | null) => void {
  let reported: T | null = null;
  return (value) => {
    if (value === reported) return;
    reported = value;
    report(value);
  };
}

/** Returns what a flag says of a failure. */
function toPlayerError({ type, details, response }: ErrorData): catalog.PlayerError {
  const what =
    type === ErrorTypes.NETWORK_ERROR ? 'network' : type === ErrorTypes.MEDIA_ERROR ? 'media' : 'other';
  const status = response?.code ?? 0;
  return { what, details, ...(status >= 100 && status < 600 ? { status } : {}) };
}

function toFatalError(data: ErrorData): FatalError {
  const status = statusOf(data);
  if (data.type === ErrorTypes.NETWORK_ERROR) return { type: 'network', status };
  return { type: data.type === ErrorTypes.MEDIA_ERROR ? 'media' : 'other', status };
}

/** Calls back once: when the browser comes online, or after `waitMs` if it believes that it is online. */
function whenOnlineOrAfter(waitMs: number, callback: () => void): () => void {
  function stop(): void {
    window.removeEventListener('online', done);
    clearTimeout(timer);
  }
  function done(): void {
    stop();
    callback();
  }
  window.addEventListener('online', done);
  const timer = setTimeout(done, waitMs);
  return stop;
}

function logFatal(data: ErrorData): void {
  // The specification (section 8) requires fatal player errors in the log.
  // oxlint-disable-next-line no-console
  console.error('Fatal player error:', data.type, data.details, data.response?.code ?? '', data.error);
}
