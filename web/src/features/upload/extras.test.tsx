import { catalog } from '@larksong/contracts';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { renderSite } from '../../testing/render.tsx';
import { OLIVE, tokensOf } from '../../testing/accounts.ts';
import { failure } from '../../testing/answers.ts';
import { at, startSite, type TestSite } from '../../testing/site.ts';
import { video as makeVideo } from '../../testing/videos.ts';
import { signIn, signOut } from '../auth/session.ts';

const user = userEvent.setup({ applyAccept: false });
const UPLOAD = catalog.uploadVideo;
const VIDEO = '0198f3c2-7a1e-7d40-b1c9-00000000b001';
const TAGS = at(catalog.addVideoTags, { id: VIDEO });
const CAPTIONS = at(catalog.putCaption, { id: VIDEO });
const toCaption = (language: string): catalog.Caption => ({
  id: VIDEO,
  language,
  label: language,
  url: '/x.vtt',
});
const CONTENT = 'WEBVTT\n\n00:00.000 --> 00:02.000\nQuack\n';
let site: TestSite;

beforeEach(async () => {
  site = await startSite();
  site.on(UPLOAD, () => ({ video: { id: VIDEO } }));
});

afterEach(async () => {
  await act(() => signOut());
  cleanup();
  await site[Symbol.asyncDispose]();
});

/** Opens the form with a video and a title, and expands the subtitles. */
async function openForm(): Promise<void> {
  renderSite('/upload');
  await screen.findByRole('heading', { level: 1 });
  act(() => signIn({ ...tokensOf(OLIVE), user: OLIVE }));
  await screen.findByRole('heading', { name: 'Upload Video' });
  const song = new File(['moving pictures'], 'song.mp4', { type: 'video/mp4' });
  await user.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, song);
  await user.clear(screen.getByLabelText('Title'));
  await user.type(screen.getByLabelText('Title'), 'A song');
  await user.click(screen.getByRole('button', { name: /^Subtitles and picture/ }));
}

async function addSubtitles(name: string, content = CONTENT): Promise<void> {
  const input = document.querySelector<HTMLInputElement>('input[accept*=vtt]')!;
  await user.upload(input, new File([content], name));
}

const submit = () => user.click(screen.getByRole('button', { name: 'Upload' }));
const codes = () => screen.getAllByLabelText<HTMLInputElement>('Language code');

test('subtitles that were not saved are reported and can be sent again', async () => {
  site.on(CAPTIONS, () => failure('UNAVAILABLE', 'Storage is away.'));
  await openForm();
  await addSubtitles('song.de.vtt');
  expect((await screen.findByLabelText<HTMLInputElement>('Language code')).value).toBe('de');
  await submit();
  expect(
    await screen.findByText(
      'The video is uploaded, but its subtitles (German) were not saved: Storage is away.',
    ),
  ).toBeTruthy();
  site.on(CAPTIONS, ({ body }) => ({ caption: toCaption(body.language) }));
  const again = screen.getByRole('button', { name: 'Try again' });
  await user.click(again);
  await waitFor(() => expect(again.isConnected).toBe(false));
  expect(site.bodies(CAPTIONS).at(-1)).toEqual({ content: CONTENT, language: 'de', label: 'German' });
  expect(screen.getByText(/^Upload started\./)).toBeTruthy();
});

test('a file without subtitles is refused when it is chosen', async () => {
  await openForm();
  await addSubtitles('song.srt', '1\n00:01');
  expect(
    await screen.findByText(
      'song.srt cannot be used. Line 1: these are no subtitles. WebVTT begins with the word WEBVTT, SubRip with a number and a time.',
    ),
  ).toBeTruthy();
});

test('a subtitle file with an error further down is refused when it is chosen', async () => {
  await openForm();
  await addSubtitles('song.vtt', `${CONTENT}\n00:03,000 --> 00:04,000\nQuack\n`);
  const alert = await screen.findByText(/^song\.vtt cannot be used\. Line 6: the time/);
  expect(alert.closest('[role=alert]')).toBeTruthy();
  expect(screen.queryByLabelText('Language code')).toBeNull();
});

test('a second subtitle file of one language is refused before anything is sent, and its field is marked', async () => {
  let atOnce = 0;
  let mostAtOnce = 0;
  site.onFile('/round-trip', () => 'there and back');
  site.on(CAPTIONS, async ({ body }) => {
    atOnce += 1;
    mostAtOnce = Math.max(mostAtOnce, atOnce);
    await fetch(new URL('/round-trip', location.href)); // any other request in flight has arrived after this one
    atOnce -= 1;
    return { caption: toCaption(body.language) };
  });
  await openForm();
  await addSubtitles('song.vtt');
  await waitFor(() => expect(codes()).toHaveLength(1));
  await addSubtitles('song2.vtt');
  await waitFor(() => expect(codes()).toHaveLength(2));
  await submit();
  const sentence = 'There is already a file in English (en). Change the language of one, or remove it.';
  expect(screen.getAllByText(sentence)).toHaveLength(1);
  expect(codes().map((code) => code.getAttribute('aria-invalid'))).toEqual([null, 'true']);
  expect(document.activeElement).toBe(codes()[1]);
  expect(site.count(UPLOAD)).toBe(0);
  await user.clear(codes()[1]!);
  await user.type(codes()[1]!, 'de');
  await submit();
  await screen.findByText(/^Upload started\./);
  expect(site.bodies(CAPTIONS).map(({ language }) => language)).toEqual(['en', 'de']);
  expect(mostAtOnce).toBe(1);
});

test('extras that the server refuses can be corrected in the edit dialog, and the others are sent again', async () => {
  site.on(CAPTIONS, () => failure('VALIDATION_FAILED', 'Line 3: this cannot be shown.'));
  site.on(TAGS, () => failure('UNAVAILABLE', 'The site is busy.'));
  site.on(at(catalog.getVideo, { id: VIDEO }), () => ({ video: makeVideo({ id: VIDEO, title: 'A song' }) }));
  await openForm();
  await addSubtitles('song.de.vtt');
  await screen.findByLabelText('Language code');
  await user.type(screen.getByLabelText('Grade'), 'Grade 1');
  await submit();
  const refused =
    'The video is uploaded, but its subtitles (German) were not saved: Line 3: this cannot be shown.';
  const alert = (await screen.findByText(refused)).closest<HTMLElement>('[role=alert]')!;
  expect(within(alert).queryByRole('button', { name: 'Try again' })).toBeNull();
  site.on(TAGS, () => ({ tags: [] }));
  const again = screen.getByRole('button', { name: 'Try again' });
  await user.click(again);
  await waitFor(() => expect(again.isConnected).toBe(false));
  expect(site.count(CAPTIONS)).toBe(1);
  expect(screen.getByText(refused)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Edit A song' }));
  expect(await screen.findByRole('heading', { name: 'Subtitles' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByText(refused)).toBeTruthy(); // saving there would send nothing
});
