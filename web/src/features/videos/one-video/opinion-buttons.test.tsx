import { catalog } from '@larksong/contracts';
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { queryClient } from '../../../api/query-client.ts';
import { renderSite } from '../../../testing/render.tsx';
import { MIRA, tokensOf } from '../../../testing/accounts.ts';
import { failure } from '../../../testing/answers.ts';
import { at, startSite, type TestSite } from '../../../testing/site.ts';
import { video } from '../../../testing/videos.ts';
import { signIn, signOut } from '../../auth/session.ts';

const user = userEvent.setup();
let site: TestSite;
/** The opinion as the server has counted it last. */
let counted: Partial<catalog.Opinion>;

beforeEach(async () => {
  counted = {};
  site = await startSite();
  signIn({ ...tokensOf(MIRA), user: MIRA });
});

afterEach(async () => {
  cleanup();
  await signOut();
  await site[Symbol.asyncDispose]();
});

/** Opens a video; the server keeps track of opinions about it. */
async function open(changes: Partial<catalog.Video> = {}): Promise<catalog.Video> {
  const shown = video(changes);
  site.on(at(catalog.getVideo, { id: shown.id }), () => ({ video: { ...shown, ...counted } }));
  site.on(at(catalog.listRelatedVideos, { id: shown.id }), () => ({ videos: [] }));
  renderSite(`/songs?v=${shown.id}`);
  await screen.findByRole('heading', { level: 1, name: shown.title });
  await screen.findByRole('button', { name: 'Dislike' }); // it is loaded later
  return shown;
}

function buttons() {
  return {
    like: screen.getByRole('button', { name: /^Like,/ }),
    dislike: screen.getByRole('button', { name: 'Dislike' }),
  };
}

/** Returns the state of the buttons: pressed or not, and the count. */
function shown() {
  const { like, dislike } = buttons();
  return {
    liked: like.getAttribute('aria-pressed') === 'true',
    disliked: dislike.getAttribute('aria-pressed') === 'true',
    name: like.textContent,
  };
}

/** Counts an opinion and returns the answer of the server. */
function opinion(userHasLiked: boolean, userHasDisliked: boolean, likeCount: number): catalog.Opinion {
  return (counted = { userHasLiked, userHasDisliked, likeCount });
}

describe('signed in', () => {
  test('a like shows at once, then as the server counts it, and a second press takes it back', async () => {
    const { id } = await open({ likeCount: 1233 });
    let answer: (opinion: catalog.Opinion) => void = () => {};
    site.on(
      at(catalog.likeVideo, { id }),
      () =>
        new Promise<catalog.Opinion>((resolve) => {
          answer = resolve;
        }),
    );
    site.on(at(catalog.unlikeVideo, { id }), () => opinion(false, false, 1250));
    expect(shown()).toEqual({ liked: false, disliked: false, name: 'Like, 1.2K likes' });
    await user.click(buttons().like);
    expect(shown().liked).toBe(true);
    await expect.poll(() => site.count(at(catalog.likeVideo, { id }))).toBe(1);
    answer(opinion(true, false, 1251));
    await expect.poll(shown).toEqual({ liked: true, disliked: false, name: 'Like, 1.3K likes' });
    await user.click(buttons().like);
    await expect.poll(() => site.count(at(catalog.unlikeVideo, { id }))).toBe(1);
    await expect.poll(shown).toMatchObject({ liked: false, disliked: false });
  });

  test('a dislike replaces a like, and is taken back by the like-removal call', async () => {
    const { id } = await open({ userHasLiked: true, likeCount: 1 });
    site.on(at(catalog.dislikeVideo, { id }), () => opinion(false, true, 0));
    site.on(at(catalog.unlikeVideo, { id }), () => opinion(false, false, 0));
    await user.click(buttons().dislike);
    await expect.poll(shown).toEqual({ liked: false, disliked: true, name: 'Like, 0 likes' });
    await user.click(buttons().dislike);
    await expect.poll(() => site.count(at(catalog.unlikeVideo, { id }))).toBe(1);
    await expect.poll(shown).toMatchObject({ disliked: false });
  });

  test('the last of two quick presses of Like counts', async () => {
    const { id } = await open();
    const heard: string[] = [];
    site.on(at(catalog.likeVideo, { id }), () => (heard.push('like'), opinion(true, false, 1)));
    site.on(at(catalog.unlikeVideo, { id }), () => (heard.push('none'), opinion(false, false, 0)));
    const { like } = buttons();
    like.click(); // at once, before the first press is drawn
    like.click();
    await expect.poll(() => heard).toEqual(['like', 'none']);
    await expect.poll(shown).toMatchObject({ liked: false, name: 'Like, 0 likes' });
  });

  test('a press can be undone for five seconds, and says what it has changed', async () => {
    const { id } = await open({ userHasDisliked: true });
    site.on(at(catalog.likeVideo, { id }), () => opinion(true, false, 1));
    site.on(at(catalog.dislikeVideo, { id }), () => opinion(false, true, 0));
    await user.click(buttons().like);
    await screen.findByText('Added to your liked videos.');
    await expect.poll(shown).toMatchObject({ liked: true, disliked: false });
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await expect.poll(() => site.count(at(catalog.dislikeVideo, { id }))).toBe(1);
    await expect.poll(shown).toMatchObject({ liked: false, disliked: true });
    expect(screen.queryByText('Added to your liked videos.')).toBeNull();
    expect(document.activeElement).toBe(buttons().like);

    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    fireEvent.click(buttons().like);
    await act(() => vi.advanceTimersByTimeAsync(4_900));
    expect(screen.getByRole('button', { name: 'Undo' })).toBeTruthy();
    await act(() => vi.advanceTimersByTimeAsync(100));
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
    vi.useRealTimers();
  });

  test('Dislike is the last action of a video', async () => {
    await open();
    const { like, dislike } = buttons();
    const actions = [...(like.parentElement?.querySelectorAll(':scope > button') ?? [])];
    expect(actions.map((button) => button.getAttribute('aria-label') ?? button.textContent)).toEqual([
      'Like, 0 likes',
      'Add to a list',
      'Copy link',
      'Dislike',
    ]);
    expect(actions.at(-1)).toBe(dislike);
  });

  test('a refused like says why, and the buttons return to their former state', async () => {
    const { id } = await open({ likeCount: 4 });
    site.on(at(catalog.likeVideo, { id }), () => failure('UNAVAILABLE', 'Not available right now.'));
    await user.click(buttons().like);
    const sentence = await screen.findByText('Not available right now.');
    expect(sentence.closest('[role=alert]')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
    expect(shown()).toEqual({ liked: false, disliked: false, name: 'Like, 4 likes' });
  });

  test('a like makes the list of liked videos stale', async () => {
    const { id } = await open();
    const liked = ['listLikedVideos', {}, 'pages'];
    queryClient.setQueryData(liked, { pages: [{ videos: [], nextCursor: null }], pageParams: [null] });
    site.on(at(catalog.likeVideo, { id }), () => opinion(true, false, 1));
    await user.click(buttons().like);
    await expect.poll(() => queryClient.getQueryState(liked)?.isInvalidated).toBe(true);
  });
});

describe('signed out', () => {
  beforeEach(signOut);

  test.each(['like', 'dislike'] as const)(
    'the %s button asks a visitor to sign in, without a call',
    async (name) => {
      const { id } = await open();
      await expect.poll(() => site.count(at(catalog.recordView, { id }))).toBe(1);
      await user.click(buttons()[name]);
      const dialog = screen.getByRole('dialog', { name: 'Like this video?' });
      expect(within(dialog).getByText('Sign in to make your opinion count.')).toBeTruthy();
      await user.click(within(dialog).getByRole('button', { name: 'Sign in' }));
      expect(await screen.findByRole('dialog', { name: 'Sign in' })).toBeTruthy();
      expect(screen.queryByRole('dialog', { name: 'Like this video?' })).toBeNull();
      const { recordView, likeVideo, dislikeVideo } = catalog;
      const counts = [recordView, likeVideo, dislikeVideo].map((call) => site.count(at(call, { id })));
      expect(counts).toEqual([1, 0, 0]);
    },
  );
});
