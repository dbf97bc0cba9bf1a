import type { Call, catalog } from '@larksong/contracts';
import { expect, it } from 'vitest';

import type { Outcome } from './outcome.ts';
import { watchFilms } from './watch-films.ts';

type Answer = Partial<catalog.Video>;

/** Returns a site that gives each video its answers, one after another, the last one repeatedly. */
function siteWith(answers: Record<string, Answer[]>): Call {
  const call = async (_: unknown, { params }: { params: { id: string } }) => {
    const all = answers[params.id] ?? [];
    return { data: { video: all.length > 1 ? all.shift() : all[0] } };
  };
  return call as unknown as Call; // only getVideo is called
}

const film = (videoId: string): Outcome => ({
  path: `${videoId}.mp4`,
  title: videoId,
  state: 'imported',
  videoId,
});
const around = { signal: new AbortController().signal, pause: () => Promise.resolve() };

it('a film that the site cannot read counts as failed, with the reason of the site', async () => {
  const call = siteWith({
    whole: [
      { status: 'processing', duration: null },
      { status: 'processing', duration: 12 },
    ],
    broken: [
      { status: 'processing', duration: null },
      { status: 'failed', duration: null, processingError: 'This is no video.' },
    ],
  });
  const left: Outcome = { path: 'left.mp4', title: 'left', state: 'left' };
  expect(await watchFilms([film('whole'), film('broken'), left], { ...around, call })).toEqual({
    outcomes: [film('whole'), { ...film('broken'), state: 'failed', reason: 'This is no video.' }, left],
    unseenCount: 0,
  });
});

it('films at which the site does not look in time are counted and stay imported', async () => {
  const call = siteWith({ late: [{ status: 'processing', duration: null }] });
  expect(await watchFilms([film('late')], { ...around, call, patienceMs: 0 })).toEqual({
    outcomes: [film('late')],
    unseenCount: 1,
  });
});
