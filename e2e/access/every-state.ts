import { randomBytes } from 'node:crypto';
import { openAsBlob } from 'node:fs';

import { auth, catalog } from '@larksong/contracts';
import type { Stack } from '@larksong/local';

import { createLists, type KnownList } from './known-lists.ts';
import { createMember, signInAgain, signInSuperadmin, type Account } from './people.ts';
import { makeClip } from '../support/clips.ts';
import { STATES, type Caller, type State, type VideoKind } from './permissions.ts';
import { until } from './until.ts';
import { uploadFile } from './uploads.ts';

/** A video of the matrix, with a secret title and secret tags of all types. */
export interface KnownVideo extends VideoKind {
  id: string;
  title: string;
  tag: string;
}

export interface Scene {
  accounts: Record<Exclude<Caller, 'visitor'>, Account>;
  videos: KnownVideo[];
  lists: KnownList[];
}

/** Long enough that three such videos are playable before the first is completed. */
const LONG_SECONDS = 120;

/** Creates a video in every state with every visibility on a site with one transcoder, and freezes the transcoder. */
export async function createScene(site: Stack): Promise<Scene> {
  const superadmin = await signInSuperadmin(site);
  const { member, named, uploader, teacher } = await createPeople(site.url, superadmin);
  await setRole(superadmin, uploader, 'superadmin');
  const owner = await signInAgain(site.url, uploader);

  const clip = await openAsBlob(await makeClip({ seconds: 1, width: 128, height: 96 }));
  const long = await openAsBlob(
    await makeClip({ seconds: LONG_SECONDS, width: 160, height: 120, frameRate: 10, hasAudio: false }),
  );
  const broken = new Blob(['Five little ducks went swimming one day.\n'.repeat(50)]);
  const files: Record<State, Blob> = { completed: clip, failed: broken, playable: long, processing: clip };
  const upload = (state: State) =>
    Promise.all(
      catalog.VISIBILITIES.map((visibility) =>
        createVideo(site.url, owner, { state, visibility, file: files[state], namedId: named.user.id }),
      ),
    );

  const finished = (await Promise.all([upload('completed'), upload('failed')])).flat();
  await until(
    async () => {
      const { data } = await superadmin.call(catalog.getTranscodingStatus, {});
      return data.recentlyCompleted.length === 3 && data.recentlyFailed.length === 3;
    },
    { what: 'three videos completed and three failed', withinSeconds: 240 },
  );
  const playable = await upload('playable');
  const readAll = () => Promise.all(playable.map(({ id }) => readVideo(superadmin, id)));
  await until(async () => (await readAll()).every((video) => video.playable), {
    what: 'three videos playable',
    withinSeconds: 240,
  });
  site.services['transcoder-1']?.kill('SIGSTOP');
  for (const video of await readAll())
    if (video.status !== 'processing') throw new Error(`A playable video is ${video.status} already.`);
  const processing = await upload('processing');

  await setRole(superadmin, uploader, 'user');
  const again = await signInAgain(site.url, uploader);
  const accounts = { member, named, uploader: again, teacher, superadmin };
  const videos = [...processing, ...playable, ...finished];
  return { accounts, videos, lists: await createLists(accounts, videos) };
}

/** Creates the accounts of the matrix; the teacher already is one. */
async function createPeople(siteUrl: string, superadmin: Account) {
  const create = () => createMember(siteUrl);
  const [member, named, uploader, account] = await Promise.all([create(), create(), create(), create()]);
  await makeTeacher(superadmin, account);
  return { member, named, uploader, teacher: await signInAgain(siteUrl, account) };
}

/** Returns the number of combinations of state and visibility, so that a missing one is noticed. */
export function countKinds(videos: KnownVideo[]): number {
  const kinds = new Set(videos.map(({ state, visibility }) => `${state} ${visibility}`));
  return STATES.length * catalog.VISIBILITIES.length === kinds.size ? kinds.size : Number.NaN;
}

async function readVideo(account: Account, id: string): Promise<catalog.Video> {
  return (await account.call(catalog.getVideo, { params: { id } })).data.video;
}

async function setRole(by: Account, { user }: Account, role: auth.Role): Promise<void> {
  await by.call(auth.updateAccount, { params: { id: user.id }, body: { role } });
}

/** Makes an account a teacher. */
export async function makeTeacher(
  by: Account,
  { user }: Account,
  teacher: Partial<auth.Teacher> = {},
): Promise<void> {
  await by.call(auth.updateAccount, { params: { id: user.id }, body: { teacher } });
}

async function createVideo(
  siteUrl: string,
  by: Account,
  video: VideoKind & { file: Blob; namedId: string },
): Promise<KnownVideo> {
  const { state, visibility, file, namedId } = video;
  const title = `secret ${randomBytes(8).toString('hex')}`;
  const isPrivate = visibility === 'private';
  const form = { title, visibility, file, ...(isPrivate ? { privateUserId: namedId } : {}) };
  const id = await uploadFile(siteUrl, by, form);
  const tag = `hidden-${randomBytes(8).toString('hex')}`;
  const tags = (['grade', 'category', 'author'] as const).map((tagType) => ({ tagType, tagValue: tag }));
  await by.call(catalog.addVideoTags, { params: { id }, body: { tags } });
  return { id, title, tag, state, visibility };
}
