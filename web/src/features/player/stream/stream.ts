import type { Quality } from './quality.ts';

/** `network`: this device has no connection; `site`: the site does not answer, or only with errors. */
export type Outage = 'network' | 'site';

/**
 * The state of a stream. `stopped`: it has ended for good, and only a new one can continue; `impossible`: this browser
 * cannot play such streams.
 */
export interface StreamState {
  phase: 'starting' | 'ready' | 'stopped' | 'impossible';
  /** From best to worst; empty if the browser chooses itself. */
  qualities: readonly Quality[];
  /** Name of the quality chosen by the viewer; null is auto. */
  chosen: string | null;
  /** Name of the quality that is playing; null while it is not known. */
  playing: string | null;
  /** Why nothing arrives, or null; the stream continues automatically. */
  outage: Outage | null;
  /** The position at which it stopped, in seconds. */
  stoppedAtSeconds: number;
}

export const STARTING: StreamState = {
  phase: 'starting',
  qualities: [],
  chosen: null,
  playing: null,
  outage: null,
  stoppedAtSeconds: 0,
};

/** Returns whether the controls can be used: the stream has neither stopped nor failed. */
export function hasControls(state: StreamState): boolean {
  return state.phase === 'starting' || state.phase === 'ready';
}

/** A stream that feeds a video element until it is closed. */
export interface Stream {
  /** Plays the quality of that name from now on; null lets the stream choose. */
  choose: (name: string | null) => void;
  close: () => void;
}

export interface StreamOptions {
  /** URL of the master playlist. */
  source: string;
  startSeconds: number;
  onChange: (changes: Partial<StreamState>) => void;
}
