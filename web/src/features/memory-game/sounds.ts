import { fetchMedium } from './media.ts';

/** Short sounds, decoded beforehand so that they come with the tap. Without Web Audio all of it is silence. */
export interface Sounds {
  /** Resolves to whether all of these sounds are decoded that the server has; never rejects. */
  load: (addresses: Iterable<string>) => Promise<boolean>;
  /** Plays a word at once; a word that was still being said ends. */
  say: (address: string) => void;
  /** Ends the word that is being said, or that was to be said as soon as it is here. */
  hush: () => void;
  /** Plays an effect, after the word that is being said. */
  follow: (address: string) => void;
  /** Makes sound possible; to be called when something is pressed, as browsers demand. */
  wake: () => void;
  /** Ends all sound and gives the memory back; afterwards everything can be used again. */
  release: () => void;
}

/** What sounds are decoded to; played on a device of another rate they are converted. */
const SAMPLE_RATE = 48_000;

/** An effect waits for the end of a word, but not longer than this. */
const LONGEST_WAIT_SECONDS = 0.8;

export function createSounds(): Sounds {
  /** Opening the device's audio holds up the page for some 50 ms: only once something is pressed. */
  let context: AudioContext | undefined;
  let decoder: OfflineAudioContext | undefined;
  let word: AudioBufferSourceNode | undefined;
  let wordEndsAt = 0;
  /** What was last to be said; a sound that comes too late is for nobody. */
  let wanted = '';
  const clips = new Map<string, AudioBuffer>();
  const loading = new Map<string, Promise<boolean>>();

  function getContext(): AudioContext | undefined {
    if (typeof AudioContext === 'undefined') return undefined;
    if (!context) {
      playDespiteSilentSwitch();
      context = new AudioContext();
    }
    return context;
  }

  async function fetchClip(address: string): Promise<boolean> {
    try {
      const bytes = await (await fetchMedium(address))?.arrayBuffer();
      if (bytes) await decode(address, bytes);
      return true;
    } catch {
      return false;
    } finally {
      loading.delete(address);
    }
  }

  async function decode(address: string, bytes: ArrayBuffer): Promise<void> {
    decoder ??= new OfflineAudioContext(1, 1, SAMPLE_RATE);
    // One that is broken is silence, and will not get better.
    const clip = await decoder.decodeAudioData(bytes).catch(() => undefined);
    if (clip) clips.set(address, clip);
  }

  function loadOne(address: string): Promise<boolean> {
    if (clips.has(address) || typeof OfflineAudioContext === 'undefined') return Promise.resolve(true);
    const promise = loading.get(address) ?? fetchClip(address);
    loading.set(address, promise);
    return promise;
  }

  function start(clip: AudioBuffer, atSeconds: number): AudioBufferSourceNode | undefined {
    const audio = getContext();
    if (!audio) return undefined;
    const node = audio.createBufferSource();
    node.buffer = clip;
    node.connect(audio.destination);
    node.start(atSeconds);
    return node;
  }

  function sayWanted(address: string): void {
    const clip = clips.get(address);
    if (!clip || wanted !== address) return;
    const now = context?.currentTime ?? 0;
    word = start(clip, now);
    wordEndsAt = now + clip.duration;
  }

  function hush(): void {
    word?.stop();
    word = undefined;
    wordEndsAt = 0;
    wanted = '';
  }

  async function sayWhenLoaded(address: string): Promise<void> {
    await loading.get(address);
    sayWanted(address);
  }

  return {
    load: async (addresses) => {
      const results = await Promise.all([...new Set(addresses)].map(loadOne));
      return results.every(Boolean);
    },
    say: (address) => {
      hush();
      wanted = address;
      if (clips.has(address)) sayWanted(address);
      else void sayWhenLoaded(address);
    },
    hush,
    follow: (address) => {
      const clip = clips.get(address);
      const now = context?.currentTime ?? 0;
      if (clip) start(clip, Math.max(now, Math.min(wordEndsAt, now + LONGEST_WAIT_SECONDS)));
    },
    wake: () => {
      const audio = getContext();
      // A call or another app interrupts sound on phones; the next tap brings it back.
      if (audio && audio.state !== 'running') audio.resume().catch(() => {});
    },
    release: () => {
      wanted = '';
      clips.clear();
      void context?.close().catch(() => {});
      context = undefined;
      word = undefined;
    },
  };
}

/** On iPhones the silent switch mutes Web Audio, unless the page says that it plays. */
function playDespiteSilentSwitch(): void {
  // Safari alone has it, and TypeScript's own types do not know it.
  const { audioSession } = navigator as { audioSession?: { type: string } };
  if (audioSession) audioSession.type = 'playback';
}
