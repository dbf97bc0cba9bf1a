import { auth, catalog } from '@larksong/contracts';
import type { Stack } from '@larksong/local';

import { makeTeacher } from '../access/every-state.ts';
import { createMember, signInAgain, signInSuperadmin, type Account } from '../access/people.ts';
import { readNotices } from '../support/accounts.ts';
import { until } from '../access/until.ts';
import { uploadFile } from '../access/uploads.ts';
import { makeList, uploadSongs } from '../support/list-playing.ts';

/** A site on which every page has something to show. */
export interface Scene {
  site: Stack;
  accounts: Record<Exclude<Role, 'visitor'>, Account>;
  song: string;
  list: string;
  /** The code of the link that opens the list. */
  code: string;
}
export const ROLES = ['visitor', 'member', 'teacher', 'superadmin'] as const;
export type Role = (typeof ROLES)[number];

/** What people wrote in it. */
export const KNOWN: readonly string[] = [
  'Five little ducks',
  'Rain on the roof',
  'Bees in the garden',
  'Song, changed',
  'Changed song',
  'Returned song',
  'Waiting song',
  'No film',
  'Morning circle',
  'Bedtime',
  'Mira Okafor',
  'Larksong',
  'Please say who sings.',
  'Grade 1',
  'Animals',
  'A and B', // letters
  ...['gateway', 'auth', 'catalog', 'game', 'transcoder-1'],
];

const TITLES = ['Five little ducks', 'Rain on the roof', 'Bees in the garden'];

/** Fills a site that has the letters of the starter pack. */
export async function createScene(site: Stack): Promise<Scene> {
  const superadmin = await signInSuperadmin(site);
  const [member, upcoming] = [await createMember(site.url), await createMember(site.url)];
  await member.call(auth.updateProfile, { body: { displayName: 'Mira Okafor' } });
  await makeTeacher(superadmin, upcoming, { editsLetters: true });
  const teacher = await signInAgain(site.url, upcoming);
  const clip = { seconds: 30, width: 160, height: 90 };
  const [song = '', ...others] = await uploadSongs({ site: site.url, superadmin, clip }, TITLES);
  await describeSong(superadmin, song);
  await superadmin.call(catalog.putChip, {
    body: { tagType: 'category', tagValue: 'Animals', isShown: true, hue: 'lake', scene: null },
  });
  for (const id of [song, ...others])
    await member.call(catalog.recordView, { params: { id }, body: { watchedDuration: 0 } });
  await member.call(catalog.likeVideo, { params: { id: song } });
  await uploadOthers(site, { superadmin, teacher });
  const list = await makeList(member, 'Morning circle', [song, ...others]);
  const code = await shareList(member, list);
  await superadmin.call(catalog.offerSongList, {
    params: { id: await makeList(superadmin, 'Bedtime', others) },
  });
  await superadmin.call(auth.createInvitation, { body: { email: 'ada@songs.example' } });
  for (const account of [superadmin, teacher]) await readNotices(account);
  return { site, accounts: { member, teacher, superadmin }, song, list, code };
}

async function describeSong({ call }: Account, id: string): Promise<void> {
  const tags = [
    { tagType: 'grade' as const, tagValue: 'Grade 1' },
    { tagType: 'category' as const, tagValue: 'Animals' },
    { tagType: 'author' as const, tagValue: 'Olive' },
  ];
  await call(catalog.updateVideo, { params: { id }, body: { tags, letters: ['D'], description: 'Quack.' } });
  const content = 'WEBVTT\n\n00:00.000 --> 00:20.000\nQuack\n';
  await call(catalog.putCaption, { params: { id }, body: { language: 'en', label: 'English', content } });
}

/** A failed video, and videos of a teacher that wait and are sent back, and one that was changed later. */
async function uploadOthers(
  { url }: Stack,
  { superadmin, teacher }: { superadmin: Account; teacher: Account },
): Promise<void> {
  const file = new Blob(['Quack.\n'.repeat(100)]);
  const upload = (by: Account, title: string) => uploadFile(url, by, { title, visibility: 'public', file });
  const ids = [await upload(superadmin, 'No film'), await upload(teacher, 'Waiting song')];
  const [back, approved] = [await upload(teacher, 'Returned song'), await upload(teacher, 'Changed song')];
  const read = async (id: string) => (await superadmin.call(catalog.getVideo, { params: { id } })).data.video;
  const areDone = async () =>
    (await Promise.all([...ids, back, approved].map(read))).every(({ status }) => status === 'failed');
  await until(areDone, { what: 'the files that are no films failed', withinSeconds: 240 });
  const decide = async (
    id: string,
    decision: { decision: 'approve' } | { decision: 'send_back'; note: string },
  ) =>
    superadmin.call(catalog.decideApproval, {
      params: { id },
      body: { ...decision, revision: (await read(id)).approval?.revision ?? 0 },
    });
  await decide(back, { decision: 'send_back', note: 'Please say who sings.' });
  await decide(approved, { decision: 'approve' });
  await teacher.call(catalog.updateVideo, { params: { id: approved }, body: { title: 'Song, changed' } });
}

async function shareList({ call }: Account, id: string): Promise<string> {
  const { link } = (await call(catalog.createLink, { params: { id }, body: { name: 'Class 1b' } })).data;
  await call(catalog.createSpokenCode, { params: { id, linkId: link.id }, body: { hours: 4 } });
  return link.code ?? '';
}
