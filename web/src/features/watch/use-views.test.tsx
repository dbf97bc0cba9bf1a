import type { catalog } from '@larksong/contracts';
import { act, cleanup, screen } from '@testing-library/react';
import { StrictMode, useEffect, useState } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { createStore } from '../../lib/store.ts';
import { renderInPage } from '../../testing/render.tsx';
import {
  failure,
  MIRA,
  startSite,
  storeTokens,
  success,
  tokensOf,
  type Request,
  type TestSite,
} from '../../testing/site.ts';
import { video } from '../../testing/videos.ts';
import { signIn, signOut } from '../auth/session.ts';
import type { PlayerProps } from '../player/player.tsx';
import { useVideo } from '../videos/use-video.ts';
import { useWatching } from './use-watching.ts';
import { WatchDetails } from './watch-parts.tsx';

let site: TestSite;
/** What the player is given. */
let player: Pick<PlayerProps, 'start' | 'onPlayback'> | undefined;
/** What the server heard of views. */
let views: Request[];

beforeEach(async () => {
  site = await startSite();
  player = undefined;
  views = [];
});

afterEach(async () => {
  vi.useRealTimers();
  cleanup();
  await signOut();
  await site[Symbol.asyncDispose]();
});

function listenTo(open: catalog.Video): void {
  site.on(`GET /api/videos/${open.id}`, () => success({ video: open }));
  site.on(`GET /api/videos/${open.id}/related`, () => success({ videos: [] }));
  const heard = views; // of this test alone, however late a call comes
  site.on(`POST /api/videos/${open.id}/view`, (request) => {
    heard.push(request);
    return success({ viewCount: 1300 });
  });
}

/** A page whose player does only what the test says. */
function Watching({ id }: { id: string }) {
  const opened = useVideo(id);
  const [position] = useState(() => createStore(0));
  const { start, onPlayback } = useWatching(opened, position);
  useEffect(() => {
    if (start) player = { start, onPlayback };
  });
  if (!opened.video || !start) return null;
  return (
    <>
      <p>The player</p>
      <WatchDetails video={opened.video} readPosition={position.get} onChoose={() => {}} />
    </>
  );
}

function show(id: string, address = '/songs'): void {
  renderInPage(
    <StrictMode>
      <MemoryRouter initialEntries={[address]}>
        <Watching key={id} id={id} />
      </MemoryRouter>
    </StrictMode>,
  );
}

/** Opens a video and waits until its opening was told. */
async function open(changes: Partial<catalog.Video> = {}): Promise<catalog.Video> {
  const opened = video({ viewCount: 1234, ...changes });
  listenTo(opened);
  show(opened.id);
  await screen.findByText('The player');
  await expect.poll(told).toEqual([0]);
  return opened;
}

function told(): number[] {
  return views.map(({ body }) => (body as { watchedDuration: number }).watchedDuration); // as the contract has it
}

/** Plays from a position on for a number of seconds of a clock that the test holds. */
function play(position: number, seconds: number): void {
  vi.useFakeTimers({ toFake: ['performance'] });
  act(() => {
    for (let at = 0; at <= seconds; at += 0.25) {
      player?.onPlayback('playing', position + at);
      vi.advanceTimersByTime(250);
    }
  });
  vi.useRealTimers();
}

describe('views', () => {
  test('an opening is told once, also when all is drawn twice, and its count is shown', async () => {
    await open();
    expect(await screen.findByText(/^1\.3K views/)).toBeTruthy();
    expect(told()).toEqual([0]);
  });

  test('while it plays the position is told every 10 s', async () => {
    await open();
    play(30, 20.5);
    // both are on their way at once here, and may come in any order
    await expect.poll(() => told().toSorted((one, other) => one - other)).toEqual([0, 40, 50]);
  });

  test('a pause tells nothing, the end does', async () => {
    await open();
    play(3, 4);
    act(() => player?.onPlayback('paused', 7));
    act(() => player?.onPlayback('paused', 100));
    play(148, 2);
    act(() => player?.onPlayback('ended', 151));
    await expect.poll(told).toEqual([0, 151]);
  });

  test('a hidden page tells where it is', async () => {
    await open();
    play(20, 4);
    window.dispatchEvent(new Event('pagehide'));
    await expect.poll(told).toEqual([0, 24]);
  });

  test('leaving for another page of the site tells it too', async () => {
    await open();
    play(20, 4);
    cleanup();
    await expect.poll(told).toEqual([0, 24]);
  });

  test('carries the session, also one that has ended in between', async () => {
    signIn({ ...tokensOf(MIRA), user: MIRA });
    await open();
    const successor = tokensOf(MIRA);
    site.on('POST /api/auth/refresh-token', () => success(successor));
    storeTokens(tokensOf(MIRA, -1));
    play(30, 10.5);
    await expect.poll(told).toEqual([0, 40]);
    expect(views.map(({ bearer }) => bearer)).toEqual([expect.any(String), successor.accessToken]);
  });

  test('an opening that could not be told is told again', async () => {
    const opened = video();
    listenTo(opened);
    const path = `POST /api/videos/${opened.id}/view`;
    site.on(path, () => {
      if (site.count(path) === 1) return failure(503, 'UNAVAILABLE', 'Not available right now.');
      return success({ viewCount: 1300 });
    });
    show(opened.id);
    expect(await screen.findByText(/^1\.3K views/, {}, { timeout: 4_000 })).toBeTruthy();
  });
});

describe('where it begins', () => {
  test('who is signed in goes on where the server says, and finds that again at once', async () => {
    signIn({ ...tokensOf(MIRA), user: MIRA });
    const opened = await open({ resumeSeconds: 83 });
    expect(player?.start).toEqual({ seconds: 83, isResumed: true });
    play(83, 10.25);
    await expect.poll(told).toHaveLength(2);
    site.on(`GET /api/videos/${opened.id}`, () => success({ video: { ...opened, resumeSeconds: 93 } }));
    cleanup();
    show(opened.id);
    await expect.poll(() => player?.start.seconds).toBeCloseTo(93, 0);
  });

  test('who is signed out goes on where this device was', async () => {
    const opened = await open({ resumeSeconds: null });
    expect(player?.start).toEqual({ seconds: 0, isResumed: false });
    play(30, 12);
    cleanup();
    player = undefined;
    show(opened.id);
    await expect.poll(() => player?.start).toEqual({ seconds: 42, isResumed: true });
  });

  test('a link to a moment wins', async () => {
    signIn({ ...tokensOf(MIRA), user: MIRA });
    const opened = video({ resumeSeconds: 83 });
    listenTo(opened);
    show(opened.id, `/songs?v=${opened.id}&t=20`);
    await expect.poll(() => player?.start).toEqual({ seconds: 20, isResumed: false });
  });

  test('signing in does not stop a public song, and is no second opening', async () => {
    await open({ title: 'Five Ducks' });
    const first = player?.start;
    await act(async () => signIn({ ...tokensOf(MIRA), user: MIRA }));
    expect(screen.getByText('The player')).toBeTruthy();
    await expect.poll(() => site.calls.filter((call) => /^GET .*\d$/.test(call)).length).toBe(2);
    expect(player?.start).toBe(first);
    expect(told()).toEqual([0]);
  });
});
