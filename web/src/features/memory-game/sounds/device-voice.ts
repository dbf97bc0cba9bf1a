import { useSyncExternalStore } from 'react';

import type { Utter } from './utterance.ts';

/** Returns the device's usual voice among those that work on the device itself; others send the words to a server. */
export function findLocalVoice<V extends Pick<SpeechSynthesisVoice, 'localService' | 'default'>>(
  voices: readonly V[],
): V | undefined {
  const local = voices.filter(({ localService }) => localService);
  return local.find((voice) => voice.default) ?? local[0];
}

function findVoice(): SpeechSynthesisVoice | undefined {
  // Absent in some browsers on Android.
  return typeof speechSynthesis === 'undefined' ? undefined : findLocalVoice(speechSynthesis.getVoices());
}

/** Returns whether the device has its own voice. Browsers may find its voices late. */
export function useHasLocalVoice(): boolean {
  return useSyncExternalStore(followVoices, () => findVoice() !== undefined);
}

function followVoices(listener: () => void): () => void {
  if (typeof speechSynthesis === 'undefined') return () => {};
  speechSynthesis.addEventListener('voiceschanged', listener);
  return () => speechSynthesis.removeEventListener('voiceschanged', listener);
}

/** Lets the device speak a word. Without a local voice the word ends at once. */
export function toUtter(word: string): Utter {
  return ({ onStart, onEnd }) => {
    const voice = findVoice();
    if (!voice) {
      onEnd();
      return () => {};
    }
    const utterance = new SpeechSynthesisUtterance(word);
    utterance.voice = voice;
    utterance.lang = voice.lang;
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
