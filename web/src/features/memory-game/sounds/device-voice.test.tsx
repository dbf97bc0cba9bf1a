import { game } from '@larksong/contracts';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { renderSite } from '../../../testing/render.tsx';
import { startSite, type TestSite } from '../../../testing/site.ts';
import { findLocalVoice } from './device-voice.ts';
import { loadPreferences, savePreferences } from '../preferences/preferences.ts';
import { category, deal, findCards, nameOf, offer, pair, RecordingAudio, recordAudio } from '../testing.ts';

const user = userEvent.setup();
const LABEL = 'Device voice for words without a recording';
let site: TestSite;
let device: FakeSpeech;

/** The device's speech, which the test browser lacks. An utterance starts and ends when the test says so. */
class FakeSpeech extends EventTarget {
  voices: { name: string; lang: string; localService: boolean; default: boolean }[] = [];
  spoken: (EventTarget & { text: string; voice: { name: string } | null })[] = [];
  cancelled = 0;
  getVoices() {
    return this.voices;
  }
  speak(utterance: FakeSpeech['spoken'][number]) {
    this.spoken.push(utterance);
  }
  cancel() {
    this.cancelled += 1;
  }
  install(name: string, localService: boolean) {
    this.voices = [...this.voices, { name, lang: 'de', localService, default: false }];
    this.dispatchEvent(new Event('voiceschanged'));
  }
  tell(kind: 'start' | 'end' | 'error') {
    this.spoken.at(-1)?.dispatchEvent(new Event(kind));
  }
}

class FakeUtterance extends EventTarget {
  voice = null;
  lang = '';
  text: string;
  constructor(text: string) {
    super();
    this.text = text;
  }
}

beforeEach(async () => {
  site = await startSite();
  recordAudio();
  device = new FakeSpeech();
  vi.stubGlobal('speechSynthesis', device);
  vi.stubGlobal('SpeechSynthesisUtterance', FakeUtterance);
  // The board is always ant, apple, apple, ant. Only ant is recorded.
  vi.spyOn(Math, 'random').mockReturnValue(0);
  site.onFile('/Audio/A/ant.mp3', () => 'ant');
  site.onFile('/Audio/letters/A.mp3', () => 'A');
  offer(site, [category('A', 2)]);
});

afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  await site[Symbol.asyncDispose]();
});

async function visit(changes: Partial<game.DealtItem> = {}): Promise<HTMLElement[]> {
  const ants = pair('ant').map((card) => ({ ...card, hasSound: true }));
  deal(
    site,
    [...pair('apple'), ...ants].map((card) => ({ ...card, ...changes })),
  );
  renderSite('/');
  const cards = await findCards();
  await waitFor(() => expect(site.count(game.dealItems)).toBe(2)); // after all sounds of the first cards
  return cards;
}

/** Turns the setting on and visits a device with a local voice. */
async function visitSpeaking(changes?: Partial<game.DealtItem>): Promise<HTMLElement[]> {
  savePreferences({ deviceVoice: true });
  device.install('Anna', true);
  return await visit(changes);
}

async function openSettings() {
  await user.click(screen.getByRole('button', { name: 'Settings' }));
  return within(await screen.findByRole('dialog', { name: 'Settings' }));
}

const spokenWords = () => device.spoken.map(({ text }) => text);
const isSinging = () => document.querySelector('[data-lark~=singing]') !== null;
const tell = (kind: 'start' | 'end' | 'error') => act(() => device.tell(kind));

test.each([
  [
    'the default voice',
    [
      ['one', true, false],
      ['two', true, true],
    ],
    'two',
  ],
  [
    'the first local voice if the default one is not local',
    [
      ['cloud', false, true],
      ['one', true, false],
    ],
    'one',
  ],
  ['no voice that sends words to a server', [['cloud', false, true]], undefined],
  ['no voice if there is none', [], undefined],
] as const)('the device chooses %s', (_choice, known, name) => {
  const voices = known.map(([voice, localService, isDefault]) => ({
    name: voice,
    localService,
    default: isDefault,
  }));
  expect(findLocalVoice(voices)?.name).toBe(name);
});

test('the setting is offered only if the device has a local voice, and is off', async () => {
  await visit();
  const dialog = await openSettings();
  expect(dialog.queryByLabelText(LABEL)).toBeNull();
  act(() => device.install('Cloud', false));
  expect(dialog.queryByLabelText(LABEL)).toBeNull();
  act(() => device.install('Anna', true));
  const box = await dialog.findByLabelText<HTMLInputElement>(LABEL);
  expect(box.checked).toBe(false);
  await user.click(box);
  expect(box.checked).toBe(true);
  expect(loadPreferences().deviceVoice).toBe(true);
});

test('a browser without speech offers no setting, and a stored choice does no harm', async () => {
  vi.stubGlobal('speechSynthesis', undefined);
  savePreferences({ deviceVoice: true });
  const cards = await visit();
  await user.click(cards[1]!);
  expect(nameOf(cards[1]!)).toBe('apple, card 2');
  expect((await openSettings()).queryByLabelText(LABEL)).toBeNull();
});

test('without the setting, a word without a recording is silent', async () => {
  device.install('Anna', true);
  const cards = await visit();
  await user.click(cards[1]!);
  expect(spokenWords()).toEqual([]);
});

test('a local voice of the device says a word that has no recording, and no other', async () => {
  device.install('Cloud', false);
  const cards = await visitSpeaking();
  await user.click(cards[0]!);
  expect(spokenWords()).toEqual([]);
  expect(RecordingAudio.played).toEqual(['ant']);
  await user.click(cards[1]!);
  expect(spokenWords()).toEqual(['apple']);
  expect(device.spoken[0]?.voice?.name).toBe('Anna');
});

test('the lark opens its beak while the device speaks', async () => {
  const cards = await visitSpeaking();
  await user.click(cards[1]!);
  expect(isSinging()).toBe(false);
  tell('start');
  expect(isSinging()).toBe(true);
  tell('end');
  expect(isSinging()).toBe(false);
});

test('the device says the word after the recorded letter, and the effect follows the word', async () => {
  const cards = await visitSpeaking({ hasLetterSound: true });
  await user.click(cards[1]!);
  expect(spokenWords()).toEqual([]);
  act(() => RecordingAudio.endNext()); // the letter
  expect(spokenWords()).toEqual([]);
  act(() => RecordingAudio.endNext()); // the silence after it
  expect(spokenWords()).toEqual(['apple']);
  tell('start');
  await user.click(cards[2]!); // ends the word
  expect(device.cancelled).toBe(1);
  expect(spokenWords()).toEqual(['apple', 'apple']);
  tell('start');
  expect(RecordingAudio.played).toEqual(['A']);
  tell('end');
  expect(RecordingAudio.played).toEqual(['A', 'match']);
});

test('cards that are no pair turn back at the end of the word that the device says', async () => {
  const cards = await visitSpeaking();
  await user.click(cards[0]!);
  await user.click(cards[1]!);
  tell('start');
  // The pause of a miss is over, but the word is not.
  await act(() => new Promise((resolve) => setTimeout(resolve, 1_500)));
  expect(nameOf(cards[1]!)).toBe('apple, card 2');
  tell('end');
  await waitFor(() => expect(nameOf(cards[1]!)).toContain('hidden'));
});

test.each([
  ['reports an error', () => tell('error')],
  ['reports nothing for a long time', () => act(() => void vi.advanceTimersByTime(8_000))],
])('the game continues when the device %s', async (_case, fail) => {
  const cards = await visitSpeaking();
  await user.click(cards[0]!);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  act(() => cards[1]!.click());
  fail();
  vi.useRealTimers();
  expect(RecordingAudio.played).toEqual(['ant', 'error']);
  expect(isSinging()).toBe(false);
});

test.each([
  ['all sound is off', { isMuted: true }],
  ['the voice is off', { voice: false }],
  ['cards say letters alone', { speech: 'letter' as const }],
])('the device is silent when %s', async (_case, preferences) => {
  savePreferences(preferences);
  const cards = await visitSpeaking();
  await user.click(cards[1]!);
  expect(spokenWords()).toEqual([]);
});

test('turning the sound off ends the word', async () => {
  const cards = await visitSpeaking();
  await user.click(cards[1]!);
  tell('start');
  await user.click(screen.getByRole('button', { name: 'Sound' }));
  expect(device.cancelled).toBe(1);
  expect(isSinging()).toBe(false);
});
