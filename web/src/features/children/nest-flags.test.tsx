import { auth, catalog } from '@larksong/contracts';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { MIRA, tokensOf } from '../../testing/accounts.ts';
import { FREE, ownNest } from '../../testing/nests.ts';
import { renderSite } from '../../testing/render.tsx';
import { startSite, type TestSite } from '../../testing/site.ts';
import { signIn, signOut } from '../auth/session.ts';

const user = userEvent.setup();
let site: TestSite;
let flags: catalog.NestFlag[];
const nest = ownNest({ nickname: 'Juno' });

beforeEach(async () => {
  site = await startSite();
  vi.stubGlobal('IntersectionObserver', undefined);
  flags = (['Wolf', null] as const).map((title, index) => ({
    id: `0198f3c2-7a1e-7d40-b1c9-00000000f00${index}`,
    nestId: nest.id,
    at: '2026-11-30T10:00:00.000Z',
    kind: 'frightening',
    playerError: null,
    video: title && { id: '0198f3c2-7a1e-7d40-b1c9-00000000d001', title, thumbnail: null },
  }));
  site.on(auth.listNests, () => ({
    nests: [nest],
    maximum: 40,
    isPinSet: true,
    isPinResting: false,
    keptBackups: null,
  }));
  site.on(auth.listNestInvitations, () => ({ invitations: [] }));
  site.on(auth.listClasses, () => ({ classes: [] }));
  site.on(catalog.listNestMinutes, () => ({ days: [], time: FREE }));
  site.on(catalog.getNestRule, () => ({ rule: null, version: 0 }));
  site.on(catalog.listNestFlags, () => ({ flags }));
  site.on(catalog.closeNestFlag, ({ params }) => {
    flags = flags.filter(({ id }) => id !== params.flagId);
  });
  act(() => signIn({ user: MIRA, ...tokensOf(MIRA) }));
});
afterEach(async () => {
  await act(() => signOut());
  cleanup();
  vi.unstubAllGlobals();
  await site[Symbol.asyncDispose]();
});

it('a grown-up sees in the panel of a nest what its child told, and closes it with one press', async () => {
  renderSite('/children');
  const told = await screen.findByRole('region', { name: 'Told to you' });
  expect(within(told).getAllByText('It is frightening')).toHaveLength(2);
  expect(within(told).getByRole('link', { name: 'Wolf' })).toBeTruthy();
  await user.click(within(told).getByRole('button', { name: 'Done: Wolf' }));
  await waitFor(() => expect(within(told).queryByRole('link')).toBeNull());
  await user.click(within(told).getByRole('button', { name: 'Done: A song that is no longer here' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Told to you' })).toBeNull());
});
