import { act, cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { renderSite } from '../../testing/render.tsx';
import { MIRA, OLIVE, startSite, success, tokensOf, type TestSite } from '../../testing/site.ts';
import { signIn, signOut } from '../auth/session.ts';

const user = userEvent.setup({ applyAccept: false });
let site: TestSite;

beforeEach(async () => {
  site = await startSite();
  site.on('POST /api/auth/logout', () => success());
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

async function submitAndExpect(sentence: string): Promise<void> {
  await user.click(screen.getByRole('button', { name: 'Upload' }));
  expect(screen.getAllByText(sentence)).toHaveLength(1);
  expect(site.count('POST /api/admin/videos/upload')).toBe(0);
}

test('who is no superadmin reads that one has to be', async () => {
  await visitAs(MIRA);
  expect(await screen.findByRole('heading', { name: 'Access denied' })).toBeTruthy();
  expect(screen.getByText('Superadmin required')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Upload' })).toBeNull();
});

test('all resolutions and Public are chosen at first', async () => {
  await visitAs(OLIVE);
  await screen.findByRole('heading', { name: 'Upload Video' });
  const chosen = screen.getAllByRole<HTMLInputElement>('checkbox').map((box) => box.checked);
  expect(chosen).toEqual([true, true, true]);
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /Public/ }).checked).toBe(true);
});

test('the checks come one after the other, and each leads to its field', async () => {
  await visitAs(OLIVE);
  await screen.findByRole('heading', { name: 'Upload Video' });
  await user.click(screen.getByRole('radio', { name: /Private/ }));
  for (const name of ['720p', '480p', '360p']) await user.click(screen.getByRole('checkbox', { name }));

  await submitAndExpect('Select a video file');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: /Choose video file/ }));
  await pick(new File(['x'], 'song.mp4', { type: 'video/mp4' }));
  await submitAndExpect('Enter a title');
  expect(document.activeElement).toBe(screen.getByLabelText('Title'));
  await user.type(screen.getByLabelText('Title'), 'A song');
  await submitAndExpect('Private user ID is required for private visibility');
  await user.type(screen.getByLabelText('Private user ID'), MIRA.id);
  await submitAndExpect('Select at least one resolution');
});

test('a file that is no video is refused when it is chosen', async () => {
  await visitAs(OLIVE);
  await screen.findByRole('heading', { name: 'Upload Video' });
  await pick(new File(['words'], 'words.txt', { type: 'text/plain' }));
  expect(await screen.findByText('Select a video file')).toBeTruthy();
  expect(screen.queryByText('words.txt')).toBeNull();
});
