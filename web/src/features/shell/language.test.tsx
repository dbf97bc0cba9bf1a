import { auth, game } from '@larksong/contracts';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { showLanguage, text } from '../../lib/texts.ts';
import { MIRA, tokensOf } from '../../testing/accounts.ts';
import { renderSite } from '../../testing/render.tsx';
import { startSite, type TestSite } from '../../testing/site.ts';
import { signIn, signOut } from '../auth/session.ts';

let site: TestSite;
const user = userEvent.setup();
const root = document.documentElement;

beforeEach(async () => {
  site = await startSite();
  site.on(game.listCategories, () => ({ categories: [], grids: [] }));
});

afterEach(async () => {
  await act(() => signOut());
  cleanup();
  vi.restoreAllMocks();
  document.cookie = 'language=; path=/; max-age=0';
  document.head.querySelector('meta[name="languages"]')?.remove();
  await act(() => showLanguage('en'));
  await site[Symbol.asyncDispose]();
});

function offer(...languages: string[]): void {
  const meta = document.createElement('meta');
  Object.assign(meta, { name: 'languages', content: languages.join(' ') });
  document.head.append(meta);
}

async function choose(language: string): Promise<void> {
  await user.click(await screen.findByRole('button', { name: /Options|account$/ }));
  await user.click(await screen.findByRole('menuitem', { name: /^Language/ }));
  await user.click(await screen.findByRole('menuitemradio', { name: new RegExp(`^${language}`) }));
}

it('a visitor chooses a language, which the device keeps, and nothing is mounted again', async () => {
  renderSite('/you');
  const heading = await screen.findByRole('heading', { level: 1 });
  await choose('العربية');
  await waitFor(() => expect([root.lang, root.dir]).toEqual(['ar', 'rtl']));
  expect(document.cookie).toContain('language=ar');
  expect(screen.getByRole('heading', { level: 1 })).toBe(heading);
});

it('the choice of a member is kept with the account', async () => {
  site.on(auth.putOwnLanguage, ({ body }) => ({ user: { ...MIRA, language: body.language } }));
  renderSite('/you');
  await screen.findByRole('heading', { level: 1 });
  act(() => signIn({ ...tokensOf(MIRA), user: MIRA }));
  await choose('Deutsch');
  await waitFor(() => expect(site.bodies(auth.putOwnLanguage)).toEqual([{ language: 'de' }]));
  expect(root.lang).toBe('de');
});

it('signing in shows the language of the account, unless the site no longer offers it', async () => {
  offer('en', 'de');
  renderSite('/you');
  await screen.findByRole('heading', { level: 1 });
  act(() => signIn({ ...tokensOf(MIRA), user: { ...MIRA, language: 'tr' } }));
  await screen.findByRole('button', { name: /, account$/ });
  expect([root.lang, document.cookie]).toEqual(['en', '']);
  await act(() => signOut());
  act(() => signIn({ ...tokensOf(MIRA), user: { ...MIRA, language: 'de' } }));
  await waitFor(() => expect(root.lang).toBe('de'));
  expect(document.cookie).toContain('language=de');
});

it('the language that the browser prefers is offered once, and nothing switches unasked', async () => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['xx', 'de-AT', 'en']);
  offer('en', 'de', 'fr');
  const { unmount } = renderSite('/you');
  const stay = await screen.findByRole('button', { name: text('offer.stay') });
  expect(stay.closest('[lang="de"]')).not.toBeNull();
  expect(root.lang).toBe('en');
  await user.click(stay);
  expect(screen.queryByRole('button', { name: text('offer.stay') })).toBeNull();
  unmount();
  renderSite('/you');
  await screen.findByRole('heading', { level: 1 });
  expect(screen.queryByRole('button', { name: text('offer.stay') })).toBeNull();
});

it('a language that the site does not offer, and the one of the page, are not offered', async () => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['uk', 'en-GB']);
  offer('en', 'de');
  renderSite('/you');
  await screen.findByRole('heading', { level: 1 });
  expect(screen.queryByRole('button', { name: text('offer.stay') })).toBeNull();
});
