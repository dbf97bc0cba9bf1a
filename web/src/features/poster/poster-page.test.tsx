import { catalog } from '@larksong/contracts';
import { act, cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { MIRA, tokensOf } from '../../testing/accounts.ts';
import { listLink } from '../../testing/guests.ts';
import { renderSite } from '../../testing/render.tsx';
import { startSite, type TestSite } from '../../testing/site.ts';
import { songList } from '../../testing/song-lists.ts';
import { video } from '../../testing/videos.ts';
import { signIn, signOut } from '../auth/session.ts';

let site: TestSite;
let list: catalog.SongList;
const link = listLink({ endsAt: '2026-12-18T12:00:00.000Z' });
const user = userEvent.setup();

beforeEach(async () => {
  const songs = ['a', 'b', 'c'].map((name) => video({ thumbnail: `/hls/${name}.jpg` }));
  list = songList({ name: 'Morning circle', letters: ['A', 'B'], songs });
  site = await startSite();
  site.on(catalog.getSongList, () => ({ list }));
  site.on(catalog.listLinks, () => ({ links: [link], areAllowed: true }));
  site.on(catalog.previewForGuests, () => ({
    videoIds: list.songs.slice(0, 2).map(({ id }) => id),
    hidden: [{ reason: 'registered', count: 1 } as const],
  }));
});

afterEach(async () => {
  await act(() => signOut());
  cleanup();
  document.querySelector('meta[property="og:image"]')?.remove();
  await site[Symbol.asyncDispose]();
});

function visit(address: string, linkId = link.id) {
  document.head.insertAdjacentHTML('beforeend', `<meta property="og:image" content="${address}/share.png">`);
  act(() => signIn({ ...tokensOf(MIRA), user: MIRA }));
  return renderSite(`/lists/${list.id}/poster?link=${linkId}`);
}

it('a poster counts and draws what guests see', async () => {
  visit('https://songs.example');
  const poster = await screen.findByRole('article', { name: 'Poster, A4' });
  expect(within(poster).getByRole('heading', { name: 'Morning circle' })).toBeTruthy();
  expect(within(poster).getByText('2 songs and the letters A and B')).toBeTruthy();
  const pictures = [...poster.querySelectorAll('figure img')].map((image) => image.getAttribute('src'));
  expect(pictures).toEqual(['/hls/a.jpg', '/hls/b.jpg']);
  expect(poster.querySelector('code')?.textContent).toBe('songs.example/s/k7m4-qx2p-93hd-vt6w');
  expect(await within(poster).findByRole('img', { name: 'QR code of the link' })).toBeTruthy();
  expect(within(poster).getByText('No account needed. Open until 18 December 2026.')).toBeTruthy();
  expect(site.calls(catalog.previewForGuests)[0]?.query).toEqual({ link: link.id });
  await user.click(screen.getByRole('button', { name: 'Letter' }));
  expect(screen.getByRole('article', { name: 'Poster, Letter' })).toBeTruthy();
});

it('while the site has no address for others, its poster is refused with the setting to change', async () => {
  visit('http://localhost:8080');
  expect(await screen.findByRole('heading', { name: 'This poster would lead nowhere' })).toBeTruthy();
  expect(screen.getByText(/http:\/\/localhost:8080.*Set PUBLIC_URL/)).toBeTruthy();
  expect(screen.queryByRole('article')).toBeNull();
});

it('an address that is a number or has no https is warned of', async () => {
  visit('http://192.168.1.5:8080');
  expect(await screen.findByText(/^The address is a number \(http:\/\/192\.168\.1\.5:8080\)/)).toBeTruthy();
  expect(await screen.findByRole('article')).toBeTruthy();
  cleanup();
  document.querySelector('meta[property="og:image"]')?.remove();
  visit('http://songs.example');
  expect(await screen.findByText(/^The address begins with http \(http:\/\/songs\.example\)/)).toBeTruthy();
});

it('there is no poster of a link that was taken back', async () => {
  visit('https://songs.example', '0198f3c2-7a1e-7d40-b1c9-00000000ffff');
  expect(await screen.findByRole('heading', { name: 'There is no such link' })).toBeTruthy();
});
