import { findLocalVoice } from '../memory-game/sounds/device-voice.ts';
import { highestVolume } from './use-nest-place.ts';

/**
 * Says a sentence in a voice of its language that works on the device itself; without one, nothing is heard. Returns a
 * function that stops it.
 */
export function speak(sentence: string, language: string): () => void {
  if (typeof speechSynthesis === 'undefined') return () => {}; // some browsers on Android
  const ofLanguage = speechSynthesis
    .getVoices()
    .filter(({ lang }) => lang.toLowerCase().split(/[-_]/)[0] === language);
  const voice = findLocalVoice(ofLanguage);
  if (!voice) return () => {};
  const utterance = new SpeechSynthesisUtterance(sentence);
  utterance.voice = voice;
  utterance.lang = voice.lang;
  utterance.volume = highestVolume();
  speechSynthesis.speak(utterance);
  return () => speechSynthesis.cancel();
}
