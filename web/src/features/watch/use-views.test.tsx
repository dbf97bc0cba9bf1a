import { auth, catalog } from '@larksong/contracts';
import { act, cleanup, screen } from '@testing-library/react';
import { StrictMode, useEffect, useState } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { createStore } from '../../lib/store.ts';
import { renderInPage } from '../../testing/render.tsx';
import { MIRA, tokensOf, storeTokens } from '../../testing/accounts.ts';
import { failure } from '../../testing/answers.ts';
import { at, startSite, type Request, type TestSite } from '../../testing/site.ts';
import { video } from '../../testing/videos.ts';
import { signIn, signOut } from '../auth/session.ts';
import type { PlayerProps } from '../player/player.tsx';
import { useVideo } from '../videos/one-video/use-video.ts';
import { useWatching } from './use-watching.ts';
import { WatchDetails } from './watch-parts.tsx';

let site: TestSite;
/** The player's props. */
let player: Pick<PlayerProps, 'start' | 'onPlayback'> | undefined;
/** The views that the server received. */
let views: Request<typeof catalog.recordView>[];

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
  site.on(at(catalog.getVideo, { id: open.id }), () => ({ video: open }));
  site.on(at(catalog.listRelatedVideos, { id: open.id }), () => ({ videos: [] }));
  const heard = views; // of this test only, however late a call arrives
  site.on(at(catalog.recordView, { id: open.id }), (request) => {
    heard.push(request);
    return { viewCount: 1300 };
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

/** Opens a video and waits until its opening was reported. */
async function open(changes: Partial<catalog.Video> = {}): Promise<catalog.Video> {
  const opened = video({ viewCount: 1234, ...changes });
  listenTo(opened);
  show(opened.id);
  await screen.findByText('The player');
  await expect.poll(reportedSeconds).toEqual([0]);
  return opened;
}

function reportedSeconds(): number[] {
  return views.map(({ body }) => body.watchedDuration);
}

/** Plays from a position for a number of seconds of a fake clock. */
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
  test('an opening is reported once, also when everything is rendered twice, and its count is shown', async () => {
    await open();
    expect(await screen.findByText(/^1\.3K views/)).toBeTruthy();
    expect(reportedSeconds()).toEqual([0]);
  });

  test('the position is reported every 10 s during playback', async () => {
    await open();
    play(30, 20.5);
    // both calls are in flight at once and may arrive in any order
    await expect.poll(() => reportedSeconds().toSorted((one, other) => one - other)).toEqual([0, 40, 50]);
  });

  test('a pause of the video is not reported, but its end is', async () => {
    await open();
    play(3, 4);
    act(() => player?.onPlayback('paused', 7));
    act(() => player?.onPlayback('paused', 100));
    play(148, 2);
    act(() => player?.onPlayback('ended', 151));
    await expect.poll(reportedSeconds).toEqual([0, 151]);
  });

  test('a page that becomes hidden reports the position', async () => {
    await open();
    play(20, 4);
    window.dispatchEvent(new Event('pagehide'));
    await expect.poll(reportedSeconds).toEqual([0, 24]);
  });

  test('leaving for another page of the site reports the position', async () => {
    await open();
    play(20, 4);
    cleanup();
    await expect.poll(reportedSeconds).toEqual([0, 24]);
  });

  test('a report carries the session, even one that was renewed in between', async () => {
    signIn({ ...tokensOf(MIRA), user: MIRA });
    await open();
    const successor = tokensOf(MIRA);
    site.on(auth.refreshToken, () => successor);
    storeTokens(tokensOf(MIRA, -1));
    play(30, 10.5);
    await expect.poll(reportedSeconds).toEqual([0, 40]);
    expect(views.map(({ bearer }) => bearer)).toEqual([expect.any(String), successor.accessToken]);
  });

  test('an opening that could not be reported is reported again', async () => {
    const opened = video();
    listenTo(opened);
    const path = at(catalog.recordView, { id: opened.id });
    site.on(path, () => {
      if (site.count(path) === 1) return failure('UNAVAILABLE', 'Not available right now.');
      return { viewCount: 1300 };
    });
    show(opened.id);
    expect(await screen.findByText(/^1\.3K views/, {}, { timeout: 4_000 })).toBeTruthy();
  });
});

describe('the start position', () => {
  test('a signed-in viewer resumes where the server says, also on the next opening', async () => {
    signIn({ ...tokensOf(MIRA), user: MIRA });
    const opened = await open({ resumeSeconds: 83 });
    expect(player?.start).toEqual({ seconds: 83, isResumed: true });
    play(83, 10.25);
    await expect.poll(reportedSeconds).toHaveLength(2);
    site.on(at(catalog.getVideo, { id: opened.id }), () => ({ video: { ...opened, resumeSeconds: 93 } }));
    cleanup();
    show(opened.id);
    await expect.poll(() => player?.start.seconds).toBeCloseTo(93, 0);
  });

  test('a visitor resumes where this device stopped', async () => {
    const opened = await open({ resumeSeconds: null });
    expect(player?.start).toEqual({ seconds: 0, isResumed: false });
    play(30, 12);
    cleanup();
    player = undefined;
    show(opened.id);
    await expect.poll(() => player?.start).toEqual({ seconds: 42, isResumed: true });
  });

  test('a time in the link takes precedence over the resume position', async () => {
    signIn({ ...tokensOf(MIRA), user: MIRA });
    const opened = video({ resumeSeconds: 83 });
    listenTo(opened);
    show(opened.id, `/songs?v=${opened.id}&t=20`);
    await expect.poll(() => player?.start).toEqual({ seconds: 20, isResumed: false });
  });

  test('signing in neither stops a public song nor counts as another opening', async () => {
    await open({ title: 'Five Ducks' });
    const first = player?.start;
    await act(async () => signIn({ ...tokensOf(MIRA), user: MIRA }));
    expect(screen.getByText('The player')).toBeTruthy();
    await expect.poll(() => site.count(catalog.getVideo)).toBe(2);
    expect(player?.start).toBe(first);
    expect(reportedSeconds()).toEqual([0]);
  });
});
