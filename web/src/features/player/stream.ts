import type { Quality } from './quality.ts';

/**
 * What a stream says of itself. `stopped`: it has ended for good and only a new one can go on;
 * `impossible`: this browser plays no such stream.
 */
export interface StreamState {
  phase: 'starting' | 'ready' | 'stopped' | 'impossible';
  /** From the best to the least; empty where the browser chooses by itself. */
  qualities: readonly Quality[];
  /** Name of the quality that was chosen by hand; null is auto. */
  chosen: string | null;
  /** Name of the quality that plays; null while it is not known. */
  playing: string | null;
  /** The network is away: it goes on by itself. */
  isOffline: boolean;
  /** Where it stopped, in seconds. */
  stoppedAtSeconds: number;
}

export const STARTING: StreamState = {
  phase: 'starting',
  qualities: [],
  chosen: null,
  playing: null,
  isOffline: false,
  stoppedAtSeconds: 0,
};

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
  /** Address of the master playlist. */
  source: string;
  startSeconds: number;
  onChange: (changes: Partial<StreamState>) => void;
}
