import { createStore, type Store } from '../../../lib/store.ts';
import { LETTER_PAUSE_SECONDS, scheduleClips } from '../rules/speech.ts';
import { createClips, type Clips } from './clips.ts';
import { createPlayback, type Playback, type ToOutput } from './playback.ts';
import { prepareUtterance, type Utter, type Utterance } from './utterance.ts';

/** Short sounds, decoded in advance so that they play without delay. Without Web Audio, everything is silent. */
export interface Sounds {
  /** Resolves to whether all of these sounds are decoded, if the server has them. Never rejects. */
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

/** Sounds that are not decoded within this time after the tap are skipped, since the effect must follow soon. */
const MAX_LATE_MS = 1_000;
const UNKNOWN_LEFT_MS = 50;

/** Creates the game's audio. Opens no audio device before `unlock`. */
export function createSounds(toOutput?: ToOutput): Sounds {
  const clips = createClips();
  const playback = createPlayback(toOutput);
  const isSpeaking = createStore(false);
  let current: Saying | undefined;

  function hush(): void {
    playback.stop();
    current?.stop();
    current = undefined;
    isSpeaking.set(false);
  }

  return {
    load: clips.load,
    say: (spoken, effect, utter) => {
      hush();
      current = startSaying({ spoken, effect, utter }, { clips, playback, onSpeaking: isSpeaking.set });
    },
    hush,
    isSpeaking,
    speechLeftMs: () => current?.leftMs() ?? 0,
    unlock: playback.unlock,
    release: () => {
      hush();
      clips.clear();
      playback.close();
    },
  };
}

interface Phrase {
  spoken: readonly string[];
  effect: string | undefined;
  utter: Utter | undefined;
}

interface Means {
  clips: Clips;
  playback: Playback;
  /** A letter or a word begins or ends. */
  onSpeaking: (isSpeaking: boolean) => void;
}

/** A phrase that is being said. */
interface Saying {
  /** Drops everything that has not begun and stops reporting. */
  stop: () => void;
  leftMs: () => number;
}

/** Plays the sounds that are decoded, or soon will be, then the utterance, and then the effect. */
function startSaying({ spoken, effect, utter }: Phrase, { clips, playback, onSpeaking }: Means): Saying {
  let isOver = false;
  /** By `performance.now()`, since the clock of the audio device stands still until the device is ready. */
  let endsAtMs = 0;
  let utterance: Utterance | undefined;
  const mark = (isSpeaking: boolean) => {
    if (!isOver) onSpeaking(isSpeaking);
  };

  function start(): void {
    if (isOver) return;
    const words = clips.find(spoken);
    const now = playback.now();
    const endSeconds = playInTurn(words, { playback, now, mark });
    endsAtMs = performance.now() + endSeconds * 1000;
    const after = effect === undefined ? [] : clips.find([effect]);
    const finish = (atSeconds: number) => after.forEach((clip) => playback.start(clip, atSeconds));
    if (!utter) return finish(now + endSeconds);
    const onEnd = () => {
      mark(false);
      finish(playback.now());
    };
    utterance = prepareUtterance(utter, { onStart: () => mark(true), onEnd });
    if (words.length === 0) utterance.begin();
    else playback.callAt(now + endSeconds + LETTER_PAUSE_SECONDS, utterance.begin);
  }

  const loading = clips.awaitLoading(spoken);
  // If no effect is waiting, a word may come at any time.
  if (loading) void (effect === undefined ? loading : atMost(MAX_LATE_MS, loading)).then(start);
  else start();
  return {
    stop: () => {
      isOver = true;
      utterance?.stop();
    },
    leftMs: () =>
      Math.max(utterance?.hasEnded() === false ? UNKNOWN_LEFT_MS : 0, endsAtMs - performance.now()),
  };
}

interface Turn {
  playback: Playback;
  /** When the first clip starts, by the clock of the device. */
  now: number;
  mark: (isSpeaking: boolean) => void;
}

/** Plays clips one after another and marks when each begins and ends. Returns their length in seconds. */
function playInTurn(words: readonly AudioBuffer[], { playback, now, mark }: Turn): number {
  const { starts, endSeconds } = scheduleClips(words.map(({ duration }) => duration));
  for (const [index, clip] of words.entries()) {
    const at = now + (starts[index] ?? 0);
    if (index > 0) playback.callAt(at, () => mark(true));
    playback.start(clip, at, () => mark(false));
  }
  if (words.length > 0) playback.whenPlaying(() => mark(true));
  return endSeconds;
}

/** Awaits `work` for at most `ms` milliseconds. */
async function atMost(ms: number, work: Promise<unknown>): Promise<void> {
  const timeout = Promise.withResolvers<void>();
  const timer = setTimeout(timeout.resolve, ms);
  await Promise.race([work, timeout.promise]);
  clearTimeout(timer);
}
