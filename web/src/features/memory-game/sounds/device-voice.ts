import { useSyncExternalStore } from 'react';

import type { FurtherPack } from '../../../parts/game-cards/packs.ts';
import type { Utter } from './utterance.ts';

/** Returns the device's usual voice among those that work on the device itself; others send the words to a server. */
export function findLocalVoice<V extends Pick<SpeechSynthesisVoice, 'localService' | 'default'>>(
  voices: readonly V[],
): V | undefined {
  const local = voices.filter(({ localService }) => localService);
  return local.find((voice) => voice.default) ?? local[0];
}

/** Returns a local voice: for a further pack, only one of its language. */
function findVoice(pack: FurtherPack): SpeechSynthesisVoice | undefined {
  // Absent in some browsers on Android.
  if (typeof speechSynthesis === 'undefined') return undefined;
  const voices = speechSynthesis.getVoices();
  return findLocalVoice(pack === undefined ? voices : voices.filter(({ lang }) => speaks(lang, pack)));
}

/** Some browsers write `de_DE`. */
function speaks(lang: string, language: string): boolean {
  return lang.toLowerCase().split(/[-_]/)[0] === language;
}

/** Returns whether the device has its own voice for a pack. Browsers may find its voices late. */
export function useHasLocalVoice(pack?: FurtherPack): boolean {
  return useSyncExternalStore(followVoices, () => findVoice(pack) !== undefined);
}

function followVoices(listener: () => void): () => void {
  if (typeof speechSynthesis === 'undefined') return () => {};
  speechSynthesis.addEventListener('voiceschanged', listener);
  return () => speechSynthesis.removeEventListener('voiceschanged', listener);
}

/** Lets the device speak a word, at a volume from 0 to 1. Without a local voice the word ends at once. */
export function toUtter(word: string, pack?: FurtherPack, volume = 1): Utter {
  return ({ onStart, onEnd }) => {
    const voice = findVoice(pack);
    if (!voice) {
      onEnd();
      return () => {};
    }
    const utterance = new SpeechSynthesisUtterance(word);
    utterance.voice = voice;
    utterance.lang = voice.lang;
    utterance.volume = volume;
    utterance.addEventListener('start', onStart);
    for (const kind of ['end', 'error']) utterance.addEventListener(kind, onEnd);
    speechSynthesis.speak(utterance);
    return () => {
      // The reference also keeps the utterance alive: browsers do not report the end of a collected one.
      utterance.removeEventListener('start', onStart);
      speechSynthesis.cancel();
    };
  };
}
