import { game } from '@larksong/contracts';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { renderInPage, renderSite } from '../../../testing/render.tsx';
import { startSite, type TestSite } from '../../../testing/site.ts';
import { MemoryGame } from '../memory-game.tsx';
import { loadPreferences, savePreferences } from '../preferences/preferences.ts';
import { category, deal, findCards, offer, pair, pairs } from '../testing.ts';

const user = userEvent.setup();
let site: TestSite;

beforeEach(async () => {
  site = await startSite();
  offer(site, [category('A', 2), category('M', 1), category('S', 1)], ['2x2', '3x3']);
});

afterEach(async () => {
  cleanup();
  await site[Symbol.asyncDispose]();
});

async function openSettings(): Promise<HTMLElement> {
  await findCards();
  await user.click(screen.getByRole('button', { name: 'Settings' }));
  return await screen.findByRole('dialog', { name: 'Settings' });
}

const pressed = (dialog: HTMLElement) =>
  within(dialog)
    .getAllByRole('button', { pressed: true })
    .map((button) => button.textContent);

test('the settings offer the grids of the server and every letter', async () => {
  deal(site, pairs(2));
  renderSite('/');
  const dialog = within(await openSettings());
  const grids = within(dialog.getByLabelText('Grid Size')).getAllByRole('option');
  expect(grids.map(({ textContent }) => textContent)).toEqual(['2x2', '3x3']);
  expect(dialog.getByText('2 selected')).toBeTruthy();
  expect(dialog.getByText('Click letters to select them for the game')).toBeTruthy();
  expect(dialog.getByRole('button', { name: 'A' }).getAttribute('aria-pressed')).toBe('true');
  expect(dialog.getByRole('button', { name: 'S' }).getAttribute('aria-pressed')).toBe('false');
});

test('the settings need at least one letter', async () => {
  deal(site, pairs(2));
  renderSite('/');
  const dialog = within(await openSettings());
  await user.click(dialog.getByRole('button', { name: 'Clear' }));
  expect(dialog.getByText('Please select at least one letter')).toBeTruthy();
  expect(dialog.getByText('0 selected')).toBeTruthy();
  expect(dialog.getByRole('button', { name: 'Apply Settings' }).hasAttribute('disabled')).toBe(true);
  await user.click(dialog.getByRole('button', { name: 'Select All' }));
  expect(dialog.getByText('3 selected')).toBeTruthy();
  expect(dialog.getByRole('button', { name: 'Apply Settings' }).hasAttribute('disabled')).toBe(false);
});

test('chosen letters and grid are dealt and remembered on this device', async () => {
  const queries = deal(site, pairs(4));
  const { address } = renderSite('/?letters=a');
  const dialog = await openSettings();
  expect(pressed(dialog)).toEqual(['A']);
  await user.selectOptions(within(dialog).getByLabelText('Grid Size'), '3x3');
  for (const letter of ['S', 'M', 'A'])
    await user.click(within(dialog).getByRole('button', { name: letter }));
  await user.click(within(dialog).getByRole('button', { name: 'Apply Settings' }));
  await waitFor(() => expect(screen.getAllByRole('gridcell')).toHaveLength(9));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Memory Game — 2 Letters');
  expect(queries[0]).toEqual({ letters: 'A', limit: '4' });
  await waitFor(() => expect(queries.at(-1)).toEqual({ letters: 'M,S', limit: '8' }));
  await waitFor(() => expect(address()).toBe('/'));

  cleanup();
  queries.length = 0;
  renderSite('/');
  await findCards();
  expect(queries[0]).toEqual({ letters: 'M,S', limit: '8' });
});

test('the letters of a link win over the remembered ones and are not remembered', async () => {
  localStorage.setItem('memory-game', JSON.stringify({ letters: ['M'], grid: '4x4' }));
  const queries = deal(site, pairs(2));
  renderSite('/?letters=S,A,Q');
  await findCards();
  expect(queries[0]).toEqual({ letters: 'A,S', limit: '4' });
  expect(JSON.parse(localStorage.getItem('memory-game') ?? '')).toMatchObject({ letters: ['M'] });
});

test('the current game stays when the chosen letters have no cards', async () => {
  deal(site, pairs(2));
  renderSite('/');
  const cards = await findCards();
  const dialog = within(await openSettings());
  site.on(game.dealItems, () => ({ items: [] }));
  await user.click(dialog.getByRole('button', { name: 'S' }));
  await user.click(dialog.getByRole('button', { name: 'Apply Settings' }));
  expect((await screen.findByRole('alertdialog')).textContent).toContain(
    'No items found for selected letters. Please add items via Game Admin.',
  );
  await user.click(screen.getByRole('button', { name: 'OK' }));
  expect(screen.getAllByRole('gridcell')).toEqual(cards);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Memory Game — 2 Letters');
  expect(localStorage.getItem('memory-game')).toBeNull();
});

test('the copied link names the letters that are chosen now', async () => {
  deal(site, pairs(2));
  renderSite('/');
  const dialog = within(await openSettings());
  await user.click(dialog.getByRole('button', { name: 'S' }));
  await user.click(dialog.getByRole('button', { name: 'Copy link' }));
  expect(await navigator.clipboard.readText()).toBe(`${location.origin}/?letters=A,M,S`);
  expect(dialog.getByText('Link copied')).toBeTruthy();
});

test('Add Content opens the panel for superadmins', async () => {
  deal(site, pair('apple'));
  renderInPage(
    <MemoryGame
      linkedLetters={null}
      onLeaveLink={() => {}}
      toLink={(query) => query}
      manage={<h2>Manage Content</h2>}
    />,
  );
  await findCards();
  const button = screen.getByRole('button', { name: 'Add Content' });
  expect(screen.queryByRole('heading', { name: 'Manage Content' })).toBeNull();
  await user.click(button);
  expect(button.getAttribute('aria-expanded')).toBe('true');
  expect(screen.getByRole('heading', { name: 'Manage Content' })).toBeTruthy();
  await user.click(button);
  expect(screen.queryByRole('heading', { name: 'Manage Content' })).toBeNull();
});

test('the letters won on a shared device are cleared after a confirmation', async () => {
  savePreferences({ won: { A: ['ant'], M: ['moon'] }, isMuted: true });
  deal(site, pairs(2));
  renderSite('/');
  const dialog = within(await openSettings());
  const clear = () => dialog.getByRole('button', { name: 'Clear My letters' });
  dialog.getByText('2 letters won on this device.');
  await user.click(clear());
  const question = within(await screen.findByRole('alertdialog', { name: 'Clear My letters?' }));
  await user.click(question.getByRole('button', { name: 'Cancel' }));
  expect(loadPreferences().won).toEqual({ A: ['ant'], M: ['moon'] });
  await user.click(clear());
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Clear My letters' }));
  await waitFor(() => expect(dialog.queryByRole('button', { name: 'Clear My letters' })).toBeNull());
  expect(loadPreferences()).toMatchObject({ won: undefined, hasPlayed: false, isMuted: true });
});
