import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { openAsBlob } from 'node:fs';
import { request as sendRequest, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';

import { auth, catalog } from '@larksong/contracts';
import { startStopwatch } from '@larksong/service-kit/testing';
import { isLongRun } from '@larksong/service-kit/testing/random';
import { beforeAll, describe, expect, it } from 'vitest';

import { makeClip } from '../support/clips.ts';
import { sharedSite } from '../support/shared-site.ts';
import { makeTeacher } from './every-state.ts';
import { createMember, signInAgain, signInSuperadmin, type Account } from './people.ts';
import { rawCall } from './raw-call.ts';
import { until } from './until.ts';
import { uploadFile } from './uploads.ts';

const siteUrl = sharedSite().url;
let superadmin: Account;
let member: Account;
let teacher: Account;
let other: Account;

beforeAll(async () => {
  superadmin = await signInSuperadmin();
  member = await createMember();
  [teacher, other] = await Promise.all([createTeacher(), createTeacher()]);
});

async function createTeacher(): Promise<Account> {
  const account = await createMember();
  await makeTeacher(superadmin, account);
  return signInAgain(siteUrl, account);
}

interface Waiting {
  id: string;
  title: string;
  tag: string;
  /** A list of its teacher, and one of the site, with this song. */
  lists: string[];
}

async function createList(by: Account, videoId: string): Promise<string> {
  const body = { name: 'With a song that waits', videoIds: [videoId] };
  return (await by.call(catalog.createSongList, { body })).data.list.id;
}

async function createSiteList(videoId: string): Promise<string> {
  const own = { params: { id: await createList(superadmin, videoId) } };
  const { id } = (await superadmin.call(catalog.offerSongList, own)).data.list;
  await superadmin.call(catalog.addSongs, { params: { id }, body: { videoIds: [videoId] } });
  return id;
}

/** Returns how many songs a list shows to an account. */
async function countSongs(by: Account, id: string): Promise<number> {
  return (await by.call(catalog.getSongList, { params: { id } })).data.list.songCount;
}

/** Uploads a video that waits for its approval, and waits until it is completed. */
async function uploadWaiting(by: Account, visibility: catalog.Visibility = 'public'): Promise<Waiting> {
  const [title, tag] = [`Wren ${randomBytes(6).toString('hex')}`, `wren-${randomBytes(6).toString('hex')}`];
  const file = await openAsBlob(await makeClip({ seconds: 1, width: 128, height: 96 }));
  const id = await uploadFile(siteUrl, by, { title, visibility, file });
  const tags = [{ tagType: 'grade' as const, tagValue: tag }];
  await by.call(catalog.addVideoTags, { params: { id }, body: { tags } });
  const lists = [await createList(by, id), await createSiteList(id)];
  const isReady = async () =>
    (await superadmin.call(catalog.getVideo, { params: { id } })).data.video.status === 'completed';
  await until(isReady, { what: 'a video of a teacher completed', withinSeconds: 240 });
  return { id, title, tag, lists };
}

/** Everything that tells of a video: whether it opens, and lists whose text would name it. */
const listPlaces = ({ id, title, tag, lists }: Waiting) => [
  ...['', ...lists.map((list) => `/${list}`)].map((path) => `/api/lists${path}`),
  `/api/videos/${id}`,
  `/api/videos/${id}/related`,
  `/hls/${id}/master.m3u8`,
  `/hls/${id}/360p/playlist.m3u8`,
  `/hls/${id}/rights`,
  '/api/videos?limit=100',
  '/api/videos?limit=100&sort=most_viewed',
  `/api/videos?limit=100&q=${encodeURIComponent(title)}`,
  `/api/videos?limit=100&grade=${tag}`,
  '/api/videos/user/unwatched?limit=100',
  '/api/admin/videos/tags/values?type=grade',
  `/songs?v=${id}`,
];

/** Returns the places at which an account, or a visitor, finds anything of the video. */
async function findSeen(video: Waiting, account: Account | null): Promise<string[]> {
  const seen: string[] = [];
  for (const path of listPlaces(video)) {
    const token = account === null ? {} : { token: account.accessToken };
    const { status, text } = await rawCall(siteUrl + path, 'GET', token);
    const isOfVideo = path.includes(video.id) && !path.startsWith('/songs');
    if (isOfVideo ? status === 200 : [video.title, video.tag].some((secret) => text.includes(secret)))
      seen.push(path);
  }
  return seen;
}

describe('a video that waits for its approval', () => {
  // By day, matrix.test.ts makes every call about such a video.
  it.runIf(isLongRun)('is found by its teacher and superadmins only, until it is approved', async () => {
    const video = await uploadWaiting(teacher);
    for (const account of [null, member, other]) expect(await findSeen(video, account)).toEqual([]);
    const hidden = listPlaces(video).filter((path) => !/^\/(songs|api\/lists)/.test(path));
    for (const account of [teacher, superadmin]) expect(await findSeen(video, account)).toEqual(hidden);
    const [own = '', ofSite = ''] = video.lists;
    const countAll = () => Promise.all([countSongs(teacher, own), countSongs(superadmin, ofSite)]);
    expect(await countAll()).toEqual([0, 0]);
    const { data } = await superadmin.call(catalog.getVideo, { params: { id: video.id } });
    const revision = data.video.approval?.revision ?? 0;
    const body = { decision: 'approve' as const, revision };
    await superadmin.call(catalog.decideApproval, { params: { id: video.id }, body });
    const isOpen = async () => (await findSeen(video, null)).includes(`/songs?v=${video.id}`);
    await until(isOpen, { what: 'the page of an approved video', withinSeconds: 10 });
    expect(await countAll()).toEqual([1, 1]);
  });

  it('closes to a teacher who is demoted: within 5 s for calls, and within 10 s for its stream', async () => {
    const account = await createTeacher();
    const { id } = await uploadWaiting(account);
    const uses = {
      call: '/api/admin/transcoding/own',
      page: `/api/videos/${id}`,
      stream: `/hls/${id}/master.m3u8`,
    };
    const isOpen = async (path: string) =>
      (await rawCall(siteUrl + path, 'GET', { token: account.accessToken })).status === 200;
    for (const path of Object.values(uses)) expect(await isOpen(path)).toBe(true);
    const teacherId = { params: { id: account.user.id } };
    await superadmin.call(auth.updateAccount, { ...teacherId, body: { teacher: null } });
    const elapsedMs = startStopwatch();
    const measure = async (path: string): Promise<number> => {
      for (let lastSeconds = 0; ;) {
        const askedSeconds = elapsedMs() / 1000;
        if (!(await isOpen(path))) return lastSeconds;
        lastSeconds = askedSeconds;
        if (lastSeconds > 15) throw new Error(`${path} is still open`);
        await pause(50);
      }
    };
    const [call, page, stream] = await Promise.all(Object.values(uses).map(measure));
    console.log(`after a demotion, calls ended after ${call} s, the page ${page} s, the stream ${stream} s`);
    expect(Math.max(call ?? Infinity, page ?? Infinity)).toBeLessThanOrEqual(5);
    expect(stream).toBeLessThanOrEqual(10);
    const { data } = await superadmin.call(catalog.listApprovals, { query: { limit: 100 } });
    expect(data.videos.map((video) => video.id)).toContain(id);
  });
});

/** Sends the half of an edit. The function that is returned sends the rest and returns the status. */
function startEdit(account: Account, id: string, body: object): () => Promise<number> {
  const bytes = Buffer.from(JSON.stringify(body));
  const headers = {
    authorization: `Bearer ${account.accessToken}`,
    'content-type': 'application/json',
    'content-length': bytes.length,
  };
  const sent = sendRequest(`${siteUrl}/api/admin/videos/${id}`, { method: 'PATCH', headers });
  const answered = once(sent, 'response');
  sent.write(bytes.subarray(0, 5));
  return async () => {
    sent.end(bytes.subarray(5));
    const [response] = (await answered) as [IncomingMessage];
    await text(response);
    return response.statusCode ?? 0;
  };
}

describe('a teacher who is demoted in the middle of an edit', () => {
  it('keeps every change that was accepted, and makes none more than 5 s later, also with a request begun before', async () => {
    const account = await createTeacher();
    const file = await openAsBlob(await makeClip({ seconds: 1, width: 128, height: 96 }));
    const id = await uploadFile(siteUrl, account, { title: 'Robin', visibility: 'public', file });
    const params = { id };
    const approve = { decision: 'approve' as const, revision: 0 };
    await superadmin.call(catalog.decideApproval, { params, body: approve });
    const endLate = startEdit(account, id, { title: 'Much too late' });
    const accepted: string[] = [];
    const edit = async () => {
      const title = `Robin ${accepted.length + 1}`;
      await account.call(catalog.updateVideo, { params, body: { title } });
      accepted.push(title);
    };
    await edit();
    const demote = { params: { id: account.user.id }, body: { teacher: null } };
    await superadmin.call(auth.updateAccount, demote);
    const elapsedMs = startStopwatch();
    let lastMs = 0;
    const isRefused = async () => {
      const askedMs = elapsedMs();
      const refusal = await edit().catch((error: unknown) => error);
      if (refusal === undefined) lastMs = askedMs;
      else expect(refusal).toMatchObject({ status: 403 });
      return refusal !== undefined;
    };
    await until(isRefused, { what: 'an edit of a demoted teacher refused', withinSeconds: 15, everyMs: 50 });
    console.log(`after a demotion, edits ended after ${lastMs / 1000} s`);
    expect(lastMs).toBeLessThanOrEqual(5000);
    expect(await endLate()).toBe(403);
    const { data } = await superadmin.call(catalog.listTeacherChanges, { query: { limit: 100 } });
    const kept = data.changes.filter(({ video }) => video.id === id).map(({ change }) => change.after);
    expect(kept).toEqual(accepted.toReversed());
    const { video } = (await superadmin.call(catalog.getVideo, { params })).data;
    expect(video.title).toBe(accepted.at(-1));
  });
});
