import { randomBytes } from 'node:crypto';
import { openAsBlob } from 'node:fs';

import { catalog } from '@larksong/contracts';
import { beforeAll, describe, expect, it } from 'vitest';

import { makeClip } from '../support/clips.ts';
import { createMember, signInSuperadmin, type Account } from './people.ts';
import { rawCall } from './raw-call.ts';
import { until } from './until.ts';
import { uploadFile } from './uploads.ts';
import { sharedSite } from '../support/shared-site.ts';

const LIMIT_SECONDS = 10;
/** Allowed duration of the call itself on a busy machine. */
const MEASURING_SECONDS = 1;

const siteUrl = sharedSite().url;
const title = `Swan song ${randomBytes(6).toString('hex')}`;
const tag = `swan-${randomBytes(6).toString('hex')}`;
let superadmin: Account;
let member: Account;
let id: string;

beforeAll(async () => {
  superadmin = await signInSuperadmin();
  member = await createMember();
  const file = await openAsBlob(await makeClip({ seconds: 1, width: 128, height: 96 }));
  id = await uploadFile(siteUrl, superadmin, { title, visibility: 'registered', file });
  const tags = [{ tagType: 'grade' as const, tagValue: tag }];
  await superadmin.call(catalog.addVideoTags, { params: { id }, body: { tags } });
  const read = async () => (await superadmin.call(catalog.getVideo, { params: { id } })).data.video;
  const isReady = async () => (await read()).status === 'completed';
  await until(isReady, { what: 'a video completed', withinSeconds: 240 });
  await member.call(catalog.likeVideo, { params: { id } });
  await member.call(catalog.recordView, { params: { id }, body: { watchedDuration: 0 } });
});

const bearer = () => ({ authorization: `Bearer ${member.accessToken}` });

/** Returns the addresses at which a member finds the video; `liked` and `watched` are the member's lists. */
const listPlaces = () => [
  '/api/videos?limit=100',
  '/api/videos?limit=100&sort=most_viewed',
  `/api/videos?limit=100&q=${encodeURIComponent(title)}`,
  `/api/videos?limit=100&grade=${tag}`,
  '/api/videos/user/liked?limit=100',
  '/api/videos/user/watched?limit=100',
  '/api/admin/videos/tags/values?type=grade',
];

/** Returns the addresses at which a member sees the video's title or tag. */
async function findSeen(): Promise<string[]> {
  const seen: string[] = [];
  for (const path of listPlaces()) {
    const { text } = await rawCall(siteUrl + path, 'GET', { headers: bearer() });
    if (text.includes(title) || text.includes(tag)) seen.push(path);
  }
  return seen;
}

async function listStreamPaths(): Promise<string[]> {
  const base = `/hls/${id}`;
  const playlist = (await rawCall(`${siteUrl}${base}/360p/playlist.m3u8`, 'GET', { headers: bearer() })).text;
  const segment = playlist.split('\n').find((line) => line.endsWith('.m4s'));
  const { thumbnail } = (await member.call(catalog.getVideo, { params: { id } })).data.video;
  return [`${base}/master.m3u8`, `${base}/360p/${segment}`, thumbnail ?? ''];
}

/** Returns the seconds for which an address is still answered. */
async function measureOpen(path: string, headers: Record<string, string>): Promise<number> {
  const isShut = async () => (await rawCall(siteUrl + path, 'GET', { headers })).status === 404;
  return until(isShut, { what: `${path} shut`, withinSeconds: LIMIT_SECONDS + 5, everyMs: 50 });
}

describe('a video made private while it is being streamed', () => {
  it('a video made private leaves lists at once, and its stream ends within 10 s by token and by cookie', async () => {
    const { headers } = await rawCall(`${siteUrl}/api/videos`, 'GET', { headers: bearer() });
    const cookie = (headers.getSetCookie()[0] ?? '').split(';')[0] ?? '';
    const paths = await listStreamPaths();
    const uses = paths.flatMap(
      (path) =>
        [
          { path, headers: bearer() },
          { path, headers: { cookie } },
        ] as const,
    );
    for (const use of uses) {
      const { status } = await rawCall(siteUrl + use.path, 'GET', { headers: use.headers });
      expect(status, use.path).toBe(200); // anything cached for this answer is fresh now
    }
    expect(await findSeen()).toEqual(listPlaces());

    const body = { visibility: 'private' as const, privateUserId: superadmin.user.id };
    await superadmin.call(catalog.updateVideo, { params: { id }, body });
    expect(await findSeen()).toEqual([]);
    await expect(member.call(catalog.getVideo, { params: { id } })).rejects.toMatchObject({
      code: 'VIDEO_NOT_FOUND',
    });
    await expect(member.call(catalog.likeVideo, { params: { id } })).rejects.toMatchObject({
      code: 'VIDEO_NOT_FOUND',
    });
    const seconds = await Promise.all(uses.map((use) => measureOpen(use.path, use.headers)));
    console.log(`a stream ended ${Math.max(...seconds).toFixed(1)} s after its video was made private`);
    expect(Math.max(...seconds)).toBeLessThanOrEqual(LIMIT_SECONDS + MEASURING_SECONDS);
    await superadmin.call(catalog.getVideo, { params: { id } });
  });

  it('a video made public again returns to lists, with its likes and views', async () => {
    await superadmin.call(catalog.updateVideo, { params: { id }, body: { visibility: 'registered' } });
    expect(await findSeen()).toEqual(listPlaces());
    const { data } = await member.call(catalog.getVideo, { params: { id } });
    expect(data.video).toMatchObject({ userHasLiked: true, likeCount: 1, privateUserId: null });
  });
});
