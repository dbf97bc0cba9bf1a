import { ErrorTypes, Events, type default as Hls, type ErrorData } from 'hls.js';

import { decideRecovery, type FatalError, type RecoveryHistory } from './recovery.ts';

interface RecoveryOptions {
  source: string;
  onGiveUp: () => void;
  /** Whether the network is away, each time that this changes. */
  onOffline: (isOffline: boolean) => void;
}

/** Answers fatal errors of hls.js as `decideRecovery` says, and logs them. Returns what ends it. */
export function recoverFromErrors(hls: Hls, options: RecoveryOptions): () => void {
  const history: RecoveryHistory = { networkFailures: 0, mediaRecoveredAtMs: undefined };
  let hasManifest = false;
  let stopWaiting = () => {};
  hls.on(Events.MANIFEST_PARSED, () => {
    hasManifest = true;
    options.onOffline(false);
  });
  hls.on(Events.FRAG_LOADED, () => {
    if (history.networkFailures > 0) options.onOffline(false);
    history.networkFailures = 0;
  });
  hls.on(Events.ERROR, (_, data) => {
    if (!data.fatal) return;
    logFatal(data);
    const recovery = decideRecovery(toFatalError(data), history, performance.now());
    if (recovery.kind === 'give-up') options.onGiveUp();
    else if (recovery.kind === 'recover-media') {
      history.mediaRecoveredAtMs = performance.now();
      hls.recoverMediaError();
    } else {
      history.networkFailures += 1;
      options.onOffline(true);
      stopWaiting();
      stopWaiting = whenOnlineOrAfter(recovery.waitMs, () => {
        if (hasManifest) hls.startLoad();
        else hls.loadSource(options.source);
      });
    }
  });
  return () => stopWaiting();
}

function toFatalError(data: ErrorData): FatalError {
  const status = data.response?.code;
  if (data.type === ErrorTypes.NETWORK_ERROR) return { type: 'network', status };
  return { type: data.type === ErrorTypes.MEDIA_ERROR ? 'media' : 'other', status };
}

/** Calls back once: when the browser comes online again, or after the time while it thinks that it is. */
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
  // The specification (section 8) wants fatal player errors in the log.
  // oxlint-disable-next-line no-console
  console.error(
    'The player met a fatal error.',
    data.type,
    data.details,
    data.response?.code ?? '',
    data.error,
  );
}
