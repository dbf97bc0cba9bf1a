import { randomUUID } from 'node:crypto';

import type { catalog } from '@larksong/contracts';
import { createKeyedMutex } from '@larksong/service-kit';
import type { TestUser } from '@larksong/service-kit/testing';
import { readCount } from '@larksong/service-kit/testing/random';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { changeOpinion } from '../src/library/opinions/change-opinion.ts';
import { addSong, callerOf, type State } from './library.ts';
import { startCatalog, videoRow, type TestCatalog } from './support.ts';

let service: TestCatalog;
let member: TestUser;
beforeAll(async () => {
  service = await startCatalog();
  member = await service.issuer.signIn();
});
afterAll(() => service.stop());
const call = callerOf(() => service);

async function say(
  method: 'POST' | 'DELETE',
  path: string,
  headers = member.headers,
): Promise<catalog.Opinion> {
  const { status, body } = await call.send(method, path, { headers });
  expect(status).toBe(200);
  return body.data as catalog.Opinion;
}

/** Returns the like count according to the rows. */
async function countLikes(id: string): Promise<number> {
  const { count } = await service.db
    .selectFrom('video_opinions')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('video_id', '=', id)
    .where('kind', '=', 'like')
    .executeTakeFirstOrThrow();
  return Number(count);
}

describe('an opinion', () => {
  it('an opinion is the last like, dislike or none, however often it is repeated', async () => {
    const id = await addSong(service);
    const like = { userHasLiked: true, userHasDisliked: false, likeCount: 1 };
    const dislike = { userHasLiked: false, userHasDisliked: true, likeCount: 0 };
    const none = { userHasLiked: false, userHasDisliked: false, likeCount: 0 };
    expect(await say('POST', `/api/videos/${id}/like/`)).toEqual(like);
    expect(await say('POST', `/api/videos/${id}/like`)).toEqual(like);
    expect(await say('POST', `/api/videos/${id}/dislike/`)).toEqual(dislike);
    expect(await say('POST', `/api/videos/${id}/dislike/`)).toEqual(dislike);
    expect(await say('DELETE', `/api/videos/${id}/like/`)).toEqual(none);
    expect(await say('DELETE', `/api/videos/${id}/like/`)).toEqual(none);
    expect(await say('POST', `/api/videos/${id}/like/`)).toEqual(like);
    expect(await say('DELETE', `/api/videos/${id}/like/`)).toEqual(none);
  });

  it('an opinion is shown to its owner, and its count to everyone', async () => {
    const id = await addSong(service);
    const other = await service.issuer.signIn();
    await say('POST', `/api/videos/${id}/like/`);
    await say('POST', `/api/videos/${id}/dislike/`, other.headers);
    const liked = await call.video(id, member.headers);
    expect(liked).toMatchObject({ userHasLiked: true, userHasDisliked: false, likeCount: 1 });
    expect(Math.abs(Date.now() - Date.parse(liked.likedAt ?? ''))).toBeLessThan(60_000);
    expect(await call.video(id, other.headers)).toMatchObject({
      userHasLiked: false,
      userHasDisliked: true,
      likedAt: null,
      likeCount: 1,
    });
    expect(await call.video(id)).toMatchObject({ userHasLiked: false, likedAt: null, likeCount: 1 });
  });

  it('an opinion keeps its moment when it is repeated', async () => {
    const id = await addSong(service);
    await say('POST', `/api/videos/${id}/like/`);
    const { likedAt } = await call.video(id, member.headers);
    await say('POST', `/api/videos/${id}/like/`);
    expect((await call.video(id, member.headers)).likedAt).toBe(likedAt);
  });

  it.each<[string, State, number]>([
    ['an opinion is accepted before the video is playable', 'processing', 200],
    ['an opinion is accepted while the video is processed', 'playable', 200],
    ['an opinion of a failed video is refused', 'failed', 404],
  ])('%s', async (_name, state, status) => {
    const id = await addSong(service, { state });
    const answer = await call.send('POST', `/api/videos/${id}/like`, { headers: service.superadmin.headers });
    expect(answer.status).toBe(status);
    expect(await countLikes(id)).toBe(status === 200 ? 1 : 0);
  });

  it('an opinion requires access to the video', async () => {
    const id = await addSong(service, { visibility: 'private', privateUserId: member.id });
    const stranger = await service.issuer.signIn();
    const hidden = await call.send('POST', `/api/videos/${id}/like`, { headers: stranger.headers });
    const absent = await call.send('POST', `/api/videos/${randomUUID()}/like`, { headers: stranger.headers });
    expect(hidden).toMatchObject({ status: 404, body: { code: 'VIDEO_NOT_FOUND' } });
    expect({ ...hidden.body, requestId: '' }).toEqual({ ...absent.body, requestId: '' });
    expect((await call.send('POST', `/api/videos/${id}/dislike`)).status).toBe(401);
    expect((await call.send('POST', '/api/videos/1/like', { headers: member.headers })).status).toBe(400);
    await say('POST', `/api/videos/${id}/like`);
  });

  it('an opinion is deleted with its video', async () => {
    const id = await addSong(service);
    await say('POST', `/api/videos/${id}/like`);
    await call.send('DELETE', `/api/admin/videos/${id}`, { headers: service.superadmin.headers });
    expect(await countLikes(id)).toBe(0);
  });
});

/** Simultaneous ones; far more than connections to the database. */
const OPINIONS = readCount('OPINIONS', 200);

describe('many opinions at once', () => {
  const mutex = createKeyedMutex();
  const deps = () => ({ db: service.db, mutex });
  const viewer = (id: string) => ({ kind: 'member' as const, id, isTeacher: false });

  it('simultaneous opinions of different people are all counted', async () => {
    const id = await addSong(service);
    const answers = await Promise.all(
      Array.from({ length: OPINIONS }, () =>
        changeOpinion(deps(), { videoId: id, viewer: viewer(randomUUID()), kind: 'like' }),
      ),
    );
    expect((await videoRow(service, id)).like_count).toBe(OPINIONS);
    expect(await countLikes(id)).toBe(OPINIONS);
    expect(new Set(answers.map(({ likeCount }) => likeCount)).size).toBe(OPINIONS);
  });

  it('simultaneous opinions of a few people add up to their last ones', async () => {
    const id = await addSong(service);
    const people = Array.from({ length: 5 }, () => viewer(randomUUID()));
    const kinds = ['like', 'dislike', null, 'like'] as const;
    await Promise.all(
      Array.from({ length: OPINIONS }, (_, n) =>
        changeOpinion(deps(), {
          videoId: id,
          viewer: people[n % people.length] ?? viewer(''),
          kind: kinds[(n * 7) % kinds.length] ?? null,
        }),
      ),
    );
    expect((await videoRow(service, id)).like_count).toBe(await countLikes(id));
  });

  it('simultaneous likes of one person over HTTP leave one like', async () => {
    const id = await addSong(service);
    await Promise.all(Array.from({ length: 200 }, () => say('POST', `/api/videos/${id}/like`)));
    expect((await videoRow(service, id)).like_count).toBe(1);
  });
});
