import { auth, catalog } from '@larksong/contracts';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { MIRA, tokensOf } from '../../../testing/accounts.ts';
import { failure } from '../../../testing/answers.ts';
import { FREE, nestCard, nestPlace, nestRule, ownNest } from '../../../testing/nests.ts';
import { renderSite } from '../../../testing/render.tsx';
import { startSite, type TestSite } from '../../../testing/site.ts';
import { signIn, signOut } from '../../auth/session.ts';

const user = userEvent.setup();
let site: TestSite;
let nest: auth.Nest;

beforeEach(async () => {
  site = await startSite();
  nest = ownNest({ nickname: 'Juno' });
  site.on(auth.listNests, () => ({
    nests: [nest],
    maximum: 40,
    isPinSet: true,
    isPinResting: false,
    keptBackups: null,
  }));
  site.on(auth.listClasses, () => ({ classes: [] }));
  site.on(catalog.getNestRule, () => ({ rule: nestRule(), version: 1 }));
  site.on(catalog.listNestChoices, () => ({ lists: [], tags: [], publicCount: 0 }));
  site.on(catalog.listNestMinutes, () => ({ days: [], time: FREE }));
  site.on(catalog.previewNest, () => nestPlace());
  act(() => signIn({ user: MIRA, ...tokensOf(MIRA) }));
});
afterEach(async () => {
  await act(() => signOut());
  cleanup();
  await site[Symbol.asyncDispose]();
});

it('a card is made with a label, and shown as a QR code and in letters, whose code is the fragment', async () => {
  site.on(auth.makeNestCard, ({ body }) => {
    const card = nestCard({ label: body.label });
    nest = { ...nest, cards: [card] };
    return { card };
  });
  renderSite(`/children/${nest.id}`);
  await user.click(await screen.findByRole('button', { name: 'Make a card' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'New card' }));
  await user.click(dialog.getByRole('button', { name: 'Make a card' }));
  expect(dialog.getByText('Say where the card will be')).toBeTruthy();
  await user.type(dialog.getByLabelText('Where will it be?'), 'Nana’s tablet');
  await user.click(dialog.getByRole('button', { name: 'Make a card' }));
  const shown = within(await screen.findByRole('dialog', { name: 'Nana’s tablet' }));
  expect(await shown.findByRole('img')).toBeTruthy();
  expect(shown.getByText('k7m4-qx2p-93hd-vt6w').parentElement?.textContent).toMatch(
    /\/nest#k7m4-qx2p-93hd-vt6w$/,
  );
  await user.click(shown.getByRole('button', { name: 'Done' }));
  expect(await screen.findByText('not used yet')).toBeTruthy();
});

it('taking a card back asks first, and one that is gone counts as taken back', async () => {
  nest = { ...nest, cards: [nestCard({ lastUsedAt: new Date().toISOString(), deviceCount: 2 })] };
  site.on(auth.takeBackNestCard, () => {
    nest = { ...nest, cards: [] };
    return failure('ITEM_NOT_FOUND');
  });
  renderSite(`/children/${nest.id}`);
  expect(await screen.findByText(/^open on 2 devices · used/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Take back the card Tablet in the kitchen' }));
  const question = within(await screen.findByRole('alertdialog'));
  expect(question.getByText(/the 2 devices that it opened show nothing/)).toBeTruthy();
  await user.click(question.getByRole('button', { name: 'Take back' }));
  await waitFor(() => expect(screen.queryByText('Tablet in the kitchen')).toBeNull());
  expect(screen.queryByRole('alert')).toBeNull();
});

it('a card whose code is lost says what to do', async () => {
  nest = { ...nest, cards: [nestCard({ code: null })] };
  renderSite(`/children/${nest.id}`);
  expect(await screen.findByText(/The code of this card is lost/)).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Print cards' })).toBeNull();
});

it('cards are printed on A4 or Letter, eight to a sheet', async () => {
  nest = { ...nest, cards: Array.from({ length: 9 }, () => nestCard()) };
  renderSite(`/children/${nest.id}/cards`);
  const sheets = await screen.findAllByRole('list', { name: /^Sheet/ });
  expect(sheets.map((sheet) => within(sheet).getAllByRole('listitem').length)).toEqual([8, 1]);
  await user.click(screen.getByRole('button', { name: 'Letter' }));
  expect(sheets[0]?.dataset['paper']).toBe('letter');
});

it('a nest without cards has nothing to print', async () => {
  renderSite(`/children/${nest.id}/cards`);
  expect(await screen.findByRole('heading', { name: 'There is no card to print' })).toBeTruthy();
});
