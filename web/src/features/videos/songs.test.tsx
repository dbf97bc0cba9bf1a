import type { Video } from '@larksong/contracts';
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { renderSite } from '../../testing/render.tsx';
import { failure, startSite, success, type TestSite } from '../../testing/site.ts';

const LIST = 'GET /api/videos';
const user = userEvent.setup();
let site: TestSite;

beforeEach(async () => {
  site = await startSite();
});

afterEach(async () => {
  cleanup();
  await site[Symbol.asyncDispose]();
});

let serial = 0;

function video(changes: Partial<Video> = {}): Video {
  serial += 1;
  return {
    id: `0198f3c2-7a1e-7d40-b1c9-${String(serial).padStart(12, '0')}`,
    title: `Song ${serial}`,
    description: '',
    visibility: 'public',
    privateUserId: null,
    status: 'completed',
    playable: true,
    thumbnail: null,
    storyboard: null,
    captions: [],
    duration: 151,
    viewCount: 1234,
    likeCount: 0,
    userHasLiked: false,
    userHasDisliked: false,
    likedAt: null,
    resumeSeconds: null,
    uploader: { username: 'olive', displayName: null },
    tags: [],
    resolutions: ['720p'],
    processingError: null,
    elapsedMinutes: null,
    createdAt: new Date(Date.now() - 3 * 86_400_000).toISOString(),
    updatedAt: new Date().toISOString(),
    ...changes,
  };
}

function graded(title: string, grade: string): Video {
  return video({ title, tags: [{ tagType: 'grade', tagValue: grade }] });
}

function offer(...videos: Video[]): void {
  site.on(LIST, () => success({ videos, nextCursor: null }));
  for (const one of videos) site.on(`GET /api/videos/${one.id}`, () => success({ video: one }));
}

function titles(): (string | null)[] {
  return screen
    .queryAllByRole('listitem')
    .map((item) => within(item).getByRole('link').querySelector('strong')!.textContent);
}

describe('the grid', () => {
  test('says that it loads, then how many there are, with all that a card tells', async () => {
    offer(video({ title: 'The Lark' }));
    renderSite('/songs');
    expect(await screen.findByText('Loading videos...')).toBeTruthy();
    expect(await screen.findByText('1 video')).toBeTruthy();
    const link = screen.getByRole('link', { name: /The Lark/ });
    for (const text of ['No thumbnail', '2:31', '1.2K views · 3 days ago'])
      expect(within(link).getByText(text)).toBeTruthy();
  });

  test('a grade chip filters what is loaded, and the address keeps it', async () => {
    offer(graded('One', 'Grade 1'), graded('Two', 'Grade 2'), video({ title: 'Plain' }));
    renderSite('/songs');
    await user.click(await screen.findByRole('button', { name: 'Grade 2' }));
    expect(await screen.findByText('1 video')).toBeTruthy();
    expect(titles()).toEqual(['Two']);
    expect(screen.getByRole('button', { name: 'Grade 2' }).getAttribute('aria-pressed')).toBe('true');
    cleanup();
    renderSite('/songs?filter=grade%3AGrade+1');
    expect(await screen.findByText('1 video')).toBeTruthy();
    expect(titles()).toEqual(['One']);
  });

  test('a grade that nobody has shows a way back to all', async () => {
    offer(graded('One', 'Grade 1'));
    renderSite('/songs?filter=grade:Grade+9');
    await user.click(await screen.findByRole('button', { name: 'Show all' }));
    expect(await screen.findByText('1 video')).toBeTruthy();
  });

  test('more come by a button, each once', async () => {
    const [first, second] = [video({ title: 'First' }), video({ title: 'Second' })];
    site.on(LIST, () =>
      site.count(LIST) === 1
        ? success({ videos: [first], nextCursor: 'next' })
        : success({ videos: [first, second], nextCursor: null }),
    );
    renderSite('/songs');
    expect(await screen.findByText('1+ videos')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'More videos' }));
    expect(await screen.findByText('2 videos')).toBeTruthy();
    expect(titles()).toEqual(['First', 'Second']);
    expect(screen.queryByRole('button', { name: 'More videos' })).toBeNull();
  });

  test('without videos it says so', async () => {
    offer();
    renderSite('/songs');
    expect(await screen.findByRole('heading', { name: 'No videos yet' })).toBeTruthy();
  });

  test('a refused list says why and can be asked for again', async () => {
    site.on(LIST, () => failure(429, 'TOO_MANY_REQUESTS', 'Too many requests.'));
    renderSite('/songs');
    expect(await screen.findByText('Too many requests.')).toBeTruthy();
    offer(video());
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('1 video')).toBeTruthy();
  });
});

describe('one video', () => {
  test('has its title, uploader, views and age, description and other videos', async () => {
    const open = video({
      title: 'Five Ducks',
      description: 'Clap along.',
      uploader: { username: 'olive', displayName: 'Maple Street School' },
    });
    offer(open, video({ title: 'Another' }));
    renderSite(`/songs?v=${open.id}`);
    expect(await screen.findByRole('heading', { level: 1, name: 'Five Ducks' })).toBeTruthy();
    for (const text of ['Maple Street School', 'Clap along.', '1.2K views · 3 days ago'])
      expect(screen.getByText(text)).toBeTruthy();
    const related = await screen.findByRole('complementary', { name: 'Related videos' });
    expect(await within(related).findByRole('link', { name: /Another/ })).toBeTruthy();
    expect(within(related).queryByRole('link', { name: /Five Ducks/ })).toBeNull();
    expect(document.title).toBe('Five Ducks · Larksong');
  });

  test('without a display name it is the username’s', async () => {
    const open = video();
    offer(open);
    renderSite(`/songs?v=${open.id}`);
    expect(await screen.findByText('olive')).toBeTruthy();
  });

  test('a chip leads back to the grid', async () => {
    const open = video();
    offer(open);
    renderSite(`/songs?v=${open.id}`);
    await user.click(await screen.findByRole('button', { name: 'Popular' }));
    expect(await screen.findByRole('heading', { name: 'Songs' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Popular' }).getAttribute('aria-pressed')).toBe('true');
  });

  test.each([
    ['absent', 404, 'VIDEO_NOT_FOUND'],
    ['no id at all', 400, 'VALIDATION_FAILED'],
  ])('that is %s has a way back', async (_, status, code) => {
    offer();
    site.on('GET /api/videos/nothing', () => failure(status, code, 'No.'));
    renderSite('/songs?v=nothing');
    expect(await screen.findByRole('heading', { name: 'This video does not exist.' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'All songs' }).getAttribute('href')).toBe('/songs');
  });

  test('that is not ready appears by itself once it is', async () => {
    const open = video({ status: 'processing', playable: false });
    offer(open);
    const path = `GET /api/videos/${open.id}`;
    site.on(path, () => success({ video: { ...open, playable: site.count(path) > 1 } }));
    renderSite(`/songs?v=${open.id}`);
    expect(await screen.findByText('This video is still being prepared.')).toBeTruthy();
    expect(await screen.findByRole('region', { name: 'Video player' }, { timeout: 8_000 })).toBeTruthy();
  }, 15_000);
});
