import { catalog, game } from '@larksong/contracts';

import { createMember, readNotices, signInSuperadmin, type Account } from './accounts.ts';
import { uploadSongs } from './list-playing.ts';
import { makeSongs } from './many-songs.ts';
import { sharedSite } from './shared-site.ts';

const LONG = 'Donaudampfschifffahrtsgesellschaft'.repeat(6).slice(0, 200);
const LONG_WORDS = 'Wir singen am Morgen ein sehr langes Lied '.repeat(5).slice(0, 200);
const ARABIC = 'أغنية المطر الجميلة للأطفال في حلقة الصباح';
const PLAYED = ['The Lark’s Morning Song', 'Five Ducks', ARABIC];
/** Titles of songs, which are also the names of buttons. */
export const TITLES: readonly string[] = [LONG, LONG_WORDS, ...PLAYED];
const LETTERS = ['A', 'B', 'C', 'D', 'E', 'F'];

/** Lists of all kinds, and the people who see them. */
export interface ListWorld {
  accounts: { member: Account; newcomer: Account; superadmin: Account };
  /** Ids of lists. */
  lists: { morning: string; shared: string; many: string; long: string; empty: string; single: string };
  /** A link to each. */
  links: Record<keyof ListWorld['lists'], catalog.ListLink>;
  songId: string;
  remove: () => Promise<void>;
}

/** Makes lists with songs of all kinds, lists of the site, a deleted list and links. */
export async function makeListWorld(): Promise<ListWorld> {
  const [superadmin, member, newcomer] = [
    await signInSuperadmin(),
    await createMember(),
    await createMember(),
  ];
  const by = { site: sharedSite().url, superadmin };
  const clip = { seconds: 20, width: 320, height: 180 };
  const played = await uploadSongs({ ...by, clip }, PLAYED);
  const rows = await makeSongs(by, [
    LONG,
    LONG_WORDS,
    ...Array.from({ length: 198 }, (_, n) => `Song ${n + 1}`),
  ]);
  const letterIds = await addLetters(superadmin);
  const lists = await makeLists(member, played, rows);
  const siteLists = await offerLists(superadmin, played);
  const links = await makeLinks(member, lists);
  await readNotices(superadmin);
  const remove = async () => {
    const remover = await signInSuperadmin(); // the walk may take longer than a token is good for
    for (const id of siteLists) await remover.call(catalog.deleteSongList, { params: { id } });
    for (const id of letterIds) await remover.call(game.deleteCategory, { params: { id } });
    for (const id of [...played, ...rows]) await remover.call(catalog.deleteVideo, { params: { id } });
  };
  return { accounts: { member, newcomer, superadmin }, lists, links, songId: played[0] ?? '', remove };
}

/** Adds the letters that the game lacks, each with a pair of cards. */
async function addLetters(superadmin: Account): Promise<string[]> {
  const { categories } = (await superadmin.call(game.listAdminCategories, {})).data;
  const known = new Set(categories.map(({ letter }) => letter));
  const ids: string[] = [];
  for (const letter of LETTERS.filter((one) => !known.has(one))) {
    const { id } = (await superadmin.call(game.createCategory, { body: { letter } })).data.category;
    for (const type of ['letter', 'image'] as const)
      await superadmin.call(game.createItem, { body: { categoryId: id, type, name: `${letter} word` } });
    ids.push(id);
  }
  return ids;
}

async function makeLists(member: Account, played: string[], rows: string[]): Promise<ListWorld['lists']> {
  const make = async (body: Parameters<typeof member.call<typeof catalog.createSongList>>[1]['body']) =>
    (await member.call(catalog.createSongList, { body })).data.list.id;
  const gone = await make({ name: 'For last week', videoIds: played });
  await member.call(catalog.deleteSongList, { params: { id: gone } });
  return {
    empty: await make({ name: 'Empty', sign: 'bed', hue: 'plum' }),
    single: await make({ name: 'One song', sign: 'fish', videoIds: played.slice(0, 1) }),
    many: await make({ name: 'All we know', sign: 'snow', hue: 'lake', videoIds: rows.slice(0, 200) }),
    long: await make({
      name: LONG,
      description: `${LONG_WORDS}\n${LONG}`,
      sign: 'rain',
      hue: 'leaf',
      letters: LETTERS,
      videoIds: [...rows.slice(0, 2), ...played],
    }),
    shared: await make({ name: ARABIC, sign: 'heart', hue: 'rose', videoIds: played }),
    morning: await make({
      name: 'Morning circle',
      description: 'Hello song, farm, two for counting, and the letters of the day.',
      letters: LETTERS.slice(0, 4),
      videoIds: [...played, ...rows.slice(0, 3)],
    }),
  };
}

async function offerLists(superadmin: Account, videoIds: string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const name of ['Counting to five', 'Rain and snow', LONG, ARABIC]) {
    const { list } = (await superadmin.call(catalog.createSongList, { body: { name, videoIds } })).data;
    const { data } = await superadmin.call(catalog.offerSongList, { params: { id: list.id } });
    ids.push(data.list.id, list.id);
  }
  return ids;
}

async function makeLinks(member: Account, lists: ListWorld['lists']): Promise<ListWorld['links']> {
  const make = async (id: string, name: string) => {
    const body = { name, showsOwn: false, hasPreview: true };
    return (await member.call(catalog.createLink, { params: { id }, body })).data.link;
  };
  await make(lists.shared, 'Grandma');
  const shared = await make(lists.shared, LONG.slice(0, catalog.MAX_LINK_NAME));
  const params = { id: lists.shared, linkId: shared.id };
  await member.call(catalog.createSpokenCode, { params, body: { hours: 12 } });
  return {
    shared,
    empty: await make(lists.empty, 'Class 1b'),
    single: await make(lists.single, 'Class 1b'),
    many: await make(lists.many, 'Class 1b'),
    long: await make(lists.long, LONG_WORDS.slice(0, catalog.MAX_LINK_NAME)),
    morning: await make(lists.morning, 'Class 1b'),
  };
}
