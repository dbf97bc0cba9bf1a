import { catalog } from '@larksong/contracts';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { MIRA, OLIVE, TEO, tokensOf } from '../../testing/accounts.ts';
import { failure } from '../../testing/answers.ts';
import { renderSite } from '../../testing/render.tsx';
import { startSite, type TestSite } from '../../testing/site.ts';
import { signIn, signOut } from '../auth/session.ts';

const user = userEvent.setup();
let site: TestSite;
let flags: catalog.Flag[];

const BROKEN: catalog.Flag = {
  id: '0198f3c2-7a1e-7d40-b1c9-00000000f001',
  at: '2026-11-30T10:00:00.000Z',
  kind: 'broken',
  text: '',
  playerError: { what: 'network', details: 'fragLoadError', status: 404 },
  video: { id: '0198f3c2-7a1e-7d40-b1c9-00000000d001', title: 'The Wolf', thumbnail: null },
  by: null,
  alikeCount: 0,
  alike: [],
  closed: null,
};
const FRIGHTENING: catalog.Flag = {
  ...BROKEN,
  id: '0198f3c2-7a1e-7d40-b1c9-00000000f002',
  kind: 'frightening',
  text: '<b>The wolf</b> at 1:20',
  playerError: null,
  by: { id: MIRA.id, name: 'mira' },
};
const OTHER = { id: '0198f3c2-7a1e-7d40-b1c9-00000000f003', at: BROKEN.at, playerError: null, by: null };

beforeEach(async () => {
  site = await startSite();
  flags = [BROKEN, FRIGHTENING];
  site.on(catalog.listFlags, ({ query }) => {
    const isClosed = query.list === 'closed';
    return {
      flags: flags.filter(({ closed }) => (closed !== null) === isClosed),
      nextCursor: null,
      openCount: flags.filter(({ closed }) => closed === null).length,
    };
  });
  site.on(catalog.closeFlag, ({ params }) => {
    flags = flags.map((flag) =>
      flag.id === params.id ? { ...flag, closed: { at: flag.at, by: 'olive' } } : flag,
    );
    return { closedCount: 1 };
  });
});
afterEach(async () => {
  await act(() => signOut());
  cleanup();
  await site[Symbol.asyncDispose]();
});

async function visitAs(who: typeof OLIVE) {
  renderSite('/flags');
  act(() => signIn({ ...tokensOf(who), user: who }));
  await screen.findByRole('heading', { level: 1 });
}

test.each([OLIVE, TEO])('$username sees what was told, by whom, and what the player met', async (who) => {
  await visitAs(who);
  const [broken, frightening] = await screen.findAllByRole('listitem');
  expect(within(broken!).getByText('It does not play')).toBeTruthy();
  expect(within(broken!).getByText('network · fragLoadError · 404')).toBeTruthy();
  expect(within(broken!).getByText(/Somebody who watched/)).toBeTruthy();
  expect(within(frightening!).getByText('<b>The wolf</b> at 1:20').getAttribute('dir')).toBe('auto');
  expect(within(frightening!).getByText('mira')).toBeTruthy();
  expect(within(frightening!).getByRole('link', { name: 'The Wolf' }).getAttribute('href')).toBe(
    `/songs?v=${BROKEN.video.id}`,
  );
  expect(screen.getByRole('button', { name: 'Open 2' })).toBeTruthy();
});

test('one press closes a flag with those like it, and the closed ones have their own list', async () => {
  flags = [
    { ...BROKEN, alikeCount: 25, alike: [{ ...OTHER, text: 'After one minute' }] },
    { ...FRIGHTENING, alikeCount: 0 },
  ];
  await visitAs(OLIVE);
  const [broken] = await screen.findAllByRole('listitem');
  expect(within(broken!).getByText('26 times')).toBeTruthy();
  await user.click(within(broken!).getByText('25 others'));
  expect(within(broken!).getByText('After one minute').tagName).toBe('BLOCKQUOTE');
  expect(within(broken!).getByText('And 24 older ones.')).toBeTruthy();
  await user.click(within(broken!).getByRole('button', { name: 'Done: The Wolf' }));
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
  await user.click(screen.getByRole('button', { name: 'Done: The Wolf' }));
  expect(await screen.findByText('Nobody has told anything')).toBeTruthy();
  expect(site.bodies(catalog.closeFlag)).toEqual([
    { withAlike: true, seenUntil: BROKEN.at },
    { withAlike: false },
  ]);
  await user.click(screen.getByRole('button', { name: 'Closed' }));
  expect(await screen.findAllByText('Closed by olive')).toHaveLength(2);
});

test('after a flag has gone, the keyboard is at the next one, and at the heading after the last one', async () => {
  const last = { ...FRIGHTENING, id: OTHER.id, video: { ...FRIGHTENING.video, title: 'The Owl' } };
  flags = [BROKEN, last];
  await visitAs(OLIVE);
  (await screen.findByRole('button', { name: 'Done: The Wolf' })).focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Done: The Owl'));
  await user.keyboard('{Enter}');
  await screen.findByText('Nobody has told anything');
  expect(document.activeElement?.tagName).toBe('H1');
});

test('a refusal is said', async () => {
  site.on(catalog.closeFlag, () => failure('ITEM_NOT_FOUND'));
  await visitAs(OLIVE);
  await user.click((await screen.findAllByRole('button', { name: 'Done: The Wolf' }))[0]!);
  expect(await screen.findByText('This item does not exist.')).toBeTruthy();
});

test('others are told that the page is not theirs', async () => {
  await visitAs(MIRA);
  expect(site.count(catalog.listFlags)).toBe(0);
});

test('notices of reports and comments lead to their own pages, and only these are then read', async () => {
  const told = (kind: catalog.Notice['kind'], id: string): catalog.Notice => ({
    ...{ id: `${BROKEN.id.slice(0, -1)}${id}`, videoId: BROKEN.video.id, kind },
    ...{ title: 'The Wolf', message: null, createdAt: BROKEN.at },
  });
  const [flagged, commented, failed] = [told('flagged', '7'), told('commented', '8'), told('failed', '9')];
  site.on(catalog.listNotices, () => ({ notices: [failed, flagged, commented] }));
  site.on(catalog.markNoticesRead, () => {});
  await visitAs(OLIVE);
  const region = within(await screen.findByRole('region', { name: 'Notices' }));
  fireEvent.pointerEnter(screen.getByRole('region', { name: 'Notices' })); // keeps it from shrinking
  await region.findByText('1 video failed, 1 was reported, 1 has comments that need a decision');
  const addresses = region.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(addresses).toEqual(['/flags', '/comments', '/transcoding']);
  await user.click(region.getByRole('link', { name: 'Decide about comments' }));
  await waitFor(() => expect(site.bodies(catalog.markNoticesRead)).toEqual([{ ids: [commented.id] }]));
  expect(await screen.findByText('1 video failed, 1 was reported')).toBeTruthy();
});
