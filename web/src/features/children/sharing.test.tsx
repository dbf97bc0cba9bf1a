import { auth, catalog, game } from '@larksong/contracts';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { MIRA, tokensOf } from '../../testing/accounts.ts';
import { failure } from '../../testing/answers.ts';
import { FREE, nestPlace, nestRule, ownNest } from '../../testing/nests.ts';
import { renderSite } from '../../testing/render.tsx';
import { startSite, type TestSite } from '../../testing/site.ts';
import { signIn, signOut } from '../auth/session.ts';

const user = userEvent.setup();
let site: TestSite;
let nest: auth.Nest;
let nests: auth.Nest[];
let invitations: auth.NestInvitation[];

beforeEach(async () => {
  site = await startSite();
  nest = ownNest();
  nests = [nest];
  invitations = [];
  site.on(auth.listNests, () => ({
    nests,
    maximum: 40,
    isPinSet: true,
    isPinResting: false,
    keptBackups: null,
  }));
  site.on(auth.listClasses, () => ({ classes: [] }));
  site.on(auth.listNestInvitations, () => ({ invitations }));
  site.on(catalog.getNestRule, () => ({ rule: nestRule(), version: 1 }));
  site.on(catalog.listNestChoices, () => ({ lists: [], tags: [], publicCount: 0 }));
  site.on(catalog.listNestMinutes, () => ({ days: [], time: FREE }));
  site.on(catalog.previewNest, () => nestPlace());
  site.on(game.listCategories, () => ({ categories: [], grids: [] }));
  act(() => signIn({ user: MIRA, ...tokensOf(MIRA) }));
});
afterEach(async () => {
  await act(() => signOut());
  cleanup();
  await site[Symbol.asyncDispose]();
});

const change = (changes: Partial<auth.Nest>) => {
  nests = [{ ...nest, ...changes }];
};
const openPart = async () => {
  renderSite(`/children/${nest.id}`);
  return within(await screen.findByRole('region', { name: 'One more grown-up' }));
};

it('one more grown-up is invited, and the invitation is taken back', async () => {
  site.on(auth.shareNest, ({ body }) => {
    change({ invited: body.username });
    return { nest: nests[0]! };
  });
  site.on(auth.unshareNest, () => change({}));
  const part = await openPart();
  await user.click(part.getByRole('button', { name: 'Invite' }));
  expect(await part.findByText('Enter a username')).toBeTruthy();
  await user.type(part.getByLabelText('Username of another member'), ' olive ');
  await user.dblClick(part.getByRole('button', { name: 'Invite' }));
  expect(await part.findByText(/is invited/)).toBeTruthy();
  expect(site.bodies(auth.shareNest)).toEqual([{ username: 'olive' }]);
  await user.click(part.getByRole('button', { name: 'Take the invitation back' }));
  expect(await part.findByRole('button', { name: 'Invite' })).toBeTruthy();
});

it('the owner ends the sharing after a question', async () => {
  change({ isShared: true, sharedWith: 'Olive' });
  site.on(auth.unshareNest, () => change({}));
  const part = await openPart();
  expect(part.getByText('Olive')).toBeTruthy();
  await user.click(part.getByRole('button', { name: 'End sharing' }));
  const question = within(await screen.findByRole('alertdialog'));
  await user.click(question.getByRole('button', { name: 'End sharing' }));
  expect(await part.findByRole('button', { name: 'Invite' })).toBeTruthy();
});

it('the other grown-up leaves, and is back on the page of nests', async () => {
  change({ isMine: false, isShared: true, sharedWith: 'Olive' });
  site.on(auth.unshareNest, () => {
    nests = [];
  });
  const page = renderSite(`/children/${nest.id}`);
  await user.click(await screen.findByRole('button', { name: 'Leave' }));
  const question = within(await screen.findByRole('alertdialog'));
  await user.click(question.getByRole('button', { name: 'Leave' }));
  expect(await screen.findByText('No nests yet')).toBeTruthy();
  expect(page.address()).toBe('/children');
});

it.each(['Accept', 'Decline'] as const)('%s answers an invitation once', async (name) => {
  nests = [];
  invitations = [
    {
      ...{ id: nest.id, from: 'Olive', class: null, madeAt: '2026-11-30T08:00:00.000Z' },
      nest: { animal: 'owl', ground: 'leaf' },
    },
  ];
  const endpoint = name === 'Accept' ? auth.acceptNestInvitation : auth.declineNestInvitation;
  site.on(endpoint, () => {
    invitations = [];
    nests = name === 'Accept' ? [ownNest({ isMine: false, isShared: true, sharedWith: 'Olive' })] : [];
  });
  renderSite('/children');
  expect(await screen.findByText(/would like to share a nest with you/)).toBeTruthy();
  await user.dblClick(screen.getByRole('button', { name }));
  await waitFor(() => expect(screen.queryByText(/would like to share/)).toBeNull());
  expect(site.count(endpoint)).toBe(1);
  if (name === 'Accept') expect(await screen.findByText('belongs to Olive')).toBeTruthy();
});

it('an invitation that was taken back meanwhile disappears without an error', async () => {
  invitations = [
    {
      ...{ id: nest.id, from: 'Olive', nest: null, madeAt: '2026-11-30T08:00:00.000Z' },
      class: { sign: 'sun', hue: 'leaf' },
    },
  ];
  site.on(auth.acceptNestInvitation, () => {
    invitations = [];
    return failure('NEST_NOT_FOUND');
  });
  renderSite('/children');
  expect(await screen.findByText(/would like to share a class with you/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Accept' }));
  await waitFor(() => expect(screen.queryByText(/would like to share/)).toBeNull());
  expect(screen.queryByRole('alert')).toBeNull();
});
