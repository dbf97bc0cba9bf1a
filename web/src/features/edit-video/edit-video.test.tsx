import { auth, catalog } from '@larksong/contracts';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { renderInPage } from '../../testing/render.tsx';
import { MIRA, OLIVE, tokensOf } from '../../testing/accounts.ts';
import { failure } from '../../testing/answers.ts';
import { at, startSite, type TestSite } from '../../testing/site.ts';
import { video as makeVideo } from '../../testing/videos.ts';
import { DialogHost } from '../../ui/dialog-host.tsx';
import { Saved } from '../../ui/saved.tsx';
import { signIn, signOut } from '../auth/session.ts';
import { EditVideoButton } from './edit-video-button.tsx';

const CAPTION = {
  id: '0198f3c2-7a1e-7d40-b1c9-00000000e001',
  language: 'en',
  label: 'English',
  url: '/hls/x/captions/y.vtt',
};

const user = userEvent.setup({ applyAccept: false });
let site: TestSite;
let video: catalog.Video;

const GET = () => at(catalog.getVideo, { id: video.id });
const PATCH = () => at(catalog.updateVideo, { id: video.id });
const DELETE = () => at(catalog.deleteVideo, { id: video.id });

beforeEach(async () => {
  site = await startSite();
  video = makeVideo({
    title: 'The Lark',
    description: 'A song.',
    tags: [{ tagType: 'grade', tagValue: 'Grade 1' }],
    captions: [CAPTION],
  });
  site.on(GET(), () => ({ video }));
});

afterEach(async () => {
  await act(() => signOut());
  cleanup();
  await site[Symbol.asyncDispose]();
});

/** A page with the button, at an address that watches the video. */
function visitAs(visitor: typeof OLIVE) {
  const Page = () => (
    <main>
      <h1>A page</h1>
      <EditVideoButton video={video} />
      <DialogHost />
      <Saved />
    </main>
  );
  const router = createMemoryRouter([{ path: '/songs', Component: Page }], {
    initialEntries: [`/songs?v=${video.id}`],
  });
  renderInPage(<RouterProvider router={router} />);
  act(() => signIn({ ...tokensOf(visitor), user: visitor }));
  return router;
}

async function openDialog() {
  const router = visitAs(OLIVE);
  await user.click(await screen.findByRole('button', { name: 'Edit The Lark' }));
  await screen.findByLabelText('Title');
  return router;
}

const title = () => screen.getByLabelText<HTMLInputElement>('Title');
const save = () => user.click(screen.getByRole('button', { name: 'Save' }));
const isOpen = () => screen.queryByRole('heading', { name: 'Edit video' }) !== null;

test('saving sends the changed parts of a video and nothing else', async () => {
  site.on(PATCH(), () => {
    video = { ...video, title: 'The Wren' };
    return { video };
  });
  await openDialog();
  expect(title().value).toBe('The Lark');
  await user.clear(title());
  await user.type(title(), 'The Wren');
  await user.type(screen.getByLabelText('Category'), 'Animals{Enter}');
  await save();
  await waitFor(() => expect(isOpen()).toBe(false));
  expect(screen.getByText('Saved.').closest('[aria-live=polite]')).toBeTruthy();
  expect(site.bodies(PATCH())).toEqual([
    {
      title: 'The Wren',
      tags: [
        { tagType: 'grade', tagValue: 'Grade 1' },
        { tagType: 'category', tagValue: 'Animals' },
      ],
    },
  ]);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: /^Edit/ }));
});

test('the form of a private video shows the account that may see it', async () => {
  video = { ...video, visibility: 'private', privateUserId: MIRA.id };
  site.on(auth.listAccounts, ({ query }) => ({
    accounts: query.q === MIRA.id ? [{ ...MIRA, isDisabled: false, lastSeenAt: null }] : [],
    nextCursor: null,
  }));
  await openDialog();
  expect(await screen.findByText(MIRA.email)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: `Not ${MIRA.username}? Choose somebody else` }));
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Who may watch?' }).value).toBe('');
});

test('saving makes the checks of the upload form, and a refusal is shown', async () => {
  site.on(PATCH(), () => failure('VIDEO_NOT_FOUND', 'This video does not exist.'));
  await openDialog();
  await user.clear(title());
  await save();
  expect(screen.getByText('Enter a title')).toBeTruthy();
  expect(document.activeElement).toBe(title());
  await user.type(title(), 'The Wren');
  await user.click(screen.getByRole('radio', { name: /Private/ }));
  await save();
  expect(screen.getByText('Private user ID is required for private visibility')).toBeTruthy();
  expect(site.count(PATCH())).toBe(0);
  await user.click(screen.getByRole('radio', { name: /Public/ }));
  await save();
  expect(await screen.findByText('This video does not exist.')).toBeTruthy();
  expect(title().value).toBe('The Wren');
});

test('too many tags are reported next to the tags', async () => {
  await openDialog();
  await user.click(screen.getByLabelText('Category'));
  for (const letter of ['K', 'L'])
    await user.paste(Array.from({ length: 25 }, (_, number) => `${letter}${number},`).join(''));
  await save();
  const tags = screen.getByRole('group', { name: /^Tags/ });
  expect(within(tags).getByText('A video has at most 50 tags.')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText('Grade'));
  expect(site.count(PATCH())).toBe(0);
  await user.click(screen.getByRole('button', { name: 'Remove L7' }));
  expect(screen.queryByText('A video has at most 50 tags.')).toBeNull();
});

test('the letters of a video are changed alone', async () => {
  video = { ...video, letters: ['B', 'D'] };
  site.on(PATCH(), () => ({ video: { ...video, letters: ['B'] } }));
  await openDialog();
  const letters = within(screen.getByRole('group', { name: /^Letters/ }));
  expect(letters.getByText('Chosen: B, D')).toBeTruthy();
  await user.click(letters.getByRole('button', { name: 'D', pressed: true }));
  await save();
  await waitFor(() => expect(isOpen()).toBe(false));
  expect(site.bodies(PATCH())).toEqual([{ letters: ['B'] }]);
});

test('the language of a video is chosen from those of the site, and changed alone', async () => {
  video = { ...video, language: 'de' };
  site.on(PATCH(), () => ({ video: { ...video, language: null } }));
  await openDialog();
  const language = screen.getByLabelText<HTMLSelectElement>('Language');
  expect([language.value, language.options.length]).toEqual(['de', 9]);
  await user.selectOptions(language, 'Unknown or another');
  await save();
  await waitFor(() => expect(isOpen()).toBe(false));
  expect(site.bodies(PATCH())).toEqual([{ language: null }]);
});

describe('closing', () => {
  test('closing an unchanged form does not ask for a confirmation', async () => {
    await openDialog();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(isOpen()).toBe(false);
    expect(site.count(PATCH())).toBe(0);
  });

  test('closing a changed form asks first', async () => {
    await openDialog();
    await user.type(title(), ' sings');
    await user.click(screen.getByRole('button', { name: 'Close' }));
    const question = within(await screen.findByRole('alertdialog'));
    expect(question.getByText('Your changes are not saved.')).toBeTruthy();
    await user.click(question.getByRole('button', { name: 'Cancel' }));
    expect(title().value).toBe('The Lark sings');
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(isOpen()).toBe(false));
  });

  test('leaving a changed form by the browser’s history asks first', async () => {
    const router = await openDialog();
    await user.type(title(), ' sings');
    await act(() => router.navigate('/songs'));
    expect(await screen.findByText('Leave this page?')).toBeTruthy();
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Cancel' }));
    expect(title().value).toBe('The Lark sings');
  });
});

describe('subtitles', () => {
  test('subtitles are added from a file', async () => {
    const content = 'WEBVTT\n\n00:00.000 --> 00:02.000\nTriller\n';
    const PUT = at(catalog.putCaption, { id: video.id });
    site.on(PUT, () => {
      const added = { ...CAPTION, id: MIRA.id, language: 'de', label: 'German' };
      video = { ...video, captions: [CAPTION, added] };
      return { caption: added };
    });
    await openDialog();
    await user.upload(
      document.querySelector<HTMLInputElement>('input[accept*=vtt]')!,
      new File([content], 'lark.de.vtt'),
    );
    await user.click(await screen.findByRole('button', { name: 'Add subtitles' }));
    expect(await screen.findByRole('button', { name: 'Remove subtitles German' })).toBeTruthy();
    expect(site.bodies(PUT)).toEqual([{ content, language: 'de', label: 'German' }]);
  });

  test('subtitles of an existing language replace it, which is announced beforehand', async () => {
    await openDialog();
    await user.upload(
      document.querySelector<HTMLInputElement>('input[accept*=vtt]')!,
      new File(['WEBVTT\n\n00:00.000 --> 00:02.000\nTriller\n'], 'lark.vtt'),
    );
    expect(await screen.findByText('Replaces the subtitles English (en).')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Replace subtitles' })).toBeTruthy();
    const code = screen.getByLabelText('Language code');
    await user.clear(code);
    await user.type(code, 'en-GB');
    expect(screen.queryByText(/^Replaces the subtitles/)).toBeNull();
    expect(screen.getByRole('button', { name: 'Add subtitles' })).toBeTruthy();
  });

  test('subtitles are removed, and a failure is shown', async () => {
    const REMOVE = at(catalog.deleteCaption, { id: video.id, captionId: CAPTION.id });
    site.on(REMOVE, () => failure('UNAVAILABLE', 'Storage is away.'));
    await openDialog();
    const remove = screen.getByRole('button', { name: 'Remove subtitles English' });
    await user.click(remove);
    expect(await screen.findByText('Storage is away.')).toBeTruthy();
    site.on(REMOVE, () => {
      video = { ...video, captions: [] };
    });
    await user.click(remove);
    await waitFor(() => expect(remove.isConnected).toBe(false));
    expect(screen.queryByText('Storage is away.')).toBeNull();
  });
});

test('the original picture of a video can be restored', async () => {
  video = { ...video, thumbnail: '/hls/x/own.jpg' };
  site.on(at(catalog.deleteThumbnail, { id: video.id }), () => {
    video = { ...video, thumbnail: '/hls/x/thumbnail.jpg' };
    return { thumbnail: video.thumbnail };
  });
  await openDialog();
  expect(screen.getByRole('img', { name: 'The Lark' }).getAttribute('src')).toBe('/hls/x/own.jpg');
  await user.click(screen.getByRole('button', { name: 'Use the picture from the video' }));
  await waitFor(() =>
    expect(screen.getByRole('img', { name: 'The Lark' }).getAttribute('src')).toBe('/hls/x/thumbnail.jpg'),
  );
});

test('deleting the open video leads back to the other videos', async () => {
  site.on(DELETE(), () => {});
  const router = await openDialog();
  await user.click(screen.getByRole('button', { name: 'Delete video' }));
  const question = within(await screen.findByRole('alertdialog'));
  question.getByText('The Lark');
  question.getByText('Are you sure you want to delete this video? This action cannot be undone.');
  await user.click(question.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(router.state.location.search).toBe(''));
  expect(site.count(DELETE())).toBe(1);
  expect(isOpen()).toBe(false);
});
