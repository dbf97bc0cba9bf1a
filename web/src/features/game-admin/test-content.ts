import { game } from '@larksong/contracts';
import { act, cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect } from 'vitest';

import { renderSite } from '../../testing/render.tsx';
import { OLIVE, tokensOf } from '../../testing/accounts.ts';
import { at, startSite, type TestSite } from '../../testing/site.ts';
import { signIn, signOut } from '../auth/session.ts';

export const LETTERS = game.listAdminCategories;
export const ADD_LETTER = game.createCategory;
export const ADD_ITEM = game.createItem;

/** The server's letters, cards and settings, which a test reads and changes, and its calls. */
interface TestContent {
  site: TestSite;
  letters: string[];
  items: game.AdminItem[];
  /** The sounds that say letters, where there are any. */
  spokenNames: Record<string, Pick<game.AdminCategory, 'soundSource' | 'soundState' | 'soundError'>>;
  grids: game.Grid[];
}

export const user = userEvent.setup({ applyAccept: false });

/**
 * Starts a server before each test with the letters A and B and the pairs ant and apple. Call it at the top of a test
 * file.
 */
export function useContent(): TestContent {
  const content = {} as TestContent; // filled before each test
  beforeEach(async () => {
    const site = await startSite();
    Object.assign(content, {
      site,
      letters: ['A', 'B'],
      items: [...pair('ant'), ...pair('apple')],
      spokenNames: {},
      grids: ['2x2'],
    } satisfies TestContent);
    site.on(LETTERS, () => ({ categories: content.letters.map((letter) => toCategory(content, letter)) }));
    site.on(game.getLatestPackImport, () => ({ import: null }));
    site.on(game.listAdminPacks, () => ({ packs: [] }));
    site.on(game.getGameSettings, () => ({ settings: { grids: content.grids } }));
    for (const letter of ['A', 'B', 'Q', 'ß'])
      site.on(at(game.listCategoryItems, { id: `id-${letter}` }), () => ({
        items: content.items.filter((item) => item.letter === letter),
        category: toCategory(content, letter),
      }));
  });
  afterEach(async () => {
    await act(() => signOut());
    cleanup();
    await content.site[Symbol.asyncDispose]();
  });
  return content;
}

export function toCategory(content: TestContent, letter: string): game.AdminCategory {
  const own = content.items.filter((item) => item.letter === letter);
  const names = [...new Map(own.map((item) => [item.name, item])).values()];
  return {
    id: `id-${letter}`,
    letter,
    itemCount: own.length,
    pairCount: names.length,
    nameCount: names.length,
    missingPictures: names.filter(({ hasPicture }) => !hasPicture).length,
    missingSounds: names.filter(({ hasSound }) => !hasSound).length,
    ...(content.spokenNames[letter] ?? { soundSource: null, soundState: 'none', soundError: null }),
  };
}

export function toItem(name: string, serial: number, changes: Partial<game.AdminItem> = {}): game.AdminItem {
  return {
    id: `${name}-${serial}`,
    type: 'letter',
    name,
    letter: 'A',
    categoryId: 'id-A',
    hasPicture: false,
    hasSound: false,
    pictureSource: null,
    soundSource: null,
    soundState: 'none',
    soundError: null,
    ...changes,
  };
}

export function pair(name: string, changes: Partial<game.AdminItem> = {}): game.AdminItem[] {
  return [toItem(name, 1, changes), toItem(name, 2, { ...changes, type: 'image' })];
}

/** Changes all cards of a name and returns the first of them. */
export function change(content: TestContent, name: string, changes: Partial<game.AdminItem>): game.AdminItem {
  content.items = content.items.map((item) => (item.name === name ? { ...item, ...changes } : item));
  return content.items.find((item) => item.name === name)!;
}

/** Adds a card to those of the server and returns it. */
export function add(content: TestContent, item: game.AdminItem): game.AdminItem {
  content.items = [...content.items, item];
  return item;
}

export async function visit(path = '/game-admin') {
  act(() => signIn({ ...tokensOf(OLIVE), user: OLIVE }));
  const rendered = renderSite(path);
  await screen.findByRole('heading', { level: 1, name: 'Game Content Manager' });
  return rendered;
}

export async function findName(name: string) {
  const heading = await screen.findByRole('heading', { level: 3, name });
  return within(heading.closest('li')!);
}

export function button(name: string): HTMLElement {
  return screen.getByRole('button', { name });
}

export async function answer(label: string): Promise<void> {
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: label }));
}

export async function expectAlert(sentence: string): Promise<void> {
  expect(within(await screen.findByRole('alertdialog')).getByText(sentence)).toBeTruthy();
  await answer('OK');
}

/** Expects the field to be marked as invalid, described by the sentence, and focused. */
export function expectMarked(label: string, sentence: string): void {
  const field = screen.getByLabelText(label);
  expect(field.getAttribute('aria-invalid')).toBe('true');
  const description = field.getAttribute('aria-describedby')?.split(' ') ?? [];
  expect(description.map((id) => document.getElementById(id)?.textContent)).toContain(sentence);
  expect(document.activeElement).toBe(field);
}
