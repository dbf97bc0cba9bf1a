/** The audio device. Times are those of its clock, in seconds. Without Web Audio, nothing happens. */
export interface Playback {
  /** Returns the present time; 0 while the device is not open. */
  now: () => number;
  /** Schedules a sound. */
  start: (clip: AudioBuffer, atSeconds: number, onEnded?: () => void) => void;
  /** Schedules a call. */
  callAt: (atSeconds: number, callback: () => void) => void;
  /** Calls back once the device plays, with the first sound; never if it was closed. */
  whenPlaying: (onPlaying: () => void) => void;
  /** Stops everything that plays or is scheduled. */
  stop: () => void;
  /** Opens the device, or resumes it. Browsers require this to be called from a user gesture. */
  unlock: () => void;
  /** Closes the device; it can be opened again. */
  close: () => void;
}

/** Returns where the sounds of a device go, which may make them quieter on the way. */
export type ToOutput = (audio: AudioContext) => AudioNode;

/** Creates the playback. Opens no audio device before the first sound or `unlock`. */
export function createPlayback(toOutput: ToOutput = ({ destination }) => destination): Playback {
  /** Created on the first gesture, since opening the audio device blocks the page for about 50 ms. */
  let context: AudioContext | undefined;
  /** Everything that plays, or is scheduled to. */
  let playing: AudioScheduledSourceNode[] = [];

  const open = () => (context ??= openAudio());

  return {
    now: () => context?.currentTime ?? 0,
    start: (clip, atSeconds, onEnded) => {
      const audio = open();
      if (!audio) return;
      const node = connect(toSource(audio, clip), toOutput(audio), onEnded);
      node.start(atSeconds);
      playing.push(node);
    },
    callAt: (atSeconds, callback) => {
      const audio = open();
      if (!audio) return;
      // Only the end of a sound is an event, so of silence here.
      const silence = connect(toSilence(audio), audio.destination, callback);
      silence.start();
      silence.stop(atSeconds);
      playing.push(silence);
    },
    whenPlaying: (onPlaying) => void context?.resume().then(onPlaying, () => {}),
    stop: () => {
      for (const node of playing) node.stop();
      playing = [];
    },
    unlock: () => resume(open()),
    close: () => {
      void context?.close().catch(() => {});
      context = undefined;
    },
  };
}

function openAudio(): AudioContext | undefined {
  if (typeof AudioContext === 'undefined') return undefined;
  playDespiteSilentSwitch();
  return new AudioContext();
}

/** On phones, a call or another app interrupts sound; the next tap restores it. */
function resume(audio: AudioContext | undefined): void {
  if (audio && audio.state !== 'running') audio.resume().catch(() => {});
}

function connect<N extends AudioScheduledSourceNode>(node: N, output: AudioNode, onEnded?: () => void): N {
  if (onEnded) node.addEventListener('ended', onEnded);
  node.connect(output);
  return node;
}

function toSource(audio: AudioContext, clip: AudioBuffer): AudioBufferSourceNode {
  const node = audio.createBufferSource();
  node.buffer = clip;
  return node;
}

function toSilence(audio: AudioContext): ConstantSourceNode {
  const silence = audio.createConstantSource();
  silence.offset.value = 0;
  return silence;
}

/** On iPhones the silent switch mutes Web Audio, unless the page declares that it plays media. */
function playDespiteSilentSwitch(): void {
  // Only Safari has it, and TypeScript's types do not include it.
  const { audioSession } = navigator as { audioSession?: { type: string } };
  if (audioSession) audioSession.type = 'playback';
}
