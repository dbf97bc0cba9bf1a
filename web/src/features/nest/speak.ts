import { findLocalVoice } from '../memory-game/sounds/device-voice.ts';
import { highestVolume } from './use-nest-place.ts';

/** A sentence that is later than this would surprise. */
const VOICES_MS = 2000;

/**
 * Says a sentence in a voice of its language that works on the device itself; without one, nothing is heard. Returns a
 * function that stops it.
 */
export function speak(sentence: string, language: string): () => void {
  if (typeof speechSynthesis === 'undefined') return () => {}; // some browsers on Android
  const stopping = new AbortController();
  const say = () => {
    const voice = findVoice(language);
    if (!voice) return;
    const utterance = new SpeechSynthesisUtterance(sentence);
    utterance.voice = voice;
    utterance.lang = voice.lang;
    utterance.volume = highestVolume();
    speechSynthesis.speak(utterance);
    stopping.signal.addEventListener('abort', () => speechSynthesis.cancel());
  };
  // Asked for the first time, some browsers only begin to look for their voices.
  const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(VOICES_MS)]);
  if (speechSynthesis.getVoices().length > 0) say();
  else speechSynthesis.addEventListener('voiceschanged', say, { once: true, signal });
  return () => stopping.abort();
}

function findVoice(language: string): SpeechSynthesisVoice | undefined {
  const voices = speechSynthesis.getVoices();
  return findLocalVoice(voices.filter(({ lang }) => lang.toLowerCase().split(/[-_]/)[0] === language));
}
