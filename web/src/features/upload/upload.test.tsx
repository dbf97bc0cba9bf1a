import { auth, catalog } from '@larksong/contracts';
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { renderSite, typeAtOnce } from '../../testing/render.tsx';
import { MIRA, OLIVE, TEO, tokensOf } from '../../testing/accounts.ts';
import { failure, malformed } from '../../testing/answers.ts';
import { at, startSite, type TestSite } from '../../testing/site.ts';
import { signIn, signOut } from '../auth/session.ts';

const user = userEvent.setup({ applyAccept: false });
const UPLOAD = catalog.uploadVideo;
const VIDEO = '0198f3c2-7a1e-7d40-b1c9-00000000b001';
const TAGS = at(catalog.addVideoTags, { id: VIDEO });
const song = new File(['moving pictures'], 'song.mp4', { type: 'video/mp4' });
let site: TestSite;

beforeEach(async () => {
  site = await startSite();
});

afterEach(async () => {
  await act(() => signOut());
  cleanup();
  await site[Symbol.asyncDispose]();
});

async function visitAs(visitor: typeof OLIVE): Promise<void> {
  renderSite('/upload');
  await screen.findByRole('heading', { level: 1 });
  act(() => signIn({ ...tokensOf(visitor), user: visitor }));
}

function pick(file: File): Promise<void> {
  return user.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, file);
}

async function typeTitle(title: string): Promise<void> {
  const field = screen.getByLabelText('Title');
  await user.clear(field); // the file has given it one
  await user.type(field, title);
}

async function submitAndExpect(sentence: string): Promise<void> {
  await user.click(screen.getByRole('button', { name: 'Upload' }));
  expect(screen.getAllByText(sentence)).toHaveLength(1);
  expect(site.count(UPLOAD)).toBe(0);
}

test('a user without the superadmin role is told that it is required', async () => {
  await visitAs(MIRA);
  expect(await screen.findByRole('heading', { name: 'Access denied' })).toBeTruthy();
  expect(screen.getByText('Superadmin required')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Upload' })).toBeNull();
});

test('the resolutions up to 720p and Public are preselected, and 1080p is offered', async () => {
  await visitAs(OLIVE);
  await screen.findByRole('heading', { name: 'Upload Video' });
  const boxes = catalog.RESOLUTIONS.map((name) => screen.getByRole<HTMLInputElement>('checkbox', { name }));
  expect(boxes.map((box) => box.checked)).toEqual([false, true, true, true]);
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /Public/ }).checked).toBe(true);
});

test('a teacher uploads a video that is private for themselves alone', async () => {
  site.on(UPLOAD, () => ({ video: { id: VIDEO } }));
  await visitAs(TEO);
  await screen.findByRole('heading', { name: 'Upload Video' });
  await pick(song);
  await screen.findByText('Others see it once a superadmin has approved it.');
  await user.click(screen.getByRole('radio', { name: 'Private Only you' }));
  await user.click(screen.getByRole('button', { name: 'Upload' }));
  await screen.findByText(/^Upload started\./);
  expect(site.bodies(UPLOAD)).toMatchObject([{ visibility: 'private', privateUserId: TEO.id }]);
});

test('the success message names the chosen resolutions, largest first', async () => {
  site.on(UPLOAD, () => ({ video: { id: VIDEO } }));
  await visitAs(OLIVE);
  await screen.findByRole('heading', { name: 'Upload Video' });
  await pick(song);
  await typeTitle('A song');
  for (const name of ['480p', '360p', '1080p']) await user.click(screen.getByRole('checkbox', { name }));
  await user.click(screen.getByRole('button', { name: 'Upload' }));
  const message = await screen.findByText(/^Upload started\./);
  expect(message.textContent).toContain(
    'Upload started. Transcoding (1080p, 720p) will run in the background.',
  );
  expect(site.bodies(UPLOAD)).toMatchObject([{ resolutions: '["1080p","720p"]' }]);
});

test('a song without a picture has its own button, and its tags fill in the form', async () => {
  await visitAs(OLIVE);
  await screen.findByRole('heading', { name: 'Upload Video' });
  const button = screen.getByRole('button', { name: 'Choose a song without a picture' });
  const input = button.parentElement?.querySelector<HTMLInputElement>('input[type="file"]');
  expect(input?.accept).toBe('audio/*');
  const tag = ['TAG', 'Five Ducks'.padEnd(30, '\0'), 'Ada'.padEnd(30, '\0'), '\0'.repeat(30), '1987'].join(
    '',
  );
  const frame = [0xff, 0xfb, 0x90, 0x64, ...Array.from({ length: 413 }, () => 0)];
  const sound = new Uint8Array(Array.from({ length: 12 }, () => frame).flat());
  const song = new File([sound, tag.padEnd(128, '\0')], '01 - x.mp3', { type: 'audio/mpeg' });
  await user.upload(input ?? document.createElement('input'), song);
  expect(await screen.findByDisplayValue('Five Ducks')).toBe(screen.getByLabelText('Title'));
  expect(screen.getByLabelText<HTMLTextAreaElement>('Description').value).toBe('Year: 1987');
  expect(screen.getByText('Ada')).toBeTruthy();
});

test('of several dropped files the first is taken, and the page says what to do with the others', async () => {
  const sentence = 'One video at a time here. Use Import videos for several.';
  const zone = () => screen.getByRole('button', { name: /Choose video file/ });
  await visitAs(OLIVE);
  await screen.findByRole('heading', { name: 'Upload Video' });
  fireEvent.drop(zone(), { dataTransfer: { files: [song, new File(['x'], 'other.mp4')] } });
  expect(screen.getByText('song.mp4')).toBeTruthy();
  expect(screen.queryByText('other.mp4')).toBeNull();
  expect(screen.getByText(sentence).closest('output')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Import videos' }).getAttribute('href')).toBe('/import');
  await user.click(screen.getByRole('button', { name: 'Remove file' }));
  expect(screen.queryByText(sentence)).toBeNull();
  fireEvent.drop(zone(), { dataTransfer: { files: [song] } });
  expect(screen.getByText('song.mp4')).toBeTruthy();
  expect(screen.queryByText(sentence)).toBeNull();
});

test('the checks of the form run one after the other, and each focuses its field', async () => {
  await visitAs(OLIVE);
  await screen.findByRole('heading', { name: 'Upload Video' });
  await user.click(screen.getByRole('radio', { name: /Private/ }));
  for (const name of ['720p', '480p', '360p']) await user.click(screen.getByRole('checkbox', { name }));

  await submitAndExpect('Select a video file');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: /Choose video file/ }));
  await pick(new File(['x'], 'song.mp4', { type: 'video/mp4' }));
  expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('song');
  await user.clear(screen.getByLabelText('Title'));
  await submitAndExpect('Enter a title');
  expect(document.activeElement).toBe(screen.getByLabelText('Title'));
  await typeTitle('A song');
  await submitAndExpect('Private user ID is required for private visibility');
  await user.type(screen.getByLabelText('Who may watch?'), MIRA.id);
  await submitAndExpect('Select at least one resolution');
});

test('too many tags are reported next to the tags', async () => {
  await visitAs(OLIVE);
  await screen.findByRole('heading', { name: 'Upload Video' });
  await pick(song);
  await typeTitle('A song');
  await user.click(screen.getByLabelText('Category'));
  for (const letter of ['K', 'L', 'M'])
    await user.paste(Array.from({ length: 17 }, (_, number) => `${letter}${number},`).join(''));
  await submitAndExpect('A video has at most 50 tags.');
  const tags = within(screen.getByRole('group', { name: /^Tags/ }));
  expect(tags.getByText('A video has at most 50 tags.')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText('Grade'));
});

test('a file that is not a video is refused when it is chosen', async () => {
  await visitAs(OLIVE);
  await screen.findByRole('heading', { name: 'Upload Video' });
  await pick(new File(['words'], 'words.txt', { type: 'text/plain' }));
  expect(await screen.findByText('Select a video file')).toBeTruthy();
  expect(screen.queryByText('words.txt')).toBeNull();
});

test('a small file is sent with the form, and all fields return to their defaults', async () => {
  site.on(UPLOAD, () => ({ video: { id: VIDEO } }));
  site.on(TAGS, () => ({ tags: [] }));
  await visitAs(OLIVE);
  await screen.findByRole('heading', { name: 'Upload Video' });
  await pick(song);
  await typeTitle(' A song ');
  await user.type(screen.getByLabelText('Category'), 'Food,Animals{Enter}');
  await user.type(screen.getByLabelText('Grade'), 'Grade 1');
  await user.click(screen.getByRole('button', { name: 'Remove Food' }));
  await user.click(screen.getByRole('radio', { name: /Registered/ }));
  await user.click(screen.getByRole('button', { name: 'Upload' }));
  const message = await screen.findByText(/^Upload started\./);
  expect(message.textContent).toContain(
    'Upload started. Transcoding (720p, 480p, 360p) will run in the background.',
  );
  expect(screen.getByRole('link', { name: 'Transcoding Status' }).getAttribute('href')).toBe('/transcoding');
  expect(site.bodies(UPLOAD)).toMatchObject([
    {
      title: 'A song',
      visibility: 'registered',
      resolutions: '["720p","480p","360p"]',
      video: 'moving pictures',
    },
  ]);
  expect(site.bodies(TAGS)).toEqual([
    {
      tags: [
        { tagType: 'grade', tagValue: 'Grade 1' },
        { tagType: 'category', tagValue: 'Animals' },
      ],
    },
  ]);
  expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('');
  expect(screen.queryByRole('button', { name: 'Remove Animals' })).toBeNull();
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /Public/ }).checked).toBe(true);
  expect(screen.getByRole('button', { name: /Choose video file/ })).toBeTruthy();
});

test('a failure without a sentence from the server shows Upload failed, and the form stays filled in', async () => {
  site.on(UPLOAD, () => malformed(502, {}));
  await visitAs(OLIVE);
  await screen.findByRole('heading', { name: 'Upload Video' });
  await pick(song);
  await typeTitle('A song');
  await user.click(screen.getByRole('button', { name: 'Upload' }));
  expect((await screen.findByText('Upload failed')).closest('[role=alert]')).toBeTruthy();
  site.on(UPLOAD, () => failure('FORBIDDEN', 'Superadmin required'));
  await user.click(screen.getByRole('button', { name: 'Upload' }));
  expect(await screen.findByText('Superadmin required')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('A song');
});

test('a running upload is shown on the button, and leaving the page asks first', async () => {
  site.on(UPLOAD, () => new Promise(() => {}));
  await visitAs(OLIVE);
  await screen.findByRole('heading', { name: 'Upload Video' });
  await pick(song);
  await typeTitle('A song');
  await user.click(screen.getByRole('button', { name: 'Upload' }));
  expect(await screen.findByRole('button', { name: 'Uploading…' })).toBeTruthy();
  expect(screen.getByText('You will be notified when processing completes.')).toBeTruthy();
  await user.click(screen.getByRole('link', { name: /Larksong/ }));
  const question = within(await screen.findByRole('alertdialog'));
  question.getByText('The upload is still running. Leaving this page cancels it.');
  await user.click(question.getByRole('button', { name: 'Cancel' }));
  expect(screen.getByRole('heading', { name: 'Upload Video' })).toBeTruthy();
});

describe('the user of a private video', () => {
  const ACCOUNTS = auth.listAccounts;
  const account = { ...MIRA, isDisabled: false, lastSeenAt: null };

  async function openPrivate(): Promise<HTMLElement> {
    await visitAs(OLIVE);
    await screen.findByRole('heading', { name: 'Upload Video' });
    await user.click(screen.getByRole('radio', { name: /Private/ }));
    return screen.getByRole('combobox', { name: 'Who may watch?' });
  }

  test('the user of a private video is found by email or name, and chosen by keyboard alone', async () => {
    site.on(ACCOUNTS, () => ({ accounts: [account], nextCursor: null }));
    const field = await openPrivate();
    await user.click(field);
    typeAtOnce(field, 'mir');
    expect(await screen.findByRole('option', { name: /mira/ })).toBeTruthy();
    expect(site.calls(ACCOUNTS).map(({ query }) => query.q)).toEqual(['mir']);
    await user.keyboard('{ArrowDown}');
    expect(field.getAttribute('aria-activedescendant')).toBe(screen.getByRole('option', { name: /mira/ }).id);
    await user.keyboard('{Enter}');
    const remove = await screen.findByRole('button', { name: 'Not mira? Choose somebody else' });
    expect(document.activeElement).toBe(remove);
    await user.keyboard('{Enter}');
    expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Who may watch?' }));
  });

  test('a search for a user reports no results and failures', async () => {
    site.on(ACCOUNTS, () => ({ accounts: [], nextCursor: null }));
    const field = await openPrivate();
    await user.type(field, 'zoe');
    expect(await screen.findByText('No users found for “zoe”.')).toBeTruthy();
    site.on(ACCOUNTS, () => failure('FORBIDDEN', 'Superadmin required'));
    await user.type(field, 'y');
    expect(await screen.findByText('Superadmin required')).toBeTruthy();
    const held = Promise.withResolvers<undefined>();
    site.on(ACCOUNTS, async () => {
      await held.promise;
      return { accounts: [account], nextCursor: null };
    });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(document.activeElement).toBe(field);
    await user.keyboard('{ArrowDown}'); // before the response arrives
    held.resolve(undefined);
    const option = await screen.findByRole('option', { name: /mira/ });
    expect(field.getAttribute('aria-activedescendant')).toBe(option.id);
  });

  test('the user of a private video may be entered by id, which is not searched for', async () => {
    site.on(UPLOAD, () => ({ video: { id: VIDEO } }));
    const field = await openPrivate();
    await user.click(field);
    await user.paste(MIRA.id);
    await pick(song);
    await typeTitle('A song');
    await user.click(screen.getByRole('button', { name: 'Upload' }));
    await screen.findByText(/^Upload started\./);
    expect(site.bodies(UPLOAD)).toMatchObject([{ privateUserId: MIRA.id }]);
    expect(site.count(ACCOUNTS)).toBe(0);
  });
});
