import { catalog } from '@larksong/contracts';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { failure } from '../../testing/answers.ts';
import { renderSite } from '../../testing/render.tsx';
import { startSite, type TestSite } from '../../testing/site.ts';
import { songList } from '../../testing/song-lists.ts';
import { titlesOf, video } from '../../testing/videos.ts';

const LISTS = catalog.listSongLists;
const SHELF = { name: 'Lists' };
let site: TestSite;

beforeEach(async () => {
  site = await startSite();
  site.on(catalog.listVideos, () => ({ videos: [video({ title: 'Ducks' })], nextCursor: null }));
  setHeight(768);
});

afterEach(async () => {
  cleanup();
  await site[Symbol.asyncDispose]();
});

function setHeight(height: number): void {
  const { happyDOM } = window as unknown as { happyDOM: { setViewport: (size: { height: number }) => void } }; // see vitest.config.ts
  happyDOM.setViewport({ height });
}

function offer(...names: string[]) {
  const lists = names.map((name) => songList({ name, owner: 'site' }));
  site.on(LISTS, () => ({ own: [], site: lists, containing: [] }));
  return lists;
}

/** Lets the site answer with lists when the returned function is called. */
function offerLate(...names: string[]): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  const lists = names.map((name) => songList({ name, owner: 'site' }));
  site.on(LISTS, async () => {
    await promise;
    return { own: [], site: lists, containing: [] };
  });
  return resolve;
}

/** Opens the songs until they are shown. */
async function open(path = '/songs'): Promise<void> {
  renderSite(path);
  await waitFor(() => expect(titlesOf(screen)).toContain('Ducks'));
}

const isWaiting = () => document.querySelector('[data-waiting]') !== null;
const room = () => document.querySelectorAll('main [aria-hidden] > ul > li').length;

describe('the shelf of lists', () => {
  test('it shows the lists of the site above the chips; a name leads to its list, the yellow button plays it', async () => {
    const [first] = offer('Counting to five', 'Rain and snow');
    await open();
    const shelf = await screen.findByRole('region', SHELF);
    const names = within(shelf).getAllByRole('heading', { level: 3 });
    expect(names.map(({ textContent }) => textContent)).toEqual(['Counting to five', 'Rain and snow']);
    const hrefOf = (name: string) => within(shelf).getByRole('link', { name }).getAttribute('href');
    expect(hrefOf('Counting to five')).toBe(`/lists/${first?.id}`);
    expect(hrefOf('Play Counting to five')).toBe(`/lists/${first?.id}/play`);
    expect(hrefOf('All lists')).toBe('/lists');
    const chips = screen.getByRole('group', { name: 'Filter' });
    expect(shelf.compareDocumentPosition(chips)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  test.each(['/songs?filter=popular', '/songs?q=ducks'])(
    'it is not on %s, where the songs do not wait for it',
    async (path) => {
      const answer = offerLate('Rain');
      await open(path);
      expect(isWaiting()).toBe(false);
      answer();
      expect(screen.queryByRole('region', SHELF)).toBeNull();
      expect(room()).toBe(0);
    },
  );

  test('a site without lists has no shelf and no room for one', async () => {
    offer();
    await open();
    await waitFor(() => expect(isWaiting()).toBe(false));
    expect(screen.queryByRole('region', SHELF)).toBeNull();
    expect(room()).toBe(0);
  });

  test('in a low window it is one tile, the first among the songs', async () => {
    setHeight(375);
    offer('Rain');
    await open();
    await waitFor(() => expect(titlesOf(screen)).toEqual(['Lists', 'Ducks']));
    expect(screen.getByRole('link', SHELF).getAttribute('href')).toBe('/lists');
    expect(screen.queryByRole('region', SHELF)).toBeNull();
  });
});

describe('before its lists have arrived', () => {
  test('a first visit shows the songs together with it, so that they do not move', async () => {
    const answer = offerLate('Rain');
    renderSite('/songs');
    await screen.findByRole('heading', { name: 'Songs' });
    expect(isWaiting()).toBe(true);
    answer();
    await waitFor(() => expect(isWaiting()).toBe(false));
    expect(await screen.findByRole('region', SHELF)).toBeTruthy();
  });

  test('a first visit goes without it if there is no answer soon, and the next one has its room', async () => {
    const answer = offerLate('Rain', 'Snow');
    await open();
    await waitFor(() => expect(isWaiting()).toBe(false));
    expect(room()).toBe(0);
    await act(async () => answer());
    await waitFor(() => expect(localStorage.getItem('songs.shelf')).toBe('2'));
    expect(screen.queryByRole('region', SHELF)).toBeNull();
    cleanup();
    const answerAgain = offerLate('Rain', 'Snow');
    await open();
    expect(isWaiting()).toBe(false);
    expect(room()).toBe(2);
    answerAgain();
    expect(await screen.findByRole('region', SHELF)).toBeTruthy();
  });

  test('lists that could not be read leave no gap', async () => {
    site.on(LISTS, () => failure('TOO_MANY_REQUESTS'));
    await open();
    await waitFor(() => expect(isWaiting()).toBe(false));
    expect(room()).toBe(0);
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
