import { catalog } from '@larksong/contracts';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { queryClient } from '../../api/query-client.ts';
import { MIRA, tokensOf } from '../../testing/accounts.ts';
import { failure, NO_ANSWER } from '../../testing/answers.ts';
import { guestList, LINK_ID } from '../../testing/guests.ts';
import { renderSite } from '../../testing/render.tsx';
import { startSite, type TestSite } from '../../testing/site.ts';
import { video } from '../../testing/videos.ts';
import { signIn, signOut } from '../auth/session.ts';
import { refreshGuestList } from './guest-list.ts';
import { markHeard } from './heard.ts';

const CODE = 'k7m4qx2p93hdvt6w';
const GROUPS = 'k7m4-qx2p-93hd-vt6w';

let site: TestSite;
const user = userEvent.setup();

beforeEach(async () => {
  site = await startSite();
  window.history.replaceState(null, '', '/');
});

afterEach(async () => {
  await act(() => signOut());
  cleanup();
  document.querySelector('meta[name=referrer]')?.remove();
  await site[Symbol.asyncDispose]();
});

/** The link opens this list, by this code alone. */
function answerLink(list: catalog.GuestList, code = CODE): void {
  site.on(catalog.openLink, ({ body }) =>
    body.code === code ? { linkId: list.linkId } : failure('LINK_NOT_OPEN'),
  );
  site.on(catalog.getGuestList, () => ({ list }));
}

it('a link shows its songs as pictures, its letters and nothing of the site', async () => {
  const list = guestList({
    letters: ['A', 'B'],
    songs: [video({ title: 'Ducks' }), video({ title: 'Fish' })],
  });
  answerLink(list);
  const { address } = renderSite(`/s/${GROUPS}`);
  expect(await screen.findByRole('heading', { level: 1, name: 'Morning circle' })).toBeTruthy();
  expect(screen.getByText('2 songs · 5 min')).toBeTruthy();
  const links = screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
  expect(links).toEqual([
    ['Skip to content', '#main'],
    ['Play all', `/s/${GROUPS}?song=${list.songs[0]?.id}`],
    ['Ducks', `/s/${GROUPS}?song=${list.songs[0]?.id}`],
    ['Fish', `/s/${GROUPS}?song=${list.songs[1]?.id}`],
    ['AaThe gameAaBb', '/?letters=A,B'],
  ]);
  expect(screen.queryByRole('button', { name: 'Menu' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Sign in' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Options' })).toBeTruthy();
  expect(address()).toBe(`/s/${GROUPS}`);
});

const listStored = (storage: Storage) =>
  Array.from({ length: storage.length }, (_, index) => {
    const key = storage.key(index) ?? '';
    return `${key} ${storage.getItem(key)}`;
  });

it('the code is in no title, no storage, and no address of a call', async () => {
  answerLink(guestList());
  renderSite(`/s/${GROUPS}`);
  await screen.findByRole('heading', { name: 'Morning circle' });
  await waitFor(() => expect(document.title).toBe('Morning circle · Larksong'));
  const kept = [
    ...listStored(localStorage),
    ...listStored(sessionStorage),
    JSON.stringify(window.history.state),
    document.cookie,
  ].join(' ');
  for (const code of [CODE, GROUPS]) expect(kept.toLowerCase()).not.toContain(code);
  expect(site.bodies(catalog.openLink)).toEqual([{ code: CODE }]);
  for (const { headers } of site.calls(catalog.getGuestList))
    expect(headers.referer ?? '').not.toContain(CODE);
  expect(document.querySelector('meta[name=referrer]')?.getAttribute('content')).toBe('no-referrer');
});

it('songs that were heard in this visit have a tick', async () => {
  const list = guestList();
  answerLink(list);
  renderSite(`/s/${CODE}`);
  await screen.findByRole('heading', { name: 'Morning circle' });
  expect(screen.queryByText('heard')).toBeNull();
  act(() => markHeard(list.linkId, list.songs[1]!.id));
  expect(screen.getByText('heard').closest('a')?.textContent).toContain(list.songs[1]?.title);
});

it('a link that opens nothing says so, and offers to type a code', async () => {
  answerLink(guestList());
  renderSite('/s/k7m4qx2p93hdvt6x');
  expect(await screen.findByRole('heading', { level: 1, name: 'This link does not open' })).toBeTruthy();
  expect(screen.getByRole('textbox', { name: 'Code' })).toBeTruthy();
  expect(document.title).toBe('Code · Larksong');
});

it('a link that is taken back in the middle is said kindly', async () => {
  answerLink(guestList());
  renderSite(`/s/${CODE}`);
  await screen.findByRole('heading', { name: 'Morning circle' });
  site.on(catalog.getGuestList, () => failure('LINK_NOT_OPEN'));
  site.on(catalog.openLink, () => failure('LINK_NOT_OPEN'));
  await act(() => refreshGuestList(CODE));
  expect(await screen.findByRole('heading', { name: 'The songs have been put away' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Play all' })).toBeNull();
});

it('a link is opened again when its cookie has ended, and not counted as put away', async () => {
  answerLink(guestList());
  renderSite(`/s/${CODE}`);
  await screen.findByRole('heading', { name: 'Morning circle' });
  let hasCookie = false;
  site.on(catalog.openLink, () => {
    hasCookie = true;
    return { linkId: LINK_ID };
  });
  site.on(catalog.getGuestList, () =>
    hasCookie ? { list: guestList({ name: 'Evening' }) } : failure('LINK_NOT_OPEN'),
  );
  await act(() => refreshGuestList(CODE));
  expect(await screen.findByRole('heading', { name: 'Evening' })).toBeTruthy();
});

it('without a connection the page says so and tries again', async () => {
  site.on(catalog.openLink, () => NO_ANSWER);
  renderSite(`/s/${CODE}`);
  expect(await screen.findByRole('heading', { name: 'This list could not be opened' })).toBeTruthy();
  answerLink(guestList());
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'Morning circle' })).toBeTruthy();
});

it('the code of the board is typed in any way', async () => {
  answerLink(guestList(), 'k7m4qx');
  const { address } = renderSite('/s');
  await user.type(await screen.findByRole('textbox', { name: 'Code' }), ' K7M 4QX{Enter}');
  expect(await screen.findByRole('heading', { name: 'Morning circle' })).toBeTruthy();
  expect(address()).toBe('/s/k7m4qx');
  expect(site.count(catalog.openLink)).toBe(1);
});

it('a code that opens nothing leads to the page of such links, where it can be corrected', async () => {
  answerLink(guestList(), 'k7m4qx');
  renderSite('/s');
  const field = await screen.findByRole('textbox', { name: 'Code' });
  await user.type(field, 'k7m4q{Enter}');
  expect(await screen.findByText(/^A code from the board has six letters/)).toBeTruthy();
  expect(site.count(catalog.openLink)).toBe(0);
  await user.type(field, 'y{Enter}');
  expect(await screen.findByRole('heading', { name: 'This link does not open' })).toBeTruthy();
  const again = screen.getByRole<HTMLInputElement>('textbox', { name: 'Code' });
  expect(again.value).toBe('k7m4qy');
  fireEvent.change(again, { target: { value: 'k7m4qx' } });
  await user.click(screen.getByRole('button', { name: 'Open' }));
  expect(await screen.findByRole('heading', { name: 'Morning circle' })).toBeTruthy();
});

it('after too many wrong codes the page says when to try again', async () => {
  site.on(catalog.openLink, () => failure('TOO_MANY_REQUESTS', undefined, { retryAfterSeconds: 40 }));
  renderSite('/s');
  await user.type(await screen.findByRole('textbox', { name: 'Code' }), 'k7m4qx{Enter}');
  expect((await screen.findByRole('alert')).textContent).toContain('in 40 seconds');
});

it('a page that is loaded again is no second opening, also after its code for the board has ended', async () => {
  answerLink(guestList());
  window.history.replaceState(null, '', `/s/${GROUPS}`);
  renderSite(`/s/${CODE}`);
  await screen.findByRole('heading', { name: 'Morning circle' });
  await waitFor(() => expect(window.history.state).toMatchObject({ linkId: LINK_ID }));
  expect(site.count(catalog.openLink)).toBe(1);
  cleanup();
  queryClient.clear();
  renderSite(`/s/${CODE}`);
  await screen.findByRole('heading', { name: 'Morning circle' });
  expect(site.count(catalog.openLink)).toBe(1);
});

it('members copy what they see to their lists', async () => {
  const list = guestList();
  answerLink(list);
  site.on(catalog.copyGuestList, () => ({
    list: { ...list, id: '0198f3c2-7a1e-7d40-b1c9-00000000d002', owner: 'viewer' as const },
  }));
  const tokens = tokensOf(MIRA);
  act(() => signIn({ ...tokens, user: MIRA }));
  renderSite(`/s/${CODE}`);
  await user.click(await screen.findByRole('button', { name: 'Copy to my lists' }));
  const link = await screen.findByRole('link', { name: 'Copied: open my list' });
  expect(link.getAttribute('href')).toBe('/lists/0198f3c2-7a1e-7d40-b1c9-00000000d002');
  expect(site.calls(catalog.copyGuestList)[0]?.bearer).toBe(tokens.accessToken);
});

it('a list without songs says so', async () => {
  answerLink(guestList({ songs: [] }));
  renderSite(`/s/${CODE}`);
  expect(await screen.findByRole('heading', { name: 'No songs in it yet' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Play all' })).toBeNull();
});

it('the game of a closed site is not offered to guests', async () => {
  site.on(catalog.getSiteAccess, () => ({ access: { visitors: 'nobody', game: 'nobody' } as const }));
  answerLink(guestList());
  renderSite(`/s/${CODE}`);
  await screen.findByRole('heading', { name: 'Morning circle' });
  await waitFor(() => expect(screen.queryByRole('link', { name: /The game/ })).toBeNull());
});

it('a song plays by the calls of guests, and its player leads back to the pictures', async () => {
  const list = guestList();
  const song = list.songs[1]!;
  answerLink(list);
  site.on(catalog.recordGuestView, () => ({ viewCount: 5 }));
  const { address } = renderSite(`/s/${GROUPS}`);
  await user.click(await screen.findByRole('link', { name: song.title }));
  const heading = await screen.findByRole('heading', { level: 1, name: song.title });
  await waitFor(() => expect(document.activeElement).toBe(heading));
  await waitFor(() => expect(site.calls(catalog.recordGuestView)).toHaveLength(1));
  expect(site.calls(catalog.recordGuestView)[0]).toMatchObject({
    params: { linkId: list.linkId, videoId: song.id },
    body: { watchedDuration: 0 },
  });
  expect([site.count(catalog.getVideo), site.count(catalog.recordView)]).toEqual([0, 0]);
  expect(document.title).toBe(`${song.title} · Larksong`);
  await user.click(screen.getByRole('link', { name: 'Morning circle' }));
  expect(await screen.findByRole('link', { name: 'Play all' })).toBeTruthy();
  expect(address()).toBe(`/s/${GROUPS}`);
  await waitFor(() => expect(document.title).toBe('Morning circle · Larksong'));
});
