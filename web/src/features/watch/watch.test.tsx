import { catalog } from '@larksong/contracts';
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { renderSite } from '../../testing/render.tsx';
import { failure } from '../../testing/answers.ts';
import { at, startSite, type TestSite } from '../../testing/site.ts';
import { titlesOf, video } from '../../testing/videos.ts';

const LIST = catalog.listVideos;
const user = userEvent.setup();
let site: TestSite;

beforeEach(async () => {
  site = await startSite();
});

afterEach(async () => {
  cleanup();
  await site[Symbol.asyncDispose]();
});

/** Offers a video and its related videos. */
function offer(open: catalog.Video, ...related: catalog.Video[]): void {
  site.on(LIST, () => ({ videos: [open, ...related], nextCursor: null }));
  site.on(at(catalog.getVideo, { id: open.id }), () => ({ video: open }));
  site.on(at(catalog.listRelatedVideos, { id: open.id }), () => ({ videos: related }));
}

function findRelated(): Promise<HTMLElement> {
  return screen.findByRole('complementary', { name: 'Related videos' });
}

/** Sets the width of the window for the rest of the test. */
function widen(width: number): void {
  const { happyDOM } = window as unknown as { happyDOM: { setViewport: (size: { width: number }) => void } }; // see vitest.config.ts
  happyDOM.setViewport({ width });
}

describe('one video', () => {
  test('a video shows its title, uploader, views and age, description, tags and other videos', async () => {
    const open = video({
      title: 'Five Ducks',
      description: 'Clap along:\nhttps://ducks.example',
      uploader: { username: 'olive', displayName: 'Maple Street School' },
      tags: [{ tagType: 'author', tagValue: 'Anna' }],
    });
    offer(open, video({ title: 'Another' }));
    const { promise: asked, resolve: answer } = Promise.withResolvers<void>();
    site.on(at(catalog.getVideo, { id: open.id }), async () => {
      await asked;
      return { video: open };
    });
    renderSite(`/songs?v=${open.id}`);
    const heading = await screen.findByRole('heading', { level: 1, name: 'Loading video...' });
    answer();
    expect(await screen.findByRole('heading', { level: 1, name: 'Five Ducks' })).toBe(heading);
    await screen.findByText('Maple Street School'); // the details are loaded later
    for (const text of ['Maple Street School', 'M', '1.2K views · 3 days ago', 'Anna'])
      expect(screen.getByText(text)).toBeTruthy();
    const description = screen.getByText(/Clap along/);
    expect(description.textContent).toBe('Clap along:\nhttps://ducks.example');
    expect(within(description).queryByRole('link')).toBeNull();
    expect(await within(await findRelated()).findByRole('link', { name: /Another/ })).toBeTruthy();
    expect(document.title).toBe('Five Ducks · Larksong');
  });

  test('a link that a chat program has lengthened opens the video', async () => {
    const open = video({ title: 'Five Ducks' });
    offer(open);
    renderSite(`/songs?v=${open.id}.%20`);
    await screen.findByRole('heading', { level: 1, name: 'Five Ducks' });
    expect(document.title).toBe('Five Ducks · Larksong');
  });

  test('a tag leads to the songs that have it', async () => {
    const open = video({ tags: [{ tagType: 'author', tagValue: 'Anna' }] });
    offer(open, video({ title: 'Another', tags: [] }));
    const { address } = renderSite(`/songs?v=${open.id}`);
    await user.click(await screen.findByRole('link', { name: 'Anna' }));
    expect(await screen.findByRole('button', { name: 'Anna', pressed: true })).toBeTruthy();
    expect(await screen.findByText('1 video')).toBeTruthy();
    expect(address()).toBe('/songs?filter=author%3AAnna');
    expect(site.calls(LIST).at(-1)?.query).toEqual({ limit: '50', author: 'Anna' });
    expect(titlesOf(screen)).toEqual([open.title]);
  });

  test('a video of an uploader without a display name shows the username', async () => {
    const open = video();
    offer(open);
    renderSite(`/songs?v=${open.id}`);
    expect(await screen.findByText('olive')).toBeTruthy();
  });

  test('a video whose uploader has deleted the account shows no name', async () => {
    const open = video({ uploader: { username: '', displayName: null } });
    offer(open);
    renderSite(`/songs?v=${open.id}`);
    // Its placeholder may still be on the page, too.
    const uploader = (await screen.findByText('1.2K views · 3 days ago')).closest('.uploader');
    expect(uploader?.textContent).toBe('1.2K views · 3 days ago');
    expect(uploader?.querySelector('.avatar, strong')).toBeNull();
  });

  test('a chip leads from a video back to the grid', async () => {
    const open = video();
    offer(open);
    const { address } = renderSite(`/songs?v=${open.id}&t=20`);
    await user.click(await screen.findByRole('button', { name: 'Popular' }));
    expect(await screen.findByRole('heading', { name: 'Songs' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Popular' }).getAttribute('aria-pressed')).toBe('true');
    expect(address()).toBe('/songs?filter=popular');
  });

  test.each([
    ['absent', 'VIDEO_NOT_FOUND'],
    ['without a valid id', 'VALIDATION_FAILED'],
  ] as const)('a video that is %s offers a way back', async (_, code) => {
    site.on(at(catalog.getVideo, { id: 'nothing' }), () => failure(code, 'No.'));
    renderSite('/songs?v=nothing');
    expect(await screen.findByRole('heading', { name: 'This video does not exist.' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'All songs' }).getAttribute('href')).toBe('/songs');
  });

  test('a video that is refused temporarily says why and can be loaded again', async () => {
    const open = video({ title: 'Five Ducks' });
    const path = at(catalog.getVideo, { id: open.id });
    offer(open);
    site.on(path, () => failure('TOO_MANY_REQUESTS', 'Too many requests.'));
    renderSite(`/songs?v=${open.id}`);
    expect(await screen.findByText('Too many requests.')).toBeTruthy();
    site.on(path, () => ({ video: open }));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Five Ducks' })).toBeTruthy();
  });

  test('a video that is not ready appears automatically once it is', async () => {
    const open = video({ status: 'processing', playable: false });
    offer(open);
    const path = at(catalog.getVideo, { id: open.id });
    site.on(path, () => ({ video: { ...open, playable: site.count(path) > 1 } }));
    renderSite(`/songs?v=${open.id}`);
    expect(await screen.findByText('This video is still being prepared.')).toBeTruthy();
    expect(site.count(at(catalog.recordView, { id: open.id }))).toBe(0);
    expect(await screen.findByRole('region', { name: 'Video player' }, { timeout: 8_000 })).toBeTruthy();
  }, 15_000);

  test('a video offers a link to copy, with the position once it has been played', async () => {
    const open = video();
    offer(open);
    renderSite(`/songs?v=${open.id}`);
    await user.click(await screen.findByRole('button', { name: 'Copy link' }));
    const dialog = screen.getByRole('dialog', { name: 'Copy link' });
    // nothing has been played yet, so there is no position to offer
    expect(within(dialog).queryByRole('checkbox')).toBeNull();
    await user.click(within(dialog).getByRole('button', { name: 'Copy' }));
    expect(await within(dialog).findByText('Link copied.')).toBeTruthy();
    expect(await navigator.clipboard.readText()).toBe(`${location.origin}/songs?v=${open.id}`);
  });
});

describe('related videos', () => {
  const many = Array.from({ length: 12 }, () => video());

  test.each([
    [1025, 12],
    [1024, 6],
  ])('a window of %d px shows up to %d related videos', async (width, count) => {
    widen(width);
    const open = video();
    offer(open, ...many);
    const path = at(catalog.listRelatedVideos, { id: open.id });
    site.on(path, () => ({ videos: many }));
    renderSite(`/songs?v=${open.id}`);
    expect(await within(await findRelated()).findAllByRole('link')).toHaveLength(count);
    expect(site.calls(path).map(({ query }) => query)).toEqual([{ limit: '12' }]);
  });

  test('an empty list of related videos takes no room', async () => {
    const open = video();
    offer(open);
    renderSite(`/songs?v=${open.id}`);
    await findRelated();
    await expect.poll(() => screen.queryByRole('complementary', { name: 'Related videos' })).toBeNull();
  });

  test('related videos that failed to load can be loaded again', async () => {
    const open = video();
    offer(open, video({ title: 'Another' }));
    const path = at(catalog.listRelatedVideos, { id: open.id });
    site.on(path, () => failure('TOO_MANY_REQUESTS', 'Too many requests.'));
    renderSite(`/songs?v=${open.id}`);
    const related = await findRelated();
    expect(await within(related).findByText('Too many requests.')).toBeTruthy();
    offer(open, video({ title: 'Another' }));
    await user.click(within(related).getByRole('button', { name: 'Try again' }));
    expect(await within(related).findByRole('link', { name: /Another/ })).toBeTruthy();
  });
});
