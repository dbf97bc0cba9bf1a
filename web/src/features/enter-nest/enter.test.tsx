import { auth, catalog } from '@larksong/contracts';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { endNests, forgetNests, keepNests } from '../../api/nest-session.ts';
import { nestRoutes } from '../../nest-routes.tsx';
import { MIRA, storedTokens, tokensOf } from '../../testing/accounts.ts';
import { failure } from '../../testing/answers.ts';
import { nestPlace, nestSession } from '../../testing/nests.ts';
import { renderSite } from '../../testing/render.tsx';
import { startSite, type TestSite } from '../../testing/site.ts';
import { signIn, signOut } from '../auth/session.ts';
import { toCardCode } from './card-code.ts';

const CODE = 'k7m4-qx2p-93hd-vt6w';
const card = { pathname: '/nest', hash: `#${CODE}` };
const user = userEvent.setup();
let site: TestSite;
let leave: ReturnType<typeof vi.spyOn>;

beforeEach(async () => {
  site = await startSite();
  leave = vi.spyOn(window.location, 'replace').mockReturnValue();
  site.on(auth.enterNests, () => nestSession({ cameBy: 'card' }));
  site.on(auth.logout, () => undefined);
});
afterEach(async () => {
  act(() => forgetNests());
  await act(() => signOut());
  cleanup();
  vi.restoreAllMocks();
  await site[Symbol.asyncDispose]();
});

it('the address of a card opens its nest once, and the code leaves the address at once', async () => {
  const page = renderSite(card);
  await waitFor(() => expect(leave).toHaveBeenCalledWith('/nest'));
  expect(page.address()).toBe('/nest');
  expect(site.bodies(auth.enterNests)).toEqual([{ code: toCardCode(CODE) }]);
  expect(localStorage.getItem('nest.session')).toContain('refresh-nest');
});

it('somebody who is signed in is asked first, and signed out once the nest is open', async () => {
  act(() => signIn({ user: MIRA, ...tokensOf(MIRA) }));
  renderSite(card);
  const open = await screen.findByRole('button', { name: 'Sign out and open the nest' });
  expect(site.count(auth.enterNests)).toBe(0);
  await user.click(open);
  await waitFor(() => expect(leave).toHaveBeenCalledWith('/nest'));
  const steps = site.history().filter((call) => call === 'logout' || call === 'enterNests');
  expect(steps).toEqual(['enterNests', 'logout']);
  expect(storedTokens()).toBeNull();
});

it('a card that does not open signs nobody out', async () => {
  act(() => signIn({ user: MIRA, ...tokensOf(MIRA) }));
  site.on(auth.enterNests, () => failure('CARD_NOT_OPEN'));
  renderSite(card);
  await user.click(await screen.findByRole('button', { name: 'Sign out and open the nest' }));
  expect(await screen.findByRole('heading', { name: 'This link does not open' })).toBeTruthy();
  expect(storedTokens()).not.toBeNull();
  expect(site.count(auth.logout)).toBe(0);
  expect(localStorage.getItem('nest.session')).toBeNull();
});

it('a card that was taken back leads to the page of links, and another code can be typed', async () => {
  site.on(auth.enterNests, ({ body }) =>
    body.code === 'a2b3c4' ? nestSession({ cameBy: 'class_code' }) : failure('CARD_NOT_OPEN'),
  );
  renderSite(card);
  expect(await screen.findByRole('heading', { name: 'This link does not open' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Home' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await user.click(await screen.findByRole('button', { name: 'Open' }));
  expect(await screen.findByText('Enter the code')).toBeTruthy();
  await user.type(screen.getByLabelText('Code'), 'A2B 3C4');
  await user.click(screen.getByRole('button', { name: 'Open' }));
  await waitFor(() => expect(leave).toHaveBeenCalledWith('/nest'));
});

it('without an answer the card can be tried again', async () => {
  let isDown = true;
  site.on(auth.enterNests, () => (isDown ? failure('UNAVAILABLE') : nestSession()));
  renderSite(card);
  expect(await screen.findByText('The nest could not be opened')).toBeTruthy();
  isDown = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(leave).toHaveBeenCalledWith('/nest'));
});

it('where a nest is, a card that does not open leads back to it and not Home', async () => {
  const session = nestSession();
  act(() => keepNests(session));
  site.on(auth.enterNests, () => failure('CARD_NOT_OPEN'));
  site.on(catalog.getNest, () => nestPlace());
  const page = renderSite(card, nestRoutes);
  expect(await screen.findByRole('heading', { name: 'This link does not open' })).toBeTruthy();
  expect(page.address()).toBe('/nest');
  expect(site.bodies(auth.enterNests)).toMatchObject([{ leaves: session.refreshToken }]);
  expect(screen.queryByRole('link')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'To my nest' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Juno’s nest' })).toBeTruthy();
});

it.each([
  [`https://songs.example/nest#${CODE}`, 'k7m4qx2p93hdvt6w'],
  [' K7M4 QX2P 93HD VT6W ', 'k7m4qx2p93hdvt6w'],
  ['ｋ７ｍ４ｑｘ', 'k7m4qx'],
  ['#', ''],
])('the code in %j is found', (typed, code) => {
  expect(toCardCode(typed)).toBe(code);
});

it('where a nest has ended, another code opens the device again', async () => {
  act(() => keepNests(nestSession()));
  act(() => endNests());
  site.on(auth.enterNests, () => nestSession({ cameBy: 'class_code' }));
  renderSite('/nest', nestRoutes);
  await user.click(await screen.findByRole('button', { name: 'Type a code' }));
  await user.type(await screen.findByLabelText('Code'), 'K7M 4QX{Enter}');
  await waitFor(() => expect(leave).toHaveBeenCalledWith('/nest'));
  expect(site.bodies(auth.enterNests)).toEqual([{ code: 'k7m4qx' }]);
});
