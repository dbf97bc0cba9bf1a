import { catalog } from '@larksong/contracts';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { renderSite } from '../../testing/render.tsx';
import { failure } from '../../testing/answers.ts';
import { startSite, type TestSite } from '../../testing/site.ts';
import { titlesOf, video } from '../../testing/videos.ts';

const LIST = catalog.listVideos;
const GRADES = catalog.listTagValues;
const user = userEvent.setup();
let site: TestSite;

beforeEach(async () => {
  site = await startSite();
  site.on(GRADES, () => ({ values: ['Grade 1', 'Grade 2'] }));
});

afterEach(async () => {
  cleanup();
  await site[Symbol.asyncDispose]();
});

function graded(title: string, grade: string): catalog.Video {
  return video({ title, tags: [{ tagType: 'grade', tagValue: grade }] });
}

/** Lists these videos like the server: by grade and by a word in the title. */
function offer(...videos: catalog.Video[]): void {
  site.on(LIST, ({ query }) => {
    const { grade, q = '' } = query;
    const found = videos
      .filter(({ tags }) => grade === undefined || tags.some(({ tagValue }) => tagValue === grade))
      .filter(({ title }) => title.toLowerCase().includes(q.toLowerCase()));
    return { videos: found, nextCursor: null };
  });
}

describe('the grid', () => {
  test('the grid shows that it loads, then the number of videos and all facts of each', async () => {
    const open = video({ title: 'The Lark' });
    offer(open);
    renderSite('/songs');
    expect(await screen.findByText('Loading videos...')).toBeTruthy();
    expect((await screen.findByText('1 video')).closest('output')).toBeTruthy();
    const heading = screen.getByRole('heading', { level: 2, name: 'The Lark' });
    expect(heading.dir).toBe('auto');
    const link = within(heading).getByRole('link');
    expect(link.getAttribute('href')).toBe(`/songs?v=${open.id}`);
    for (const text of ['No thumbnail', '2:31', '1.2K views · 3 days ago'])
      expect(within(heading.closest('li')!).getByText(text)).toBeTruthy();
  });

  test('the pictures of the first row load at once, the others when they are needed', async () => {
    offer(...Array.from({ length: 7 }, () => video({ thumbnail: '/hls/one/thumbnail.jpg' })));
    const { container } = renderSite('/songs');
    expect(await screen.findByText('7 videos')).toBeTruthy();
    const pictures = [...container.querySelectorAll('main li img')];
    expect(pictures.map((picture) => picture.getAttribute('loading'))).toEqual([
      ...Array.from({ length: 5 }, () => 'eager'),
      'lazy',
      'lazy',
    ]);
  });

  test('a list without videos says so and leads to the game', async () => {
    offer();
    renderSite('/songs');
    expect(await screen.findByRole('heading', { name: 'No videos yet' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Play the memory game' })).toBeTruthy();
  });

  test('a list that failed to load says why and can be loaded again', async () => {
    site.on(LIST, () => failure('TOO_MANY_REQUESTS', 'Too many requests.'));
    renderSite('/songs');
    expect(await screen.findByText('Too many requests.')).toBeTruthy();
    offer(video());
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('1 video')).toBeTruthy();
  });

  test('a list that cannot be reloaded stays and is marked as out of date', async () => {
    offer(video({ title: 'Still here' }));
    renderSite('/songs');
    await screen.findByText('1 video');
    site.on(LIST, () => failure('TOO_MANY_REQUESTS', 'Too many requests.'));
    await user.click(screen.getByRole('button', { name: 'All' }));
    expect(await screen.findByText('Too many requests. What you see may be out of date.')).toBeTruthy();
    expect(titlesOf(screen)).toEqual(['Still here']);
  });
});

describe('the chips', () => {
  test('the chips are the fixed ones, then one per grade', async () => {
    offer(video());
    renderSite('/songs');
    await screen.findByRole('button', { name: 'Grade 2' });
    const chips = within(screen.getByRole('group', { name: 'Filter' })).getAllByRole('button');
    expect(chips.map((chip) => `${chip.textContent} ${chip.getAttribute('aria-pressed')}`)).toEqual([
      'All true',
      'Favorites false',
      'Recently uploaded false',
      'Watched false',
      'New to you false',
      'Popular false',
      'Grade 1 false',
      'Grade 2 false',
    ]);
  });

  test('the chips All, Recently uploaded, Popular and of a grade fetch lists of 50 videos, filtered and sorted by the server', async () => {
    offer(graded('One', 'Grade 1'), graded('Two', 'Grade 2'), video({ title: 'Plain' }));
    const { address } = renderSite('/songs');
    await screen.findByText('3 videos');
    for (const name of ['Recently uploaded', 'Popular', 'Grade 2']) {
      await user.click(await screen.findByRole('button', { name }));
      await screen.findByText(name === 'Grade 2' ? '1 video' : '3 videos');
    }
    expect(site.calls(LIST).map(({ query }) => query)).toEqual([
      { limit: '50' },
      { limit: '50', sort: 'newest' },
      { limit: '50', sort: 'most_viewed' },
      { limit: '50', grade: 'Grade 2' },
    ]);
    expect(titlesOf(screen)).toEqual(['Two']);
    expect(address()).toBe('/songs?filter=grade%3AGrade+2');
  });

  test('a grade is filtered in the browser as well', async () => {
    site.on(LIST, () => ({ videos: [graded('One', 'Grade 1'), video()], nextCursor: null }));
    renderSite('/songs?filter=grade%3AGrade+1');
    expect(await screen.findByText('1 video')).toBeTruthy();
    expect(titlesOf(screen)).toEqual(['One']);
    expect(screen.getByRole('button', { name: 'Grade 1' }).getAttribute('aria-pressed')).toBe('true');
  });

  test('arrows, Home and End lead along the chips without choosing one', async () => {
    offer(video());
    renderSite('/songs');
    await screen.findByRole('button', { name: 'Grade 2' });
    const chip = (name: string) => screen.getByRole('button', { name });
    act(() => chip('All').focus());
    for (const [key, name] of [
      ['ArrowLeft', 'All'],
      ['ArrowRight', 'Favorites'],
      ['End', 'Grade 2'],
      ['ArrowRight', 'Grade 2'],
      ['ArrowLeft', 'Grade 1'],
      ['Home', 'All'],
    ] as const) {
      await user.keyboard(`{${key}}`);
      expect(document.activeElement).toBe(chip(name));
    }
    expect(chip('All').getAttribute('aria-pressed')).toBe('true');
  });

  test('a tooltip repeats the text of a grade, which may be cut short', async () => {
    const grade = 'Grade 2 with Mrs Longstocking-Featherstonehaugh in the big room on Main Street';
    site.on(GRADES, () => ({ values: [grade] }));
    offer(video());
    renderSite('/songs');
    expect((await screen.findByRole('button', { name: grade })).title).toBe(grade);
    expect(screen.getByRole('button', { name: 'Recently uploaded' }).title).toBe('');
  });

  test('a category that is a chip filters the list, and its picture adds no name', async () => {
    const look = { tagType: 'category', tagValue: 'Animals', hue: 'leaf' } as const;
    site.on(catalog.listChips, () => ({
      chips: [{ ...look, picture: '/scenes/duck-pond.svg' }],
    }));
    offer(video());
    const { address } = renderSite('/songs');
    const chip = await screen.findByRole('button', { name: 'Animals' });
    expect(chip.querySelector('img')?.alt).toBe('');
    await user.click(chip);
    expect(address()).toBe('/songs?filter=category%3AAnimals');
    await waitFor(() => expect(site.calls(LIST).at(-1)?.query).toEqual({ limit: '50', category: 'Animals' }));
  });

  test('chips are plain if their pictures cannot be loaded', async () => {
    site.on(catalog.listChips, () => failure('NOT_FOUND', 'There is nothing at this address.'));
    offer(video());
    renderSite('/songs');
    expect(await screen.findByRole('button', { name: 'Grade 2' })).toBeTruthy();
  });

  test('choosing a chip again reloads its list', async () => {
    offer(video());
    renderSite('/songs');
    await screen.findByText('1 video');
    offer(video(), video());
    await user.click(screen.getByRole('button', { name: 'All' }));
    expect(await screen.findByText('2 videos')).toBeTruthy();
  });

  test('a choice of a chip is undone by the browser’s history', async () => {
    offer(graded('One', 'Grade 1'), video({ title: 'Plain' }));
    const { address, back } = renderSite('/songs');
    await user.click(await screen.findByRole('button', { name: 'Grade 1' }));
    await screen.findByText('1 video');
    await act(back);
    expect(await screen.findByText('2 videos')).toBeTruthy();
    expect(address()).toBe('/songs');
    expect(screen.getByRole('button', { name: 'All' }).getAttribute('aria-pressed')).toBe('true');
  });

  test('a grade without videos shows a way back to all', async () => {
    offer(graded('One', 'Grade 1'));
    renderSite('/songs?filter=grade:Grade+9');
    expect(await screen.findByRole('heading', { name: 'No videos for Grade 9' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Grade 9' }).getAttribute('aria-pressed')).toBe('true');
    await user.click(screen.getByRole('button', { name: 'Show all' }));
    expect(await screen.findByText('1 video')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Songs' }));
  });

  test('grades that failed to load leave the fixed chips', async () => {
    site.on(GRADES, () => failure('TOO_MANY_REQUESTS', 'Too many requests.'));
    offer(video());
    renderSite('/songs');
    expect(await screen.findByText('1 video')).toBeTruthy();
    await waitFor(() => expect(site.count(GRADES)).toBeGreaterThan(0));
    expect(within(screen.getByRole('group', { name: 'Filter' })).getAllByRole('button')).toHaveLength(6);
  });
});
