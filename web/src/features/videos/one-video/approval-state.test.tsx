import { catalog } from '@larksong/contracts';
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { MIRA, OLIVE, TEO, tokensOf } from '../../../testing/accounts.ts';
import { pendingVideo } from '../../../testing/approvals.ts';
import { renderSite } from '../../../testing/render.tsx';
import { at, startSite, type TestSite } from '../../../testing/site.ts';
import { video } from '../../../testing/videos.ts';
import { signIn, signOut } from '../../auth/session.ts';

let site: TestSite;
beforeEach(async () => {
  site = await startSite();
});
afterEach(async () => {
  cleanup();
  await signOut();
  await site[Symbol.asyncDispose]();
});

/** Offers videos in the list; the first can be opened, and the others are related to it. */
function offer(open: catalog.Video, ...others: catalog.Video[]): catalog.Video {
  site.on(catalog.listVideos, () => ({ videos: [open, ...others], nextCursor: null }));
  site.on(at(catalog.getVideo, { id: open.id }), () => ({ video: open }));
  site.on(at(catalog.listRelatedVideos, { id: open.id }), () => ({ videos: others }));
  return open;
}

const as = (user: typeof MIRA) => signIn({ ...tokensOf(user), user });
const findCard = async (title: string) =>
  (await screen.findByRole('heading', { name: title })).closest<HTMLElement>('li')!;

test('cards say which videos wait for an approval or were sent back, in words and with a picture', async () => {
  as(TEO);
  offer(
    pendingVideo({ title: 'One that waits' }),
    pendingVideo({ title: 'One to change' }, { state: 'sent_back', note: 'The sound is too low.' }),
    pendingVideo({ title: 'One for more' }, { state: 'widening' }),
    video({ title: 'One for all' }),
  );
  renderSite('/songs');
  const said = [
    ['One that waits', 'Waiting for approval'],
    ['One to change', 'Sent back'],
    ['One for more', 'Waiting to be seen by more people'],
  ] as const;
  for (const [title, state] of said) {
    const badge = await within(await findCard(title)).findByText(state);
    expect(badge.querySelector('svg[aria-hidden]')).toBeTruthy();
  }
  expect((await findCard('One for all')).textContent).not.toMatch(/Waiting|Sent back/);
});

test('the page of a waiting video leads its teacher to the work on their uploads', async () => {
  as(TEO);
  const open = offer(pendingVideo(), pendingVideo({ title: 'Another that waits' }));
  renderSite(`/songs?v=${open.id}`);
  const [line] = await screen.findAllByText('Waiting for approval', { selector: 'strong' });
  const message = line!.closest<HTMLElement>('.message')!;
  expect(within(message).getByText('Others see it once a superadmin has approved it.')).toBeTruthy();
  const link = within(message).getByRole('link', { name: 'Transcoding Status' });
  expect(link.getAttribute('href')).toBe('/transcoding');
  expect(await within(await findCard('Another that waits')).findByText('Waiting for approval')).toBeTruthy();
});

test('the page of a video that was sent back repeats the sentence, and what happens after a change', async () => {
  as(TEO);
  const open = offer(pendingVideo({}, { state: 'sent_back', note: 'The sound is too low.' }));
  renderSite(`/songs?v=${open.id}`);
  expect((await screen.findByText('The sound is too low.')).dir).toBe('auto');
  expect(screen.getByText('Sent back')).toBeTruthy();
  expect(screen.getByText('Change it, and it waits for approval again.')).toBeTruthy();
  expect(screen.queryByText(/once a superadmin has approved/)).toBeNull();
});

test('superadmins are led to the approvals, and a sentence of former times is not repeated', async () => {
  as(OLIVE);
  const open = offer(pendingVideo({}, { state: 'waiting', note: 'The sound is too low.' }));
  renderSite(`/songs?v=${open.id}`);
  const message = (await screen.findByText('Waiting for approval')).closest<HTMLElement>('.message')!;
  expect(within(message).getByRole('link', { name: 'Approvals' }).getAttribute('href')).toBe('/approvals');
  expect(screen.queryByText('The sound is too low.')).toBeNull();
});

test('the page of a video that needs nothing says nothing about approvals', async () => {
  as(MIRA);
  const open = offer(video({ uploader: { username: 'olive', displayName: 'Olive Tanaka' } }));
  renderSite(`/songs?v=${open.id}`);
  await screen.findByText('Olive Tanaka'); // the details have arrived
  expect(screen.queryByText(/approval/)).toBeNull();
});
