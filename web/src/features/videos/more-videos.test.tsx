import { catalog } from '@larksong/contracts';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { renderSite } from '../../testing/render.tsx';
import { failure } from '../../testing/answers.ts';
import { startSite, type TestSite } from '../../testing/site.ts';
import { titlesOf, video } from '../../testing/videos.ts';

const LIST = catalog.listVideos;
const user = userEvent.setup();
let site: TestSite;
/** The elements observed for becoming visible. The test browser has no layout, so the tests decide when they do. */
let watched: Map<Element, () => void>;

beforeEach(async () => {
  site = await startSite();
  watched = new Map();
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly #onChange: (entries: { isIntersecting: boolean }[]) => void;
      constructor(onChange: (entries: { isIntersecting: boolean }[]) => void) {
        this.#onChange = onChange;
      }
      observe(element: Element): void {
        watched.set(element, () => this.#onChange([{ isIntersecting: true }]));
      }
      disconnect(): void {
        watched.clear();
      }
    },
  );
});

afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  await site[Symbol.asyncDispose]();
});

/** Offers three pages of one video each; the second also contains the first one's video, as if it had moved. */
function offerPages(): void {
  const [first, second, third] = [
    video({ title: 'First' }),
    video({ title: 'Second' }),
    video({ title: 'Third' }),
  ];
  site.on(LIST, ({ query }) => {
    if (query.cursor === 'two') return { videos: [first, second], nextCursor: 'three' };
    if (query.cursor === 'three') return { videos: [third], nextCursor: null };
    return { videos: [first], nextCursor: 'two' };
  });
}

async function scrollToEnd(): Promise<void> {
  await waitFor(() => expect(watched.size).toBe(1));
  act(() => [...watched.values()][0]!());
}

describe('more videos', () => {
  test('more videos are loaded by a button, each once', async () => {
    offerPages();
    renderSite('/songs');
    expect(await screen.findByText('1+ videos')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'More videos' }));
    expect(await screen.findByText('2+ videos')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'More videos' }));
    expect(await screen.findByText('3 videos')).toBeTruthy();
    expect(titlesOf(screen)).toEqual(['First', 'Second', 'Third']);
    expect(screen.queryByRole('button', { name: 'More videos' })).toBeNull();
  });

  test('more videos are loaded as the end is scrolled to, until there are none', async () => {
    offerPages();
    renderSite('/songs');
    await screen.findByText('1+ videos');
    await scrollToEnd();
    expect(await screen.findByText('2+ videos')).toBeTruthy();
    await scrollToEnd();
    expect(await screen.findByText('3 videos')).toBeTruthy();
    expect(site.count(LIST)).toBe(3);
    expect(watched.size).toBe(0);
  });

  test('videos that failed to load leave the others in place and wait for Try again', async () => {
    const [first, second] = [video({ title: 'First' }), video({ title: 'Second' })];
    let isBroken = true;
    site.on(LIST, ({ query }) => {
      if (query.cursor === undefined) return { videos: [first], nextCursor: 'two' };
      if (isBroken) return failure('TOO_MANY_REQUESTS', 'Too many requests.');
      return { videos: [second], nextCursor: null };
    });
    renderSite('/songs');
    await screen.findByText('1+ videos');
    await scrollToEnd();
    expect((await screen.findByRole('alert')).textContent).toBe('Too many requests.');
    expect(titlesOf(screen)).toEqual(['First']);
    expect(watched.size).toBe(0);
    isBroken = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('2 videos')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
