import { createStore, type Store } from '../../../lib/store.ts';
import { fetchMedium } from './media.ts';
import { LETTER_PAUSE_SECONDS, scheduleClips } from '../rules/speech.ts';

/** Says a word by other means than a decoded sound. Returns a function that stops it. */
export type Utter = (events: { onStart: () => void; onEnd: () => void }) => () => void;

/** Short sounds, decoded in advance so that they play without delay. Without Web Audio, everything is silent. */
export interface Sounds {
  /** Resolves to whether all of these sounds are decoded, as far as the server has them. Never rejects. */
  load: (addresses: Iterable<string>) => Promise<boolean>;
  /**
   * Plays sounds one after another, starting at once, then lets `utter` say its word, and plays the effect at the end.
   * Stops everything playing or scheduled before.
   */
  say: (spoken: readonly string[], effect?: string, utter?: Utter) => void;
  /** Stops all speech, and drops sounds that are still loading. */
  hush: () => void;
  /**
   * Returns the milliseconds until the speech ends; 0 in silence. Effects do not count. If the end of a word is not known,
   * this is a short time, after which to ask again.
   */
  speechLeftMs: () => number;
  /** Whether a letter or a word sounds at this moment, by the clock of the audio device. */
  isSpeaking: Store<boolean>;
  /** Enables sound. Browsers require this to be called from a user gesture. */
  unlock: () => void;
  /** Ends all sound and frees the memory; everything can be used again afterwards. */
  release: () => void;
}

/** The decoding rate; playback converts it to the rate of the device. */
const SAMPLE_RATE = 48_000;

/** Sounds that are not decoded within this time after the tap are skipped, since the effect must follow soon. */
const MAX_LATE_MS = 1_000;

/** An utterance whose end is not reported, as in some browsers, counts as ended after this time. */
const MAX_UTTERANCE_MS = 8_000;
const UNKNOWN_LEFT_MS = 50;

/** Creates the game's audio. Opens no audio device before `unlock`. */
export function createSounds(): Sounds {
  /** Created on the first gesture, since opening the audio device blocks the page for about 50 ms. */
  let context: AudioContext | undefined;
  let decoder: OfflineAudioContext | undefined;
  /** Everything that plays, or is scheduled to. */
  let playing: AudioScheduledSourceNode[] = [];
  /** By `performance.now()`, since the clock of the audio device stands still until the device is ready. */
  let speechEndsAtMs = 0;
  /** Stops the utterance that is spoken or is to be spoken. */
  let stopUtterance: (() => void) | undefined;
  /** Increases with each `say`: sounds that arrive late are not played if something else was said since. */
  let serial = 0;
  const isSpeaking = createStore(false);
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

  function start(clip: AudioBuffer, atSeconds: number, onEnded?: () => void): void {
    const audio = getContext();
    if (!audio) return;
    const node = audio.createBufferSource();
    node.buffer = clip;
    if (onEnded) node.addEventListener('ended', onEnded);
    node.connect(audio.destination);
    node.start(atSeconds);
    playing.push(node);
  }

  /** Plays the sounds that are decoded, then the utterance, and then the effect. */
  function playNow(spoken: readonly string[], effect: string | undefined, utter: Utter | undefined): void {
    const found = spoken.flatMap((address) => clips.get(address) ?? []);
    const { starts, endSeconds } = scheduleClips(found.map(({ duration }) => duration));
    const now = context?.currentTime ?? 0;
    const speak = markSpeaking();
    for (const [index, clip] of found.entries()) {
      const at = now + (starts[index] ?? 0);
      if (index > 0) callAt(at, () => speak(true));
      start(clip, at, () => speak(false));
    }
    // Resolves once the device plays, so with the first sound; rejects if the device was closed.
    if (found.length > 0)
      context?.resume().then(
        () => speak(true),
        () => {},
      );
    speechEndsAtMs = performance.now() + endSeconds * 1000;
    const after = effect === undefined ? undefined : clips.get(effect);
    const finish = (atSeconds: number) => {
      if (after) start(after, atSeconds);
    };
    if (!utter) return finish(now + endSeconds);
    const begin = prepareUtterance(utter, { speak, onEnd: () => finish(context?.currentTime ?? 0) });
    if (found.length === 0) begin();
    else callAt(now + endSeconds + LETTER_PAUSE_SECONDS, begin);
  }

  function endUtterance(): void {
    const stop = stopUtterance;
    // First, since browsers may report the end of an utterance while it is stopped.
    stopUtterance = undefined;
    stop?.();
  }

  /** Returns a function that begins the utterance, which ends in any case, even if it never begins. */
  function prepareUtterance(
    utter: Utter,
    { speak, onEnd }: { speak: (now: boolean) => void; onEnd: () => void },
  ): () => void {
    const own = serial;
    let stop: (() => void) | undefined;
    const end = () => {
      if (own !== serial || stopUtterance === undefined) return;
      endUtterance();
      speak(false);
      onEnd();
    };
    const timer = setTimeout(end, MAX_UTTERANCE_MS);
    stopUtterance = () => {
      clearTimeout(timer);
      stop?.();
    };
    return () => {
      if (own === serial) stop = utter({ onStart: () => speak(true), onEnd: end });
    };
  }

  /** Calls back at a time of the audio device's clock. Only the end of a sound is an event, so of silence here. */
  function callAt(atSeconds: number, callback: () => void): void {
    const audio = getContext();
    if (!audio) return;
    const silence = audio.createConstantSource();
    silence.offset.value = 0;
    silence.addEventListener('ended', callback);
    silence.connect(audio.destination);
    silence.start();
    silence.stop(atSeconds);
    playing.push(silence);
  }

  /** Returns a function that sets `isSpeaking` until something else is said. */
  function markSpeaking(): (now: boolean) => void {
    const own = serial;
    return (now) => {
      if (own === serial) isSpeaking.set(now);
    };
  }

  async function playWhenLoaded(
    spoken: readonly string[],
    effect: string | undefined,
    utter: Utter | undefined,
  ): Promise<void> {
    const own = serial;
    const timeout = Promise.withResolvers<void>();
    // If no effect is waiting, a word may come at any time.
    const timer = effect === undefined ? undefined : setTimeout(timeout.resolve, MAX_LATE_MS);
    await Promise.race([
      Promise.all(spoken.flatMap((address) => loading.get(address) ?? [])),
      timeout.promise,
    ]);
    clearTimeout(timer);
    if (own === serial) playNow(spoken, effect, utter);
  }

  function hush(): void {
    for (const node of playing) node.stop();
    playing = [];
    speechEndsAtMs = 0;
    serial += 1;
    endUtterance();
    isSpeaking.set(false);
  }

  return {
    load: async (addresses) => {
      const results = await Promise.all([...new Set(addresses)].map(loadOne));
      return results.every(Boolean);
    },
    say: (spoken, effect, utter) => {
      hush();
      if (spoken.some((address) => loading.has(address))) void playWhenLoaded(spoken, effect, utter);
      else playNow(spoken, effect, utter);
    },
    hush,
    isSpeaking,
    speechLeftMs: () => Math.max(stopUtterance ? UNKNOWN_LEFT_MS : 0, speechEndsAtMs - performance.now()),
    unlock: () => {
      const audio = getContext();
      // On phones, a call or another app interrupts sound; the next tap restores it.
      if (audio && audio.state !== 'running') audio.resume().catch(() => {});
    },
    release: () => {
      hush();
      clips.clear();
      void context?.close().catch(() => {});
      context = undefined;
    },
  };
}

/** On iPhones the silent switch mutes Web Audio, unless the page declares that it plays media. */
function playDespiteSilentSwitch(): void {
  // Only Safari has it, and TypeScript's types do not include it.
  const { audioSession } = navigator as { audioSession?: { type: string } };
  if (audioSession) audioSession.type = 'playback';
}
