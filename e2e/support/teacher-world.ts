import { openAsBlob } from 'node:fs';

import { auth, catalog } from '@larksong/contracts';
import type { Stack } from '@larksong/local';

import { makeTeacher } from '../access/every-state.ts';
import { signInAgain } from '../access/people.ts';
import { until } from '../access/until.ts';
import { uploadFile } from '../access/uploads.ts';
import { createMember, readNotices, signInSuperadmin, type Account } from './accounts.ts';
import { makeClip } from './clips.ts';
import { startSite } from './start-site.ts';

const LONG = 'Donaudampfschifffahrtsgesellschaft'.repeat(6).slice(0, 200);
const ARABIC = 'أغنية المطر الجميلة للأطفال في حلقة الصباح';
const NOTE = `Please say who sings, and leave out the names of the children.\n${LONG}`;

/** A site with teachers' videos in all states of approval. */
export interface TeacherWorld {
  site: Stack;
  accounts: { teacher: Account; member: Account; newcomer: Account; superadmin: Account };
  /** Ids of videos. */
  songs: { waiting: string; sentBack: string; approved: string; widening: string };
}

/** Starts a separate site, since some screens are those of a closed one. `site.stop` ends it. */
export async function makeTeacherWorld(): Promise<TeacherWorld> {
  const site = await startSite({ workers: 1 });
  const superadmin = await signInSuperadmin(site);
  const [member, newcomer] = [await createMember(site.url), await createMember(site.url)];
  for (const one of [member, newcomer]) await makeTeacher(superadmin, one);
  const [teacher, beginner] = [await signInAgain(site.url, member), await signInAgain(site.url, newcomer)];
  const file = await openAsBlob(await makeClip({ seconds: 1, width: 320, height: 180 }));
  const upload = (title: string, visibility: catalog.Visibility = 'public') =>
    uploadFile(site.url, teacher, { title, visibility, file });
  const songs = {
    approved: await upload('The Lark’s Morning Song'),
    widening: await upload('Five Ducks', 'registered'),
    sentBack: await upload(LONG),
    waiting: await upload(ARABIC),
  };
  await upload('The Rain Song');
  await until(async () => (await readWaiting(superadmin)).every(({ status }) => status === 'completed'), {
    what: 'the videos of a teacher completed',
    withinSeconds: 300,
  });
  await decide(superadmin, songs.approved, { decision: 'approve' });
  await decide(superadmin, songs.widening, { decision: 'approve' });
  await decide(superadmin, songs.sentBack, {
    decision: 'send_back',
    note: NOTE.slice(0, catalog.MAX_APPROVAL_NOTE),
  });
  const change = (id: string, body: catalog.VideoChanges) =>
    teacher.call(catalog.updateVideo, { params: { id }, body });
  await change(songs.approved, { title: LONG, description: NOTE });
  await change(songs.widening, { visibility: 'public' });
  await planDeletion(site, superadmin);
  await readNotices(teacher);
  const plain = await createMember(site.url);
  return { site, accounts: { teacher, member: plain, newcomer: beginner, superadmin }, songs };
}

async function readWaiting(superadmin: Account): Promise<catalog.PendingVideo[]> {
  return (await superadmin.call(catalog.listApprovals, { query: { limit: 100 } })).data.videos;
}

async function decide(
  superadmin: Account,
  id: string,
  decision: { decision: 'approve' | 'send_back'; note?: string },
): Promise<void> {
  const revision = (await readWaiting(superadmin)).find((video) => video.id === id)?.approval.revision ?? 0;
  await superadmin.call(catalog.decideApproval, { params: { id }, body: { revision, ...decision } });
}

/** An account whose deletion can still be undone. */
async function planDeletion(site: Stack, superadmin: Account): Promise<void> {
  const { user } = await createMember(site.url);
  await superadmin.call(auth.planDeletion, { params: { id: user.id }, body: {} });
}

/** Shows songs, and the game, to nobody who has not signed in. */
export async function closeSite({ accounts }: TeacherWorld): Promise<void> {
  const body = { visitors: 'nobody', game: 'nobody' } as const;
  await accounts.superadmin.call(catalog.putSiteAccess, { body });
}
