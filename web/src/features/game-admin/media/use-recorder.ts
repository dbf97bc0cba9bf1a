import { useEffect, useRef, useState } from 'react';

import { text } from '../../../lib/texts.ts';
import { MAX_SECONDS, startRecording, toMicrophoneProblem, type Recording } from './recording.ts';

const TICK_MS = 100;

export type RecorderState =
  | { phase: 'ready' }
  | { phase: 'asking' }
  | { phase: 'recording'; seconds: number; level: number }
  | { phase: 'recorded'; sound: Blob; url: string; seconds: number }
  | { phase: 'failed'; sentence: string };

/** Records one sound at a time, of at most `MAX_SECONDS`. Unmounting releases the microphone. */
export function useRecorder() {
  const [state, setState] = useState<RecorderState>({ phase: 'ready' });
  const running = useRef<Recording | null>(null);
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
      running.current?.stop();
    };
  }, []);
  const url = state.phase === 'recorded' ? state.url : null;
  useEffect(() => {
    if (url === null) return undefined;
    return () => URL.revokeObjectURL(url);
  }, [url]);

  async function start(): Promise<void> {
    setState({ phase: 'asking' });
    try {
      const recording = await startRecording();
      running.current = recording;
      // The dialog may have been closed while the browser was asking for permission.
      if (isGone.current) recording.stop();
      const next = await follow(recording, setState);
      if (!isGone.current) setState(next);
      else if (next.phase === 'recorded') URL.revokeObjectURL(next.url);
    } catch (error) {
      setState({ phase: 'failed', sentence: toMicrophoneProblem(error) });
    } finally {
      running.current = null;
    }
  }

  return {
    state,
    start: (): void => void start(),
    stop: (): void => running.current?.stop(),
  };
}

/** Shows time and loudness until the recording ends, by `stop` or at its maximum. Returns the final state. */
async function follow(recording: Recording, show: (state: RecorderState) => void): Promise<RecorderState> {
  const startedAtMs = performance.now();
  const readSeconds = () => Math.min(MAX_SECONDS, (performance.now() - startedAtMs) / 1000);
  const tick = () => {
    show({ phase: 'recording', seconds: readSeconds(), level: recording.readLevel() });
    if (readSeconds() >= MAX_SECONDS) recording.stop();
  };
  tick();
  const timer = setInterval(tick, TICK_MS);
  try {
    const sound = await recording.finished;
    if (sound.size === 0) return { phase: 'failed', sentence: text('microphone.silent') };
    return { phase: 'recorded', sound, url: URL.createObjectURL(sound), seconds: readSeconds() };
  } finally {
    clearInterval(timer);
  }
}
