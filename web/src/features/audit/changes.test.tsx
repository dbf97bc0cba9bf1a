import { auth, catalog, game, type AuditCheck, type AuditEntry } from '@larksong/contracts';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { OLIVE, MIRA, tokensOf } from '../../testing/accounts.ts';
import { failure } from '../../testing/answers.ts';
import { renderSite, typeAtOnce } from '../../testing/render.tsx';
import { startSite, type TestSite } from '../../testing/site.ts';
import { signIn, signOut } from '../auth/session.ts';

const LIST = catalog.auditLog.list;
const CHECK = catalog.auditLog.check;
const UNBROKEN: AuditCheck = {
  entryCount: 2,
  firstNumber: 1,
  lastNumber: 2,
  lastHash: 'ab'.repeat(32),
  brokenAt: null,
};

const change: AuditEntry = {
  number: 2,
  at: '2026-03-12T14:03:00.000Z',
  actor: { id: OLIVE.id, name: 'olive' },
  network: '203.0.113.0/24',
  requestId: 'r-2',
  action: 'video.update',
  subject: { id: MIRA.id, name: 'Five little ducks' },
  before: { visibility: 'public' },
  after: { visibility: 'private' },
};
const upload: AuditEntry = { ...change, number: 1, action: 'video.upload', before: null, after: null };

let site: TestSite;
const user = userEvent.setup();

beforeEach(async () => {
  site = await startSite();
  site.on(LIST, () => ({ entries: [change, upload], nextCursor: null }));
  site.on(CHECK, () => ({ check: UNBROKEN }));
});

afterEach(async () => {
  await act(() => signOut());
  cleanup();
  await site[Symbol.asyncDispose]();
});

async function visit(query = '') {
  act(() => signIn({ ...tokensOf(OLIVE), user: OLIVE }));
  const rendered = renderSite(`/status/audit${query}`);
  await screen.findByRole('heading', { name: 'Changes' });
  return rendered;
}

describe('the list of changes', () => {
  it('a change shows its kind, its subject, the values before and after, and its origin', async () => {
    await visit();
    const item = within((await screen.findByRole('heading', { name: 'Video changed' })).closest('li')!);
    for (const text of [
      'Five little ducks',
      'visibility',
      'public',
      'private',
      'olive',
      'from 203.0.113.0/24',
    ])
      expect(item.getByText(text)).toBeTruthy();
    expect(screen.getByText('2 changes')).toBeTruthy();
  });

  it('a change of a chip names its picture in words', async () => {
    const chip: AuditEntry = {
      ...change,
      action: 'chip.update',
      before: { isShown: false, hue: null, picture: '/scenes/duck-pond.svg' },
      after: { isShown: true, hue: null, picture: `/api/videos/chips/pictures/${MIRA.id}` },
    };
    site.on(LIST, () => ({ entries: [chip], nextCursor: null }));
    await visit();
    expect(await screen.findByText('duck pond')).toBeTruthy();
    expect(screen.getByText('an uploaded picture')).toBeTruthy();
    expect(screen.getByText('shown above the songs')).toBeTruthy();
    expect(screen.queryByText(/\/api\//)).toBeNull();
  });

  it('a kind of change that this version does not know is shown by its code', async () => {
    site.on(LIST, () => ({ entries: [{ ...change, action: 'video.fold' }], nextCursor: null }));
    await visit();
    expect(await screen.findByRole('heading', { name: 'video.fold' })).toBeTruthy();
  });

  it('the next page of changes is loaded by a button', async () => {
    site.on(LIST, ({ query }) =>
      query.cursor === '2' ? { entries: [upload], nextCursor: null } : { entries: [change], nextCursor: '2' },
    );
    await visit();
    await user.click(await screen.findByRole('button', { name: 'More changes' }));
    expect(await screen.findByRole('heading', { name: 'Video added' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'More changes' })).toBeNull();
  });

  it('changes that failed to load say why and can be loaded again', async () => {
    site.on(LIST, () => failure('UNAVAILABLE', 'This part of the site is away.'));
    await visit();
    const alert = within(await screen.findByRole('alert'));
    expect(alert.getByText('This part of the site is away.')).toBeTruthy();
    site.on(LIST, () => ({ entries: [change], nextCursor: null }));
    await user.click(alert.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('1 change')).toBeTruthy();
  });

  it('a log without entries says so', async () => {
    site.on(LIST, () => ({ entries: [], nextCursor: null }));
    site.on(CHECK, () => ({
      check: { entryCount: 0, firstNumber: null, lastNumber: null, lastHash: null, brokenAt: null },
    }));
    await visit();
    expect(await screen.findByRole('heading', { name: 'No changes yet' })).toBeTruthy();
    expect(screen.getByText('Nothing has been recorded yet.')).toBeTruthy();
  });
});

describe('filters', () => {
  it('filters go into the address and to the server, and those without results lead back to all changes', async () => {
    const { address } = await visit();
    site.on(LIST, ({ query }) => ({ entries: query.person === 'ben' ? [] : [change], nextCursor: null }));
    typeAtOnce(screen.getByLabelText('Changed by'), 'ben');
    await screen.findByRole('heading', { name: 'No changes found' });
    expect(address()).toBe('/status/audit?person=ben');
    await user.selectOptions(screen.getByLabelText('Kind of change'), 'Video deleted');
    await waitFor(() => expect(site.calls(LIST).at(-1)?.query).toMatchObject({ action: 'video.delete' }));
    await user.click(screen.getByRole('button', { name: 'Show all' }));
    expect(await screen.findByText('1 change')).toBeTruthy();
  });

  it('each part of the site has its own list, named in the address', async () => {
    site.on(auth.auditLog.list, () => ({
      entries: [{ ...change, action: 'account.update', subject: { id: null, name: 'mira' } }],
      nextCursor: null,
    }));
    site.on(auth.auditLog.check, () => ({ check: UNBROKEN }));
    const { address } = await visit('?person=olive&action=video.update');
    await user.click(screen.getByRole('button', { name: 'Accounts and site' }));
    expect(await screen.findByRole('heading', { name: 'Account changed' })).toBeTruthy();
    expect(address()).toBe('/status/audit?person=olive&area=accounts');
  });
});

describe('the check of the chain', () => {
  it('an unbroken list is called so, and a broken one names its first wrong entry', async () => {
    await visit();
    expect(await screen.findByText(/Nothing was altered: 2 entries checked/)).toBeTruthy();
    site.on(CHECK, () => ({ check: { ...UNBROKEN, brokenAt: 2 } }));
    await user.click(screen.getByRole('button', { name: 'Check again' }));
    expect((await screen.findByRole('alert')).textContent).toContain('broken at entry 2');
  });

  it('a list that cannot be checked says why', async () => {
    site.on(game.auditLog.list, () => ({ entries: [], nextCursor: null }));
    site.on(game.auditLog.check, () => failure('UNAVAILABLE', 'The game is away.'));
    await visit('?area=game');
    expect(await screen.findByText('This list could not be checked. The game is away.')).toBeTruthy();
  });
});
