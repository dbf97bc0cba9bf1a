import { auth, catalog, game } from '@larksong/contracts';
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { renderSite } from '../../testing/render.tsx';
import { MIRA, OLIVE, TEO, TEO_WITH_LETTERS, tokensOf } from '../../testing/accounts.ts';
import { startSite, type TestSite } from '../../testing/site.ts';
import { signIn, signOut } from '../auth/session.ts';

const CATEGORIES = game.listCategories;

let site: TestSite;
const user = userEvent.setup();

beforeEach(async () => {
  site = await startSite();
  site.on(CATEGORIES, () => ({ categories: [], grids: [] }));
});

afterEach(async () => {
  await act(() => signOut());
  cleanup();
  vi.restoreAllMocks();
  await site[Symbol.asyncDispose]();
});

async function visit(path: string, visitor?: auth.User): Promise<void> {
  renderSite(path);
  await screen.findByRole('heading', { level: 1 });
  if (!visitor) return;
  act(() => signIn({ ...tokensOf(visitor), user: visitor }));
  await screen.findByRole('button', { name: /, account$/ });
}

describe('the tray', () => {
  it.each([
    ['a visitor', undefined, ['Home', 'Songs', 'Lists', 'You', 'For parents']],
    ['a user', MIRA, ['Home', 'Songs', 'Lists', 'Liked videos', 'Children', 'Profile', 'For parents']],
    [
      'a teacher',
      TEO,
      [
        'Home',
        'Songs',
        'Lists',
        'Liked videos',
        'Children',
        'Profile',
        'For parents',
        'Upload Video',
        'Transcoding Status',
      ],
    ],
    [
      'a teacher who may change letters',
      TEO_WITH_LETTERS,
      [
        'Home',
        'Songs',
        'Lists',
        'Liked videos',
        'Children',
        'Profile',
        'For parents',
        'Upload Video',
        'Transcoding Status',
        'Letters and words',
      ],
    ],
    [
      'a superadmin',
      OLIVE,
      [
        'Home',
        'Songs',
        'Lists',
        'Liked videos',
        'Children',
        'Profile',
        'For parents',
        'Upload Video',
        'Approvals',
        'Comments',
        'Transcoding Status',
        'Grades and categories',
        'Letters and words',
        'Accounts',
        'Status',
      ],
    ],
  ])('the tray has the links of %s', async (_, visitor, names) => {
    await visit('/you', visitor);
    await user.click(screen.getByRole('button', { name: 'Menu' }));
    const nav = within(await screen.findByRole('navigation', { name: 'Main' }));
    expect(nav.getAllByRole('link')).toEqual(names.map((name) => nav.getByRole('link', { name })));
  });

  it('the tray marks the current page and closes when a link is followed', async () => {
    site.on(catalog.listVideos, () => ({ videos: [], nextCursor: null }));
    await visit('/you');
    await user.click(screen.getByRole('button', { name: 'Menu' }));
    const nav = within(await screen.findByRole('navigation', { name: 'Main' }));
    expect(nav.getByRole('link', { name: 'You' }).getAttribute('aria-current')).toBe('page');
    await user.click(nav.getByRole('link', { name: 'Songs' }));
    const heading = await screen.findByRole('heading', { name: 'Songs' });
    expect(screen.queryByRole('dialog')).toBeNull();
    await expect.poll(() => document.activeElement).toBe(heading);
    expect(document.title).toBe('Songs · Larksong');
  });

  it('the tray leads to a page whose heading keeps the focus when the page is drawn again', async () => {
    await visit('/you');
    await user.click(screen.getByRole('button', { name: 'Menu' }));
    const nav = within(await screen.findByRole('navigation', { name: 'Main' }));
    await user.click(nav.getByRole('link', { name: 'Home' }));
    await screen.findByText('No Game Content Available');
    const heading = screen.getByRole('heading', { name: 'Memory Game' });
    await expect.poll(() => document.activeElement).toBe(heading);
  });
});

describe('the avatar menu', () => {
  it('the avatar menu shows the signed-in user and signs out', async () => {
    await visit('/you', OLIVE);
    const trigger = screen.getByRole('button', { name: 'Olive Tanaka, account' });
    await user.click(trigger);
    expect(await screen.findByText('Olive Tanaka')).toBeTruthy();
    expect(screen.getByText('olive@maple-street.example')).toBeTruthy();
    await user.click(screen.getByRole('menuitem', { name: 'Sign Out' }));
    expect(within(screen.getByRole('banner')).getByRole('button', { name: 'Sign in' })).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Options' }));
  });

  it('the avatar menu asks first if a finger presses Sign Out', async () => {
    await visit('/you', MIRA);
    const press = async () => {
      await user.click(screen.getByRole('button', { name: 'mira, account' }));
      const item = screen.getByRole('menuitem', { name: 'Sign Out' });
      fireEvent(item, new PointerEvent('click', { bubbles: true, detail: 1, pointerType: 'touch' }));
      return within(await screen.findByRole('alertdialog', { name: 'Sign Out' }));
    };
    await user.click((await press()).getByRole('button', { name: 'Cancel' }));
    expect(screen.getByRole('button', { name: 'mira, account' })).toBeTruthy();
    await user.click((await press()).getByRole('button', { name: 'Sign Out' }));
    expect(await screen.findByRole('button', { name: 'Options' })).toBeTruthy();
  });

  it('the avatar menu closes on a press outside, and on Escape, which returns the focus', async () => {
    await visit('/you', MIRA);
    const trigger = screen.getByRole('button', { name: 'mira, account' });
    await user.click(trigger);
    await user.click(screen.getByRole('heading', { level: 1 }));
    expect(screen.queryByRole('menu')).toBeNull();
    await user.click(trigger);
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('menu')).toBeNull();
    expect(document.activeElement).toBe(trigger);
  });

  it('the avatar menu offers three themes, marks the current one and stores it under "theme"', async () => {
    await visit('/you');
    await user.click(screen.getByRole('button', { name: 'Options' }));
    await user.click(screen.getByRole('menuitem', { name: /Appearance/ }));
    const marked = () =>
      screen
        .getAllByRole('menuitemradio')
        .map((item) => `${item.textContent} ${item.getAttribute('aria-checked')}`);
    expect(marked()).toEqual(['Use device theme true', 'Dark theme false', 'Light theme false']);
    await user.click(screen.getByRole('menuitemradio', { name: 'Dark theme' }));
    expect(marked()).toEqual(['Use device theme false', 'Dark theme true', 'Light theme false']);
    expect(document.documentElement.dataset['theme']).toBe('dark');
    expect(localStorage.getItem('theme')).toBe('dark');
    await user.click(screen.getByRole('menuitemradio', { name: 'Use device theme' }));
    expect(document.documentElement.dataset['theme']).toBeUndefined();
    expect(localStorage.getItem('theme')).toBe('system');
  });

  it('the avatar menu is navigated with the arrow keys', async () => {
    await visit('/you', MIRA);
    await user.click(screen.getByRole('button', { name: 'mira, account' }));
    expect(document.activeElement?.textContent).toContain('Language');
    await user.keyboard('{ArrowDown}');
    expect(document.activeElement?.textContent).toContain('Appearance');
    await user.keyboard('{ArrowDown}');
    expect(document.activeElement?.textContent).toBe('Sign Out');
    await user.keyboard('{ArrowDown}');
    expect(document.activeElement?.textContent).toContain('Language');
    await user.keyboard('{ArrowUp}');
    expect(document.activeElement?.textContent).toBe('Sign Out');
  });
});

describe('the bar', () => {
  it.each([
    ['/', 'button plain'],
    ['/songs', 'button plain'],
    ['/upload', 'button'],
  ])('the bar of %s has Sign in as "%s"', async (path, look) => {
    site.on(catalog.listVideos, () => ({ videos: [], nextCursor: null }));
    await visit(path);
    const signInButton = within(screen.getByRole('banner')).getByRole('button', { name: 'Sign in' });
    expect(signInButton.className).toBe(look);
  });

  it('the bar answers to a finger that taps, and not to one that slides', async () => {
    vi.spyOn(navigator, 'maxTouchPoints', 'get').mockReturnValue(5);
    await visit('/you');
    const menu = screen.getByRole('button', { name: 'Menu' });
    const touch = (kind: string, clientX: number) =>
      fireEvent(menu, new PointerEvent(kind, { bubbles: true, pointerType: 'touch', pointerId: 7, clientX }));
    const click = () =>
      fireEvent(menu, new PointerEvent('click', { bubbles: true, cancelable: true, detail: 1 }));
    await vi.dynamicImportSettled(); // the code for touch screens
    touch('pointerdown', 0);
    touch('pointermove', 30);
    touch('pointerup', 0);
    click();
    expect(screen.queryByRole('dialog')).toBeNull();
    touch('pointerdown', 0);
    touch('pointerup', 0);
    click();
    expect(await screen.findByRole('dialog', { name: 'Menu' })).toBeTruthy();
  });
});

describe('the pages', () => {
  it.each([
    ['/you', 'This is the You page'],
    ['/profile', 'You need to sign in to view your profile.'],
    ['/liked', 'Sign in to see your liked videos.'],
    ['/game-admin', 'Access Denied - Superadmin Only.'],
    ['/upload', 'Superadmin required'],
    ['/transcoding', 'Superadmin required'],
    ['/accounts', 'Superadmin required'],
    ['/accounts/import', 'Superadmin required'],
    ['/status', 'Superadmin required'],
    ['/nowhere/at/all', 'There is nothing at this address.'],
  ])('the page %s shows a visitor: %s', async (path, text) => {
    await visit(path);
    expect(screen.getByText(text)).toBeTruthy();
  });

  it('a page is found despite a trailing slash', async () => {
    await visit('/you/');
    expect(screen.getByText('This is the You page')).toBeTruthy();
  });

  it('the profile page shows the facts of the user', async () => {
    site.on(auth.getProfile, () => ({ user: MIRA }));
    site.on(auth.listSessions, () => ({ sessions: [] }));
    await visit('/profile', MIRA);
    const facts = screen.getAllByRole('definition').map((fact) => fact.textContent);
    expect(facts).toEqual(['mira', 'mira@maple-street.example', 'user', '4 September 2026']);
  });

  it('the game admin is denied to a user without the superadmin role', async () => {
    await visit('/game-admin', MIRA);
    expect(screen.getByText('Access Denied - Superadmin Only.')).toBeTruthy();
    expect(site.count(CATEGORIES)).toBe(0);
  });

  it('the game admin is shown to a superadmin', async () => {
    site.on(game.listAdminCategories, () => ({ categories: [] }));
    site.on(game.getGameSettings, () => ({ settings: { grids: ['2x2' as const] } }));
    site.on(game.getLatestPackImport, () => ({ import: null }));
    site.on(game.listAdminPacks, () => ({ packs: [] }));
    await visit('/game-admin', OLIVE);
    expect(screen.getByRole('heading', { name: 'Game Content Manager' })).toBeTruthy();
  });
});

describe('home', () => {
  it('the home page without letters links to the game admin for superadmins only', async () => {
    await visit('/');
    expect(await screen.findByText('No Game Content Available')).toBeTruthy();
    expect(screen.getByText('Please add letters and items via the Game Admin page.')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Go to Game Admin' })).toBeNull();
    act(() => signIn({ ...tokensOf(OLIVE), user: OLIVE }));
    const link = await screen.findByRole('link', { name: 'Go to Game Admin' });
    expect(link.getAttribute('href')).toBe('/game-admin');
  });
});
