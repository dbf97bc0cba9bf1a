import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { speak } from './speak.ts';

const VOICE = { lang: 'en-GB', localService: true, default: true };
let said: string[];
let voices: (typeof VOICE)[];
let tellLate: () => void;

beforeEach(() => {
  said = [];
  voices = [];
  class Utterance {
    readonly text: string;
    constructor(text: string) {
      this.text = text;
    }
  }
  vi.stubGlobal('SpeechSynthesisUtterance', Utterance);
  vi.stubGlobal('speechSynthesis', {
    getVoices: () => voices,
    speak: ({ text }: Utterance) => said.push(text),
    cancel: () => said.push('silence'),
    addEventListener: (_: string, listener: () => void, { signal }: { signal: AbortSignal }) => {
      tellLate = () => !signal.aborted && listener();
    },
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

it('a sentence is said at once in a voice that is known, and stopped', () => {
  voices = [VOICE];
  const stop = speak('One more song', 'en');
  stop();
  expect(said).toEqual(['One more song', 'silence']);
});

it('a voice that the browser finds late still says it, unless it was stopped', () => {
  speak('One more song', 'en');
  const stopped = tellLate;
  voices = [VOICE];
  stopped();
  expect(said).toEqual(['One more song']);
  voices = [];
  const stop = speak('Good night', 'en');
  voices = [VOICE];
  stop();
  tellLate();
  expect(said).toEqual(['One more song']);
});
