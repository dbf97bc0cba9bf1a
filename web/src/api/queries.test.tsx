import { auth, catalog, game } from '@larksong/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { renderInPage } from '../testing/render.tsx';
import { startSite, type TestSite } from '../testing/site.ts';
import { invalidate, invalidateMatching } from './invalidate.ts';
import { pagesFor, useCall } from './queries.ts';

let site: TestSite;
let letters: string[];

beforeEach(async () => {
  site = await startSite();
  letters = ['A'];
  site.on(game.listCategories, () => ({
    categories: letters.map((letter) => ({ id: letter, letter, itemCount: 0, pairCount: 0 })),
    grids: [],
  }));
  site.on(auth.getAuthSettings, () => ({ registration: 'open' as const }));
});

afterEach(async () => {
  cleanup();
  await site[Symbol.asyncDispose]();
});

function Letters() {
  const { data } = useCall(game.listCategories, {});
  const settings = useCall(auth.getAuthSettings, {});
  return (
    <p>{[settings.data?.registration, ...(data?.categories ?? []).map(({ letter }) => letter)].join(' ')}</p>
  );
}

test('two components that read the same data make one call', async () => {
  renderInPage(
    <>
      <Letters />
      <Letters />
    </>,
  );
  await screen.findAllByText('open A');
  expect(site.count(game.listCategories)).toBe(1);
});

test('invalidating an endpoint refetches its data on the screen and no other data', async () => {
  renderInPage(<Letters />);
  await screen.findByText('open A');
  letters = ['A', 'B'];
  await invalidate(game.listCategories);
  await screen.findByText('open A B');
  expect([site.count(game.listCategories), site.count(auth.getAuthSettings)]).toEqual([2, 1]);
});

test.each([
  ['an endpoint', () => invalidate(game.listCategories)],
  ['what is being fetched', () => invalidateMatching({ fetchStatus: 'fetching' })],
])('a first response that is older than the invalidation of %s is dropped', async (_what, act) => {
  const sent = Promise.withResolvers<void>();
  site.on(game.listCategories, async () => {
    const [letter = '', isFirst] = [letters.at(-1), site.count(game.listCategories) === 1];
    if (isFirst) await sent.promise;
    return { categories: [{ id: letter, letter, itemCount: 0, pairCount: 0 }], grids: [] };
  });
  renderInPage(<Letters />);
  await screen.findByText('open');
  letters = ['B'];
  void act();
  sent.resolve();
  await screen.findByText('open B');
  expect(site.count(game.listCategories)).toBe(2);
});

test('the next page of a list is fetched with the cursor of the page before it', async () => {
  site.on(catalog.listLikedVideos, ({ query }) => ({ videos: [], nextCursor: query.cursor ? null : 'two' }));
  function Pages() {
    const list = useInfiniteQuery(pagesFor(catalog.listLikedVideos, { limit: 7 }));
    return <button onClick={() => void list.fetchNextPage()}>{list.hasNextPage ? 'More' : 'All'}</button>;
  }
  renderInPage(<Pages />);
  await userEvent.click(await screen.findByText('More'));
  await screen.findByText('All');
  expect(site.calls(catalog.listLikedVideos).map(({ query }) => query)).toEqual([
    { limit: '7' },
    { limit: '7', cursor: 'two' },
  ]);
});
