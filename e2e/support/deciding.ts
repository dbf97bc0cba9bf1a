import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

import { signInPage, type Account } from './accounts.ts';
import { openPage } from './browser.ts';
import { openSettled } from './settled.ts';

/** A page on which a superadmin decides about a list by keyboard. */
export interface Desk {
  page: Page;
  /** The text by which the current item is known. */
  current: Locator;
  /** Presses keys, and waits until another item is the current one. */
  pressOn: (press: () => Promise<void>) => Promise<void>;
  close: () => Promise<void>;
}

/** Opens the page of an address as an account; `current` selects the text of its current item. */
export async function openDesk(
  site: string,
  account: Account,
  { address, current: selector }: { address: string; current: string },
): Promise<Desk> {
  const { page, trouble, close } = await openPage({ site });
  await signInPage(page, account);
  await openSettled(page, address);
  const current = page.locator(selector).last();
  return {
    page,
    current,
    async pressOn(press) {
      const before = await current.textContent();
      await press();
      await expect.poll(() => current.textContent(), { timeout: 10_000, interval: 20 }).not.toBe(before);
    },
    async close() {
      // Of refused decisions, the console speaks as well.
      expect(trouble.errors.filter((error) => !error.includes('409'))).toEqual([]);
      await close();
    },
  };
}

/** Selects items from the current one on, and approves them together. */
export async function approveTogether(
  { page: { keyboard }, page, pressOn }: Desk,
  count: number,
): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    await keyboard.press('x');
    if (n < count - 1) await pressOn(() => keyboard.press('j'));
  }
  await keyboard.press('a');
  await page.locator('dialog[open] [data-autofocus]:focus').waitFor();
  await keyboard.press('Enter');
}

/** Approves the current item on both desks at once, and expects that one decides and the other is told by whom; returns who did. */
export async function expectOneDecides(
  desks: readonly [Desk, Desk],
  accounts: readonly [Account, Account],
): Promise<Account> {
  await Promise.all(desks.map(({ page }) => page.keyboard.press('a')));
  const told = () => Promise.all(desks.map(({ page }) => page.locator('[role=alert]').allTextContents()));
  await expect.poll(async () => (await told()).flat().length, { timeout: 30_000 }).toBe(1);
  const [first = [], second = []] = await told();
  const [sentence, decider] = first.length === 1 ? [first, accounts[1]] : [second, accounts[0]];
  expect(sentence.join()).toContain(decider.user.displayName ?? decider.user.username);
  return decider;
}
