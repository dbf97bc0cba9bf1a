import { randomBytes } from 'node:crypto';
import { openAsBlob } from 'node:fs';

import { ApiError, auth, catalog } from '@larksong/contracts';
import type { Stack } from '@larksong/local';
import { isLongRun } from '@larksong/service-kit/testing/random';

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

/** Every state with every visibility. */
const KINDS: readonly VideoKind[] = STATES.flatMap((state) =>
  catalog.VISIBILITIES.map((visibility) => ({ state, visibility })),
);
/** By day, completed videos have every visibility, and each other state has another one. */
const KINDS_BY_DAY = KINDS.filter(({ state }, index) => state === 'completed' || index % 5 === 0);

/** The videos of a teacher; those that differ most come first. */
export const TEACHERS_KINDS: readonly VideoKind[] = putFirst(
  [
    { state: 'completed', visibility: 'public', approval: 'waiting' },
    { state: 'failed', visibility: 'public', approval: 'approved' },
    { state: 'completed', visibility: 'registered', approval: 'approved' },
    { state: 'completed', visibility: 'public', approval: 'sent_back' },
    { state: 'completed', visibility: 'registered', approval: 'widening' },
  ],
  (['waiting', 'approved'] as const).flatMap((approval) => KINDS.map((kind) => ({ ...kind, approval }))),
);

/** Long enough that three such videos are playable before the first is completed. */
const LONG_SECONDS = 120;

/**
 * Creates a video in every state with every visibility, and videos of a teacher, on a site with one transcoder, and
 * freezes the transcoder.
 */
export async function createScene(site: Stack, ofTeacher: readonly VideoKind[]): Promise<Scene> {
  const superadmin = await signInSuperadmin(site);
  const { member, named, uploader, teacher, owner } = await createPeople(site.url, superadmin);
  await setRole(superadmin, uploader, 'superadmin');
  const uploading = await signInAgain(site.url, uploader);
  const people = { superadmin, named, uploading, owner };
  const upload = await createUploads(site.url, {
    kinds: [...(isLongRun ? KINDS : KINDS_BY_DAY), ...ofTeacher],
    people,
  });

  const finished = (await Promise.all([upload('completed'), upload('failed')])).flat();
  await untilAll(finished, superadmin, {
    is: ({ status }) => status !== 'processing',
    what: 'completed or failed',
  });
  const playable = await upload('playable');
  await untilAll(playable, superadmin, { is: (video) => video.playable, what: 'a long video playable' });
  site.services['transcoder-1']?.kill('SIGSTOP');
  for (const { id } of playable) {
    const { status } = await readVideo(superadmin, id);
    if (status !== 'processing') throw new Error(`A playable video is ${status} already.`);
  }
  const processing = await upload('processing');

  await setRole(superadmin, uploader, 'user');
  const again = await signInAgain(site.url, uploader);
  const accounts = { member, named, uploader: again, teacher, owner, superadmin };
  const videos = [...processing, ...playable, ...finished];
  return { accounts, videos, lists: await createLists(accounts, videos) };
}

/** Waits for one video after another: to ask about all of them again and again would keep the site busy. */
async function untilAll(
  videos: readonly KnownVideo[],
  by: Account,
  { is, what }: { is: (video: catalog.Video) => boolean; what: string },
): Promise<void> {
  for (const { id } of videos)
    await until(() => isSo(async () => is(await readVideo(by, id))), { what, withinSeconds: 240 });
}

/** Resolves with a condition; a call that a busy site refuses or answers too late says nothing yet. */
function isSo(ask: () => Promise<boolean>): Promise<boolean> {
  return ask().catch((error: unknown) => {
    if (error instanceof ApiError && error.status >= 500) return false;
    throw error;
  });
}

/** A site refuses more uploads of one account at once. */
const UPLOADED_AT_ONCE = 3;

type People = Record<'superadmin' | 'named' | 'uploading' | 'owner', Account>;

/** Returns a function that uploads the videos of a state. */
async function createUploads(siteUrl: string, { kinds, people }: { kinds: VideoKind[]; people: People }) {
  const countOf = (state: State) => kinds.filter((kind) => kind.state === state).length;
  const clip = await openAsBlob(await makeClip({ seconds: 1, width: 128, height: 96 }));
  const seconds = Math.max(LONG_SECONDS, (LONG_SECONDS * countOf('playable')) / catalog.VISIBILITIES.length);
  const long = await openAsBlob(
    await makeClip({ seconds, width: 160, height: 120, frameRate: 10, hasAudio: false }),
  );
  const broken = new Blob(['Five little ducks went swimming one day.\n'.repeat(50)]);
  const files: Record<State, Blob> = { completed: clip, failed: broken, playable: long, processing: clip };
  return async (state: State): Promise<KnownVideo[]> => {
    const wanted = kinds.filter((kind) => kind.state === state);
    const videos: KnownVideo[] = [];
    while (videos.length < wanted.length) {
      const next = wanted.slice(videos.length, videos.length + UPLOADED_AT_ONCE);
      const create = (kind: VideoKind) => createVideo(kind, { siteUrl, people, file: files[state] });
      videos.push(...(await Promise.all(next.map(create))));
    }
    return videos;
  };
}

/** Returns the kinds of `first`, and then those of `all` that are not among them. */
function putFirst(first: VideoKind[], all: VideoKind[]): VideoKind[] {
  return [...new Map([...first, ...all].map((kind) => [nameKind(kind), kind])).values()];
}

/** By day, a cell tries every seventh video; every third one would have the same visibility. */
const STRIDE = 7;

/**
 * Returns the videos that a cell of the matrix tries: in the long run all, by day a diagonal through states and
 * visibilities, which moves with the number of the cell, so that all cells together try every video.
 */
export function chooseVideos<V>(videos: readonly V[], cell: number, stride = STRIDE): V[] {
  return isLongRun ? [...videos] : videos.filter((_, index) => (index + cell) % stride === 0);
}

/** Returns the name of a kind of videos, for a failed test. */
export function nameKind({ state, visibility, approval }: VideoKind): string {
  return [state, visibility, ...(approval === undefined ? [] : [approval])].join(', ');
}

/** Creates the accounts of the matrix; the teachers already are. */
async function createPeople(siteUrl: string, superadmin: Account) {
  const create = () => createMember(siteUrl);
  const [member, named, uploader] = await Promise.all([create(), create(), create()]);
  const createTeacher = async () => {
    const account = await create();
    await makeTeacher(superadmin, account);
    return signInAgain(siteUrl, account);
  };
  const [teacher, owner] = await Promise.all([createTeacher(), createTeacher()]);
  return { member, named, uploader, teacher, owner };
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
  kind: VideoKind,
  { siteUrl, people, file }: { siteUrl: string; people: People; file: Blob },
): Promise<KnownVideo> {
  const { visibility, approval } = kind;
  const { superadmin, named } = people;
  const by = approval === undefined ? people.uploading : people.owner;
  const title = `secret ${randomBytes(8).toString('hex')}`;
  const isForNamed = visibility === 'private' && approval === undefined;
  const form = { title, visibility, file, ...(isForNamed ? { privateUserId: named.user.id } : {}) };
  const id = await uploadFile(siteUrl, by, form);
  const tag = `hidden-${randomBytes(8).toString('hex')}`;
  const tags = (['grade', 'category', 'author'] as const).map((tagType) => ({ tagType, tagValue: tag }));
  await by.call(catalog.addVideoTags, { params: { id }, body: { tags } });
  if (approval !== undefined && approval !== 'waiting') await decide(superadmin, id, approval);
  if (approval === 'widening')
    await by.call(catalog.updateVideo, { params: { id }, body: { visibility: 'public' } });
  return { id, title, tag, ...kind };
}

async function decide(by: Account, id: string, approval: VideoKind['approval']): Promise<void> {
  const { approval: needed } = await readVideo(by, id);
  const revision = needed?.revision ?? Number.NaN;
  const decision =
    approval === 'sent_back'
      ? { decision: 'send_back' as const, note: 'Please say who sings.' }
      : { decision: 'approve' as const };
  await by.call(catalog.decideApproval, { params: { id }, body: { ...decision, revision } });
}
