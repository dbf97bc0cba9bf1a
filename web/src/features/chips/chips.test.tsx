import { catalog } from '@larksong/contracts';
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { OLIVE, tokensOf } from '../../testing/accounts.ts';
import { failure } from '../../testing/answers.ts';
import { renderSite } from '../../testing/render.tsx';
import { startSite, type TestSite } from '../../testing/site.ts';
import { signIn, signOut } from '../auth/session.ts';

const LIST = catalog.listAdminChips;
const PUT = catalog.putChip;
const user = userEvent.setup();
let site: TestSite;
let chips: catalog.AdminChip[];

beforeEach(async () => {
  site = await startSite();
  const plain = { hue: null, scene: null, picture: null };
  chips = [
    { tagType: 'grade', tagValue: 'Grade 1', isShown: true, ...plain },
    { tagType: 'category', tagValue: 'Animals', isShown: false, ...plain },
  ];
  site.on(LIST, () => ({ chips }));
  site.on(PUT, ({ body }) => {
    const picture = body.scene === null ? null : `/scenes/${body.scene}.svg`;
    chips = chips.map((chip) => (chip.tagValue === body.tagValue ? { ...body, picture } : chip));
    return { chip: { ...body, picture } };
  });
});

afterEach(async () => {
  await act(() => signOut());
  cleanup();
  await site[Symbol.asyncDispose]();
});

async function open(name?: string): Promise<HTMLElement> {
  renderSite('/chips');
  act(() => signIn({ ...tokensOf(OLIVE), user: OLIVE }));
  if (name === undefined) return screen.findByRole('main');
  await user.click(await screen.findByRole('button', { name: `Change ${name}` }));
  return screen.getByRole('form', { name });
}

describe('the chips of grades and categories', () => {
  test('a visitor is refused', async () => {
    renderSite('/chips');
    expect(await screen.findByText('Access denied')).toBeTruthy();
    expect(site.count(LIST)).toBe(0);
  });

  test('only categories say whether they are shown, since grades always are', async () => {
    const page = within(await open());
    expect(await page.findByText('No chip')).toBeTruthy();
    expect(page.queryByText('Shown above the songs')).toBeNull();
  });

  test('a category becomes a chip with a colour and a picture', async () => {
    const form = within(await open('Animals'));
    await user.click(form.getByRole('checkbox', { name: 'Show as a chip above the songs' }));
    await user.click(form.getByRole('radio', { name: 'Ducks' }));
    await user.click(form.getByRole('radio', { name: 'Green' }));
    expect(site.count(PUT)).toBe(0);
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(await form.findByText('Saved.')).toBeTruthy();
    expect(site.calls(PUT).map(({ body }) => body)).toEqual([
      { tagType: 'category', tagValue: 'Animals', isShown: true, hue: 'leaf', scene: 'duck-pond' },
    ]);
    await user.click(form.getByRole('radio', { name: 'No colour' }));
    expect(form.queryByText('Saved.')).toBeNull();
    expect(form.getByRole<HTMLInputElement>('radio', { name: 'Ducks' }).checked).toBe(true);
  });

  test('a grade is always a chip', async () => {
    const form = within(await open('Grade 1'));
    expect(form.queryByRole('checkbox')).toBeNull();
    expect(form.getByRole<HTMLInputElement>('radio', { name: 'No picture' }).checked).toBe(true);
  });

  test('an uploaded picture is removed by choosing none', async () => {
    chips = chips.map((chip) => ({ ...chip, picture: '/api/videos/chips/pictures/1' }));
    site.on(catalog.deleteChipPicture, ({ query }) => {
      chips = chips.map((chip) => (chip.tagValue === query.tagValue ? { ...chip, picture: null } : chip));
      return { chip: chips[0]! };
    });
    const form = within(await open('Grade 1'));
    expect(form.getByRole<HTMLInputElement>('radio', { name: 'Uploaded picture' }).checked).toBe(true);
    await user.click(form.getByRole('radio', { name: 'No picture' }));
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(await form.findByText('Saved.')).toBeTruthy();
    expect(site.count(catalog.deleteChipPicture)).toBe(1);
    expect(form.queryByRole('radio', { name: 'Uploaded picture' })).toBeNull();
  });

  test('a change that failed says why and keeps the choice', async () => {
    site.on(PUT, () => failure('MAINTENANCE', 'This site is under maintenance.'));
    const form = within(await open('Grade 1'));
    await user.click(form.getByRole('radio', { name: 'Moon' }));
    fireEvent.submit(screen.getByRole('form', { name: 'Grade 1' }));
    expect(await form.findByText('This site is under maintenance.')).toBeTruthy();
    expect(form.getByRole<HTMLInputElement>('radio', { name: 'Moon' }).checked).toBe(true);
  });

  test('a site without tags says where they come from', async () => {
    chips = [];
    await open();
    expect(await screen.findByRole('heading', { name: 'No grades or categories yet' })).toBeTruthy();
  });

  test('chips that failed to load can be loaded again', async () => {
    site.on(LIST, () => failure('TOO_MANY_REQUESTS', 'Too many requests.'));
    await open();
    expect(await screen.findByText('Too many requests.')).toBeTruthy();
    site.on(LIST, () => ({ chips }));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'Categories' })).toBeTruthy();
  });
});
