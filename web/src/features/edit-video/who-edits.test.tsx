import { catalog, type auth } from '@larksong/contracts';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { MIRA, TEO, tokensOf } from '../../testing/accounts.ts';
import { renderInPage } from '../../testing/render.tsx';
import { at, startSite, type TestSite } from '../../testing/site.ts';
import { video as makeVideo } from '../../testing/videos.ts';
import { signIn, signOut } from '../auth/session.ts';
import { EditVideoButton } from './edit-video-button.tsx';

const user = userEvent.setup();
let site: TestSite;

beforeEach(async () => {
  site = await startSite();
});

afterEach(async () => {
  await act(() => signOut());
  cleanup();
  await site[Symbol.asyncDispose]();
});

function videoOf(username: string, changes: Partial<catalog.Video> = {}): catalog.Video {
  const video = makeVideo({ title: 'The Lark', uploader: { username, displayName: null }, ...changes });
  site.on(at(catalog.getVideo, { id: video.id }), () => ({ video }));
  return video;
}

function showTo(visitor: auth.User, video: catalog.Video): void {
  const Page = () => (
    <main>
      <h1>A page</h1>
      <EditVideoButton video={video} />
    </main>
  );
  renderInPage(<RouterProvider router={createMemoryRouter([{ path: '/', Component: Page }])} />);
  act(() => signIn({ ...tokensOf(visitor), user: visitor }));
}

async function openDialog(): Promise<void> {
  await user.click(await screen.findByRole('button', { name: 'Edit The Lark' }));
  await screen.findByLabelText('Title');
}

test.each([
  ['a user without rights', MIRA, 'mira'],
  ['a teacher who did not upload the video', TEO, 'olive'],
])('%s does not see the edit button', async (_, visitor, username) => {
  showTo(visitor, videoOf(username));
  await screen.findByRole('heading', { name: 'A page' });
  expect(screen.queryByRole('button', { name: /Edit/ })).toBeNull();
});

test('a teacher edits an uploaded video and can make it private for nobody else', async () => {
  const video = videoOf('teo');
  const target = at(catalog.updateVideo, { id: video.id });
  site.on(target, () => ({ video }));
  showTo(TEO, video);
  await openDialog();
  await user.click(screen.getByRole('radio', { name: 'Private Only you' }));
  expect(screen.queryByRole('combobox', { name: 'Who may watch?' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Edit video' })).toBeNull());
  expect(site.bodies(target)).toEqual([{ visibility: 'private', privateUserId: TEO.id }]);
});

test('a teacher is not told that a video is for them alone if a superadmin chose another viewer', async () => {
  showTo(TEO, videoOf('teo', { visibility: 'private', privateUserId: MIRA.id }));
  await openDialog();
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /^Private/ }).checked).toBe(true);
  expect(screen.queryByText('Only you')).toBeNull();
});
