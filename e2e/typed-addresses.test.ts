import { expect, it } from 'vitest';

import { createMember } from './support/accounts.ts';
import { openPage } from './support/browser.ts';
import { openSettled } from './support/settled.ts';

const PHONE = { viewport: { width: 360, height: 400 } };
const LEFT_AT = 250;

it('a page opened by its address begins at the top, and going back finds the place that was left', async () => {
  const { page, trouble, close } = await openPage(PHONE);
  const readPlace = () => page.evaluate(() => window.scrollY);
  await openSettled(page, '/for-parents');
  const scroll = () => page.evaluate((top) => window.scrollTo(0, top), LEFT_AT);
  await expect.poll(() => scroll().then(readPlace)).toBe(LEFT_AT); // the texts of the page arrive late
  await openSettled(page, '/you');
  await page.getByText('This is the You page').waitFor();
  expect(await readPlace()).toBe(0);
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'For parents' }).waitFor();
  await expect.poll(readPlace).toBe(LEFT_AT);
  expect(trouble.errors).toEqual([]);
  await close();
});

it('signing in on a protected page moves the focus to its heading', async () => {
  const member = await createMember();
  const { page, trouble, close } = await openPage();
  await openSettled(page, '/profile');
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Email').fill(member.user.email);
  await dialog.getByLabel('Password').fill(member.password);
  await dialog.getByLabel('Password').press('Enter');
  const heading = page.getByRole('heading', { level: 1, name: 'Profile' });
  await heading.waitFor();
  await expect.poll(() => heading.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(trouble.errors).toEqual([]);
  await close();
});
