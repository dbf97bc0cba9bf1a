import { catalog } from '@larksong/contracts';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { forgetNests, keepNests } from '../../../api/nest-session.ts';
import { queryClient } from '../../../api/query-client.ts';
import { nestRoutes } from '../../../nest-routes.tsx';
import { failure } from '../../../testing/answers.ts';
import { FREE, nestPlace, nestRow, nestSession } from '../../../testing/nests.ts';
import { renderSite } from '../../../testing/render.tsx';
import { startSite, type TestSite } from '../../../testing/site.ts';
import { video } from '../../../testing/videos.ts';
import { setMedia, songBegins, songEnds, titleNow } from '../../list-player/show-list.tsx';
import { useNativePlayback } from '../../player/show-player.tsx';

const user = userEvent.setup();
const OPEN: catalog.NestTime = { ...FREE, state: 'open', share: 0.5, leftSeconds: 1350 };
const LAST: catalog.NestTime = { ...OPEN, state: 'last', share: 0.01, leftSeconds: 15, isCounting: true };
const OVER: catalog.NestTime = { ...FREE, state: 'over', share: 0, leftSeconds: 0 };

let site: TestSite;
/** What the place says, and what the reports of a song say. */
let time: { place: catalog.NestTime; song: catalog.NestTime };

useNativePlayback();
beforeEach(async () => {
  site = await startSite();
  time = { place: OPEN, song: { ...OPEN, isCounting: true } };
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  localStorage.setItem('player', JSON.stringify({ volume: 0.9, muted: true, speed: 1.5 }));
  const row = nestRow({ songs: ['Ducks', 'Fish'].map((title) => video({ title, duration: 20 })) });
  site.on(catalog.getNest, () => nestPlace({ rows: [row], volume: 40, time: time.place }));
  site.on(catalog.recordNestView, () => ({ time: time.song }));
  site.on(catalog.recordNestPosition, () => undefined);
  site.on(catalog.getNestSong, () => ({ video: row.songs[1] ?? video() }));
  keepNests(nestSession());
  renderSite(`/nest/play/${row.id}`, nestRoutes);
  await vi.waitUntil(() => document.querySelector('video'), { timeout: 20_000 });
});
afterEach(async () => {
  cleanup();
  act(() => forgetNests());
  vi.unstubAllGlobals();
  await site[Symbol.asyncDispose]();
});

/** Gives the device a voice, and returns what it says. */
function hearVoice(lang: string): string[] {
  const said: string[] = [];
  class Utterance extends EventTarget {
    readonly text: string;
    constructor(text: string) {
      super();
      this.text = text;
    }
  }
  vi.stubGlobal('SpeechSynthesisUtterance', Utterance);
  vi.stubGlobal('speechSynthesis', {
    getVoices: () => [{ lang, localService: true, default: true }],
    speak: ({ text }: Utterance) => said.push(text),
    cancel: () => {},
  });
  return said;
}

it('the eye stands in the corner only while minutes are counted, and says who sees them', async () => {
  const said = hearVoice('en-GB');
  await songBegins();
  await user.click(await screen.findByRole('button', { name: 'Who sees my minutes?' }));
  const dialog = screen.getByRole('dialog', { name: 'Who sees my minutes?' });
  expect(within(dialog).getByText(/Your grown-ups see how many minutes/)).toBeTruthy();
  expect(said).toEqual([expect.stringMatching(/^Your grown-ups/)]);
  await user.click(within(dialog).getByRole('button', { name: 'Close' }));
  time.song = OPEN;
  setMedia({ paused: true }, 'pause');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Who sees my minutes?' })).toBeNull());
});

it('the eye stays in the corner when the place is read while a song plays, until its reports say that it does not count', async () => {
  const eye = () => screen.queryByRole('button', { name: 'Who sees my minutes?' });
  await songBegins();
  await waitFor(() => expect(eye()).not.toBeNull());
  await act(() => queryClient.refetchQueries({ queryKey: [catalog.getNest.operationId] }));
  await waitFor(() => expect(site.count(catalog.getNest)).toBe(2));
  expect(eye()).not.toBeNull();
  await user.click(screen.getByRole('button', { name: 'Lock the screen' }));
  expect(screen.getByText('Who sees my minutes?')).toBeTruthy();
  time.song = OPEN;
  setMedia({ paused: true }, 'pause');
  await waitFor(() => expect(screen.queryByText('Who sees my minutes?')).toBeNull());
});

it('the last song is announced and played to its end, and then it is night', async () => {
  const said = hearVoice('en-GB');
  time.song = LAST;
  await songBegins();
  expect(await screen.findByText('One more song')).toBeTruthy();
  expect(said).toEqual(['One more song']);
  time.place = OVER;
  songEnds();
  expect(await screen.findByRole('heading', { name: 'Good night, Juno' })).toBeTruthy();
  expect(document.querySelector('video')).toBeNull();
  await waitFor(() => expect(site.count(catalog.getNest)).toBe(2));
  expect(document.body.textContent).not.toMatch(/\d/);
});

it('a child tells the grown-ups of the nest with one press on a picture, and can try again', async () => {
  const said = hearVoice('en-GB');
  site.on(catalog.flagNestSong, () => failure('UNAVAILABLE'));
  await user.click(await screen.findByRole('button', { name: 'Tell a grown-up' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Tell a grown-up' }));
  const press = () => user.click(dialog.getByRole('button', { name: 'It is frightening' }));
  await press();
  expect(await dialog.findByText('That did not work. Press again in a moment.')).toBeTruthy();
  site.on(catalog.flagNestSong, () => ({ isNew: true }));
  await press();
  expect(await dialog.findByText('Thank you! Your grown-up will see it.')).toBeTruthy();
  expect(site.bodies(catalog.flagNestSong).at(-1)).toEqual({ kind: 'frightening' });
  expect(said).toEqual(['What is wrong with this song?', 'Thank you! Your grown-up will see it.']);
});

it('a device without a voice of the language is silent', async () => {
  const said = hearVoice('fi-FI');
  time.song = LAST;
  await songBegins();
  expect(await screen.findByText('One more song')).toBeTruthy();
  expect(said).toEqual([]);
});

it('the last song is still played out when its pause is over, and announced once', async () => {
  time.song = LAST;
  await songBegins();
  const announced = await screen.findByText('One more song');
  setMedia({ paused: true }, 'pause');
  // Whoever comes back to the page reads the place again, which knows of no song.
  time.place = OVER;
  const before = site.count(catalog.getNest);
  await act(() => queryClient.refetchQueries({ queryKey: [catalog.getNest.operationId] }));
  expect(site.count(catalog.getNest)).toBe(before + 1);
  expect(titleNow()).toBe('Ducks');
  await songBegins();
  // Shown again, it would be said again.
  expect(screen.getByText('One more song')).toBe(announced);
  site.on(catalog.recordNestView, () => failure('NEST_RESTS'));
  setMedia({ paused: true }, 'pause');
  expect(await screen.findByRole('heading', { name: 'Good night, Juno' })).toBeTruthy();
});

it('a last song that is too long ends where the answers to its reports say', async () => {
  time.song = { ...LAST, endsAt: 12 };
  await songBegins();
  expect(await screen.findByText('One more song')).toBeTruthy();
  setMedia({ currentTime: 11.5 }, 'timeupdate');
  expect(titleNow()).toBe('Ducks');
  time.place = OVER;
  setMedia({ currentTime: 12.1 }, 'timeupdate');
  expect(await screen.findByRole('heading', { name: 'Good night, Juno' })).toBeTruthy();
});

it('with more time from a grown-up, the next song follows the last one', async () => {
  time.song = LAST;
  await songBegins();
  await screen.findByText('One more song');
  time.song = { ...LAST, leftSeconds: 600 };
  songEnds();
  expect(await screen.findByRole('button', { name: 'Play Fish' })).toBeTruthy();
});

it('a locked player has one button, which has to be held for three seconds', async () => {
  await songBegins();
  await user.click(screen.getByRole('button', { name: 'Lock the screen' }));
  expect(screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([
    'Hold to unlock',
  ]);
  expect(screen.queryByRole('link')).toBeNull();
  expect(screen.getByText('Who sees my minutes?')).toBeTruthy();
  const padlock = screen.getByRole('button', { name: 'Hold to unlock' });
  await user.click(padlock);
  expect(screen.queryByRole('button', { name: 'Pause' })).toBeNull();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  fireEvent.pointerDown(padlock, { isPrimary: true, button: 0 });
  act(() => void vi.advanceTimersByTime(3000));
  vi.useRealTimers();
  expect(screen.getByRole('button', { name: 'Pause' })).toBeTruthy();
});

it('the volume stays below the highest one, and what grown-ups chose for themselves is kept', async () => {
  const stored = localStorage.getItem('player');
  const element = document.querySelector('video')!;
  expect([element.volume, element.muted, element.playbackRate]).toEqual([0.4, false, 1]);
  await songBegins();
  screen.getByRole('region', { name: 'Video player' }).focus();
  await user.keyboard('{ArrowUp}{ArrowUp}');
  element.volume = 1;
  fireEvent(element, new Event('volumechange'));
  expect(element.volume).toBe(0.4);
  element.volume = 0.2;
  fireEvent(element, new Event('volumechange'));
  expect(element.volume).toBe(0.2);
  expect(localStorage.getItem('player')).toBe(stored);
});

it('after a song there is again, and the next songs; after the last one, one big again', async () => {
  await songBegins();
  songEnds();
  expect(await screen.findByRole('button', { name: 'Again' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Play Fish' }));
  await songBegins();
  songEnds();
  const again = await screen.findByRole('button', { name: 'Again' });
  // Next to the picture, or below it: the style sheet shows one of them.
  expect(screen.getAllByRole('button', { name: 'Play Ducks' })).toHaveLength(2);
  await user.click(again);
  expect(titleNow()).toBe('Fish');
  expect(screen.queryByRole('button', { name: 'Again' })).toBeNull();
});
