/** Longest recording; a word takes one or two. */
export const MOST_SECONDS = 10;

/** What game takes, the most common first; Safari records the last one alone. */
const TYPES = ['audio/webm;codecs=opus', 'audio/ogg;codecs=opus', 'audio/mp4'];

/** A recording under way. */
export interface Recording {
  /** Resolves with the sound once `stop` was called or the microphone is gone. */
  finished: Promise<Blob>;
  stop: () => void;
  /** How loud it is right now, 0 to 1. */
  readLevel: () => number;
}

/** Browsers give a microphone to https and to localhost alone. */
export function canRecord(): boolean {
  return window.isSecureContext && 'mediaDevices' in navigator && typeof MediaRecorder !== 'undefined';
}

/** Asks for the microphone and records. Rejects as `getUserMedia` does; see `toMicrophoneProblem`. */
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

/** Loudness of samples of -1 to 1, as people hear it: 0 for -60 dB and below, 1 for full. */
export function toLevel(samples: Float32Array): number {
  const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / Math.max(1, samples.length);
  const decibels = 10 * Math.log10(Math.max(power, 1e-12));
  return Math.min(1, Math.max(0, 1 + decibels / 60));
}

/** What the user can do about a microphone that gives nothing. */
export function toMicrophoneProblem(error: unknown): string {
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotAllowedError')
    return 'The microphone is not allowed here. Please allow it in the settings of the browser, then try again.';
  if (name === 'NotFoundError') return 'No microphone was found. Please plug one in, then try again.';
  if (name === 'NotReadableError')
    return 'Another program is using the microphone. Please close it, then try again.';
  return 'Recording did not work. Please try again, or upload a sound.';
}
