import { text } from '../../../lib/texts.ts';

/** The longest recording; a word takes one or two seconds. */
export const MAX_SECONDS = 10;

/** The recording types that the game service accepts, the most common first. Safari records only the last one. */
const TYPES = ['audio/webm;codecs=opus', 'audio/ogg;codecs=opus', 'audio/mp4'];

/** A recording in progress. */
export interface Recording {
  /** Resolves to the sound after `stop` was called or the microphone was lost. */
  finished: Promise<Blob>;
  stop: () => void;
  /** Returns the current loudness, 0 to 1. */
  readLevel: () => number;
}

/** Returns whether this page may record: browsers allow it only on https and localhost. */
export function canRecord(): boolean {
  return window.isSecureContext && 'mediaDevices' in navigator && typeof MediaRecorder !== 'undefined';
}

/** Asks for the microphone and starts to record. Rejects as `getUserMedia` does; see `toMicrophoneProblem`. */
export async function startRecording(): Promise<Recording> {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: { channelCount: 1 } });
  const release = () => {
    for (const track of stream.getTracks()) track.stop();
  };
  try {
    const mimeType = TYPES.find((type) => MediaRecorder.isTypeSupported(type));
    const recorder = new MediaRecorder(stream, mimeType === undefined ? {} : { mimeType });
    const meter = createMeter(stream);
    const finished = collect(recorder).finally(() => {
      release();
      meter.close();
    });
    recorder.start();
    return {
      finished,
      readLevel: meter.read,
      stop: () => {
        if (recorder.state !== 'inactive') recorder.stop();
      },
    };
  } catch (error) {
    release();
    throw error;
  }
}

function collect(recorder: MediaRecorder): Promise<Blob> {
  const parts: Blob[] = [];
  return new Promise((resolve, reject) => {
    recorder.addEventListener('dataavailable', ({ data }) => parts.push(data));
    recorder.addEventListener('stop', () => resolve(new Blob(parts, { type: recorder.mimeType })));
    recorder.addEventListener('error', () => reject(new Error('the recorder failed')));
  });
}

function createMeter(stream: MediaStream): { read: () => number; close: () => void } {
  if (typeof AudioContext === 'undefined') return { read: () => 0, close: () => {} };
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  context.createMediaStreamSource(stream).connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  return {
    read: () => {
      analyser.getFloatTimeDomainData(samples);
      return toLevel(samples);
    },
    close: () => void context.close().catch(() => {}),
  };
}

/** Returns the perceived loudness of samples between -1 and 1: 0 at -60 dB and below, 1 at full scale. */
export function toLevel(samples: Float32Array): number {
  const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / Math.max(1, samples.length);
  const decibels = 10 * Math.log10(Math.max(power, 1e-12));
  return Math.min(1, Math.max(0, 1 + decibels / 60));
}

/** Returns advice for a microphone that cannot be used. */
export function toMicrophoneProblem(error: unknown): string {
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotAllowedError') return text('microphone.blocked');
  if (name === 'NotFoundError') return text('microphone.none');
  if (name === 'NotReadableError') return text('microphone.busy');
  return text('microphone.failed');
}
