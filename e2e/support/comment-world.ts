import { catalog } from '@larksong/contracts';
import type { Stack } from '@larksong/local';

import { makeTeacher } from '../access/every-state.ts';
import { signInAgain } from '../access/people.ts';
import { createMember, readNotices, signInSuperadmin, type Account } from './accounts.ts';
import { makeSongs } from './many-songs.ts';
import { startSite } from './start-site.ts';
import { addComments, chooseComments, createWriter } from './talk-world.ts';

const LONG = 'Donaudampfschifffahrtsgesellschaft'.repeat(15).slice(0, 500);
const ARABIC = 'صفّقنا عندما عادت البطة إلى البيت،\nوعدّ الأصغر معنا بالعكس.';
/** Eight marks above each letter, the most that the server lets through. */
const MARKED = 'What a song'
  .split('')
  .map((letter) => letter + '\u0301'.repeat(8))
  .join('');

/** A site with comments in all states. */
export interface CommentWorld {
  site: Stack;
  accounts: { member: Account; writer: Account; newcomer: Account; teacher: Account; superadmin: Account };
  /** Ids of videos. */
  songs: { talked: string; quiet: string; closed: string };
}

/** Starts a separate site, since members of the others have no comments. `site.stop` ends it. */
export async function makeCommentWorld(): Promise<CommentWorld> {
  const site = await startSite({ workers: 1 });
  const superadmin = await signInSuperadmin(site);
  const [member, writer] = [await createWriter(site.url), await createWriter(site.url)];
  const newcomer = await createMember(site.url);
  const candidate = await createWriter(site.url);
  await makeTeacher(superadmin, candidate);
  const teacher = await signInAgain(site.url, candidate);
  const [talked = '', quiet = '', closed = ''] = await makeSongs({ site: site.url, superadmin }, [
    'Five Ducks on the Pond',
    'Lullaby for the Moon',
    'The Rain Song',
  ]);
  await chooseComments(superadmin, 'approval');
  const world = {
    site,
    accounts: { member, writer, newcomer, teacher, superadmin },
    songs: { talked, quiet, closed },
  };
  await fill(world);
  await readNotices(superadmin);
  return world;
}

async function fill({ site, accounts, songs }: CommentWorld): Promise<void> {
  const { member, writer, superadmin } = accounts;
  const videoId = songs.talked;
  const ids = await addComments(site.url, [
    { videoId, author: writer, state: 'shown', text: LONG },
    { videoId, author: writer, state: 'shown', text: ARABIC },
    { videoId, author: member, state: 'shown', text: 'We clap.\n\nThen we sing it again.' },
    { videoId, author: writer, state: 'shown', text: 'To be removed' },
    { videoId, author: writer, state: 'shown', text: MARKED, waitingText: `${MARKED}, changed` },
    { videoId, author: member, heldBy: 'words', text: LONG },
    { videoId, author: member, text: ARABIC },
    { videoId, author: writer, text: 'Could you sing it without the fourth verse?' },
    { videoId, author: writer, heldBy: 'mute', text: 'https://lark.example <b>bold</b>' },
  ]);
  const [long = '', arabic = '', , removed = ''] = ids;
  await addComments(site.url, [
    {
      videoId,
      author: superadmin,
      standing: 'superadmin',
      state: 'shown',
      parentId: long,
      text: 'Thank you. There is now a slower version.',
    },
  ]);
  await member.call(catalog.reportComment, { params: { id: arabic }, body: { fault: 'unkind' } });
  await member.call(catalog.reportComment, { params: { id: long }, body: { fault: 'advertisement' } });
  const decision = { decision: 'remove', fault: 'names-child', note: 'Please leave out the name.' } as const;
  await superadmin.call(catalog.decideComment, {
    params: { id: removed },
    body: { ...decision, revision: 0 },
  });
  await muteOthers(site, { superadmin, videoId });
  await superadmin.call(catalog.closeComments, {
    params: { id: songs.closed },
    body: { isClosed: true },
  });
}

/** Mutes one author in each way. */
async function muteOthers(
  { url }: Stack,
  { superadmin, videoId }: { superadmin: Account; videoId: string },
): Promise<void> {
  for (const mute of ['approval', 'refused'] as const) {
    const author = await createWriter(url);
    await addComments(url, [{ videoId, author, heldBy: 'mute', text: 'And again' }]);
    await superadmin.call(catalog.muteAuthor, { params: { id: author.user.id }, body: { mute } });
  }
}
