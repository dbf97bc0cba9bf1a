import { fetchMedium } from './media.ts';

/** Short sounds, decoded in advance so that they play without delay. Without Web Audio, everything is silent. */
export interface Sounds {
  /** Resolves to whether all of these sounds are decoded, as far as the server has them. Never rejects. */
  load: (addresses: Iterable<string>) => Promise<boolean>;
  /** Plays a word at once and ends the current one. */
  playWord: (address: string) => void;
  /** Ends the current word, and drops one that is still loading. */
  stopWord: () => void;
  /** Plays an effect after the current word. */
  playEffect: (address: string) => void;
  /** Enables sound. Browsers require this to be called from a user gesture. */
  unlock: () => void;
  /** Ends all sound and frees the memory; everything can be used again afterwards. */
  release: () => void;
}

/** The decoding rate; playback converts it to the rate of the device. */
const SAMPLE_RATE = 48_000;

/** An effect waits for the end of a word, but no longer than this. */
const MAX_WAIT_SECONDS = 0.8;

/** Creates the game's audio. Opens no audio device before `unlock`. */
export function createSounds(): Sounds {
  /** Created on the first gesture, since opening the audio device blocks the page for about 50 ms. */
  let context: AudioContext | undefined;
  let decoder: OfflineAudioContext | undefined;
  let word: AudioBufferSourceNode | undefined;
  let wordEndsAt = 0;
  /** The last word requested; an earlier one that arrives late is not played. */
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
    // A broken sound stays silent.
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

  function stopWord(): void {
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
    playWord: (address) => {
      stopWord();
      wanted = address;
      if (clips.has(address)) sayWanted(address);
      else void sayWhenLoaded(address);
    },
    stopWord,
    playEffect: (address) => {
      const clip = clips.get(address);
      const now = context?.currentTime ?? 0;
      if (clip) start(clip, Math.max(now, Math.min(wordEndsAt, now + MAX_WAIT_SECONDS)));
    },
    unlock: () => {
      const audio = getContext();
      // On phones, a call or another app interrupts sound; the next tap restores it.
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

/** On iPhones the silent switch mutes Web Audio, unless the page declares that it plays media. */
function playDespiteSilentSwitch(): void {
  // Only Safari has it, and TypeScript's types do not include it.
  const { audioSession } = navigator as { audioSession?: { type: string } };
  if (audioSession) audioSession.type = 'playback';
}
