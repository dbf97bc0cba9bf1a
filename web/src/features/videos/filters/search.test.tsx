import { catalog } from '@larksong/contracts';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { renderSite, typeAtOnce } from '../../../testing/render.tsx';
import { startSite, type TestSite } from '../../../testing/site.ts';
import { titlesOf, video } from '../../../testing/videos.ts';

const LIST = catalog.listVideos;
const TITLES = ['Five Ducks', 'One Duck', 'The Lark'];
const user = userEvent.setup();
let site: TestSite;

beforeEach(async () => {
  site = await startSite();
  const videos = TITLES.map((title) => video({ title }));
  site.on(catalog.listTagValues, () => ({ values: ['Grade 1'] }));
  site.on(LIST, ({ query }) => {
    const words = query.q?.toLowerCase() ?? '';
    const found = query.grade ? [] : videos.filter(({ title }) => title.toLowerCase().includes(words));
    return { videos: found, nextCursor: null };
  });
});

afterEach(async () => {
  cleanup();
  await site[Symbol.asyncDispose]();
});

const searches = () => site.calls(LIST).map(({ query }) => query.q);

function field(): HTMLInputElement {
  return screen.getByRole('searchbox', { name: 'Search videos' });
}

describe('the search', () => {
  test('a search starts when typing pauses, and the address has it', async () => {
    const { address } = renderSite('/songs');
    await screen.findByText('3 videos');
    await user.click(field());
    typeAtOnce(field(), ' duck');
    expect(await screen.findByText('2 videos for “duck”')).toBeTruthy();
    expect(titlesOf(screen)).toEqual(['Five Ducks', 'One Duck']);
    expect(searches()).toEqual([undefined, 'duck']);
    expect(address()).toBe('/songs?q=duck');
    expect(document.activeElement).toBe(field());
  });

  test('a search starts at once by its button, and from the address', async () => {
    const { address } = renderSite('/songs?q=lark');
    expect(await screen.findByText('1 video for “lark”')).toBeTruthy();
    expect(field().value).toBe('lark');
    typeAtOnce(field(), 'one');
    await user.click(screen.getByRole('button', { name: 'Search' }));
    expect(address()).toBe('/songs?q=one');
    expect(await screen.findByText('1 video for “one”')).toBeTruthy();
    expect(searches()).toEqual(['lark', 'one']);
  });

  test('the previous results stay on the screen until the new ones arrive', async () => {
    const answer = Promise.withResolvers<void>();
    renderSite('/songs');
    await screen.findByText('3 videos');
    site.on(LIST, async () => {
      await answer.promise;
      return { videos: [], nextCursor: null };
    });
    await user.type(field(), 'x{Enter}');
    expect(await screen.findByText('Loading videos...')).toBeTruthy();
    expect(titlesOf(screen)).toEqual(TITLES);
    answer.resolve();
    expect(await screen.findByText('0 videos for “x”')).toBeTruthy();
    expect(titlesOf(screen)).toEqual([]);
  });

  test('a search is kept by the chips of public lists', async () => {
    const { address } = renderSite('/songs?q=duck');
    await screen.findByText('2 videos for “duck”');
    await user.click(screen.getByRole('button', { name: 'Popular' }));
    expect(address()).toBe('/songs?filter=popular&q=duck');
    expect(await screen.findByText('2 videos for “duck”')).toBeTruthy();
  });

  test('a search is left for a personal list, and starting one leaves that list', async () => {
    const { address } = renderSite('/songs?q=duck');
    await screen.findByText('2 videos for “duck”');
    await user.type(field(), 's');
    await user.click(screen.getByRole('button', { name: 'Favorites' }));
    expect(address()).toBe('/songs?filter=favorites');
    expect(field().value).toBe('');
    await user.type(field(), 'lark{Enter}');
    expect(address()).toBe('/songs?q=lark');
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'All' }).getAttribute('aria-pressed')).toBe('true'),
    );
    expect(await screen.findByText('1 video for “lark”')).toBeTruthy();
  });

  test('a search without results says so and can be cleared', async () => {
    const { address, back } = renderSite('/songs?filter=grade:Grade+1&q=owl');
    expect(await screen.findByRole('heading', { name: 'No videos for “owl”' })).toBeTruthy();
    expect(screen.getByText('Only Grade 1 was searched.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Search all videos' }));
    expect(address()).toBe('/songs?q=owl');
    await waitFor(() => expect(screen.queryByText('Only Grade 1 was searched.')).toBeNull());
    await user.click(await screen.findByRole('button', { name: 'Clear search' }));
    expect(await screen.findByText('3 videos')).toBeTruthy();
    expect(address()).toBe('/songs');
    expect(field().value).toBe('');
    expect(document.activeElement).toBe(field());
    await act(back);
    await waitFor(() => expect(field().value).toBe('owl'));
    expect(await screen.findByRole('heading', { name: 'No videos for “owl”' })).toBeTruthy();
    expect(address()).toBe('/songs?q=owl');
  });
});
