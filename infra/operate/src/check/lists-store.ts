import { catalog } from '@larksong/contracts';

/** Runs a statement in catalog's database and returns its rows. */
export type Read = (statement: string) => Promise<Record<string, unknown>[]>;

/** Time after which the sweeps have removed what belonged to an account, or what can no longer be restored. */
const SWEPT = "interval '2 hours'";

/** What must never be found, as statements that return a sentence for each contradiction. */
const CONTRADICTIONS = [
  `select 'The list ' || id || ' counts ' || song_count || ' songs and has ' || found || '.' from (
     select id, song_count, (select count(*) from song_list_songs where list_id = song_lists.id) as found
     from song_lists
   ) counted where song_count <> found`,
  `select 'The list ' || list_id || ' has two songs at one place.' from song_list_songs
   group by list_id having count(distinct rank) < count(*)`,
  `select 'The list ' || id || ' has ' || song_count || ' songs, and ${catalog.MAX_LIST_SONGS} at most are allowed.'
   from song_lists where song_count > ${catalog.MAX_LIST_SONGS}`,
  `select coalesce('The account ' || owner_id, 'The site') || ' has ' || count(*) || ' lists, too many.'
   from song_lists where deleted_at is null group by owner_id
   having count(*) > case when owner_id is null then ${catalog.MAX_SITE_LISTS} else ${catalog.MAX_LISTS} end`,
  `select 'The list ' || id || ' has no place among those of the site, or one although it is not of the site.'
   from song_lists where (owner_id is null) <> (site_rank is not null)`,
  `select 'The list ' || id || ' was deleted long ago and is still there.' from song_lists
   where deleted_at < now() - make_interval(days => ${catalog.DELETED_LIST_DAYS}) - ${SWEPT}`,
  `select 'The list ' || list_id || ' has ' || count(*) || ' links, too many.' from song_list_links
   group by list_id having count(*) > ${catalog.MAX_LINKS}`,
  `select 'The link ' || links.id || ' was made by somebody whose list it does not open.'
   from song_list_links links join song_lists lists on lists.id = list_id where owner_id <> maker_id`,
  `select 'It is not known what the maker of the link ' || id || ' is.' from song_list_links
   where maker_id not in (select id from song_list_makers)`,
  `select 'The link ' || links.id || ' counts fewer openings than its days.' from song_list_links links
   join song_list_openings openings on openings.link_id = links.id
   group by links.id, opening_count having sum(count) > opening_count`,
  `select 'The code for the board of the link ' || link_id || ' is good for too long.' from song_list_codes
   where ends_at > now() + interval '${catalog.SPOKEN_CODE_HOURS} hours 1 minute'`,
  `select 'The deleted account ' || user_id || ' still has lists, links or places in lists.' from forgotten_members
   where forgotten_at < now() - ${SWEPT} and user_id in (
     select owner_id from song_lists union select maker_id from song_list_links
     union select user_id from song_list_positions union select id from song_list_makers
   )`,
];

/** Returns a sentence for each contradiction among lists, their songs and their links. The site may be running. */
export async function findListProblems(read: Read): Promise<string[]> {
  const [tables] = await read(`select to_regclass('public.song_list_links') is not null as "areThere"`);
  if (tables?.['areThere'] !== true) return []; // the database of a version before lists
  const problems: string[] = [];
  for (const statement of CONTRADICTIONS)
    for (const row of await read(statement)) problems.push(...Object.values(row).map(String));
  return problems;
}

/** Returns the number of links whose codes were stored with none of these secrets, named by their ids. */
export async function countLinksOfOtherSecrets(read: Read, keyIds: readonly string[]): Promise<number> {
  const [tables] = await read(`select to_regclass('public.song_list_links') is not null as "areThere"`);
  if (tables?.['areThere'] !== true) return 0;
  const known = keyIds.map((id) => `'${id}'`).join(', '); // hexadecimal digits
  const [row] = await read(
    `select count(*)::integer as count from song_list_links where key_id not in (${known})`,
  );
  return Number(row?.['count']);
}
