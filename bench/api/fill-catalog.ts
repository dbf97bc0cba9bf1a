import { Client } from 'pg';

import { STEMMED_LANGUAGES, stemmerOf } from '../../services/catalog/src/library/search/dictionaries.ts';

/** Common words, the most frequent first; made-up words appear in few songs. */
const COMMON =
  `song little sing duck star animals rain baby dance color bear happy train moon apple cat fish water
  jump count letter shapes farm bus river winter summer friend sleep morning garden bird flower circle rabbit turtle
  frog honey snow wind mountain forest ocean whale tiger lion monkey elephant banana orange lemon pepper carrot bread
  cookie birthday shoes jacket hat doctor teacher school pencil paper window table chair rocket planet robot dragon
  castle pirate treasure music drum guitar trumpet violin piano feather butterfly caterpillar spider ladybug snail
  hedgehog squirrel penguin polar kangaroo giraffe zebra crocodile dinosaur volcano desert island bridge wheels tractor
  bicycle airplane balloon rainbow thunder lightning puddle umbrella`.split(/\s+/);
const SYLLABLES =
  'ba be bi bo bu da de di do du fa fe fi ka ki ko la le li lo ma me mi mo na ne no pa pe pi ra re ri ro sa si so ta te ti to va ve vi wo za zo'.split(
    ' ',
  );
const CATEGORIES =
  'animals food clothing colors numbers shapes weather body family transport music seasons'.split(' ');
/** The languages of ten videos in a row, so that searches read their words in all that there are. */
const LANGUAGES = `'{en,en,en,de,es,fr,tr,ar,pl,null}'::text[]`;
const PHRASES = 100_000;
const MEMBERS = 200;
const LIKES_A_MEMBER = 600;
const WATCHED_A_MEMBER = 1500;
const LISTS_A_MEMBER = 5;
const SONGS_A_LIST = 200;

/** Returns a made-up word, a different one for each number below 50³. */
function madeUp(number: number): string {
  const at = (place: number) =>
    SYLLABLES[Math.floor(number / SYLLABLES.length ** place) % SYLLABLES.length] ?? '';
  return `${at(2)}${at(0)}${at(1)}${at(0)}`;
}

/** Words of three frequencies, several of each, so that searches vary. */
export interface KnownWords {
  frequent: string[];
  middling: string[];
  rare: string[];
}

/**
 * Fills an empty catalog with `count` videos whose words have a natural distribution: few words are in most videos, most
 * words in few. Frequencies do not depend on the count. Returns words to search for.
 */
export async function fillCatalog(url: string, count: number, ownerId: string): Promise<KnownWords> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('set session_replication_role = replica'); // rows are complete; triggers would take hours
    await client.query("set maintenance_work_mem = '512MB'");
    await client.query('select setseed(0.42)');
    const indexes = await dropIndexes(client);
    await makeMembers(client, ownerId);
    await makeWords(client);
    await makeVideos(client, count);
    await makeListings(client);
    await makeHistories(client);
    await makeSongLists(client);
    for (const definition of indexes) await client.query(definition);
    await client.query('vacuum analyze');
    return await chooseWords(client);
  } finally {
    await client.end();
  }
}

/** Drops the indexes, which is much faster than maintaining them for a million inserts; returns their definitions. */
async function dropIndexes(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(`
    select indexname as name, indexdef as definition from pg_indexes
    where schemaname = 'public' and indexdef not like '%UNIQUE%'`);
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return rows.map(({ definition }) => definition);
}

/** Creates the function from numbers to member ids; the first member makes the requests. */
async function makeMembers(client: Client, ownerId: string): Promise<void> {
  await client.query(`
    create function bench_member(number integer) returns uuid language sql immutable as $$
      select case when number = 1 then '${ownerId}'
        else '00000000-0000-4000-8000-' || lpad(number::text, 12, '0') end::uuid
    $$`);
  await client.query("insert into uploaders (id, username) values (bench_member(999999), 'olive')");
}

async function makeWords(client: Client): Promise<void> {
  const words = [...new Set([...COMMON, ...Array.from({ length: 30_000 }, (_, number) => madeUp(number))])];
  const count = words.length;
  await client.query('create table bench_words (id integer primary key, word text not null)');
  await client.query(
    'insert into bench_words select position - 1, word from unnest($1::text[]) with ordinality as w (word, position)',
    [words],
  );
  await client.query('insert into search_words select word from bench_words');
  await client.query('analyze bench_words');
  await client.query('create table bench_categories (place integer primary key, value text)');
  await client.query(
    'insert into bench_categories select position - 1, value from unnest($1::text[]) with ordinality as w (value, position)',
    [CATEGORIES],
  );
  // Phrases of four words, skewed to the first words. Texts consist of phrases, which is faster than word by word.
  await client.query(`
    create table bench_phrases as
    select (n / 4) as id, string_agg(word, ' ') as phrase
    from (select n, floor(${count} * power(random(), 4))::integer as place from generate_series(0, ${4 * PHRASES - 1}) n) picks
      join bench_words on bench_words.id = place
    group by n / 4`);
  await client.query('alter table bench_phrases add primary key (id)');
  await client.query('analyze bench_phrases');
  await client.query(`
    create function bench_text(phrases integer) returns text language plpgsql volatile as $$
    begin
      return (
        select string_agg((select phrase from bench_phrases where id = place), ' ')
        from (select floor(${PHRASES} * random())::integer as place from generate_series(1, phrases)) picks
      );
    end $$`);
}

async function makeVideos(client: Client, count: number): Promise<void> {
  await client.query(
    `
    insert into videos (id, title, description, visibility, private_user_id, uploader_id, status,
      requested_resolutions, source_key, source_size_bytes, plan, extras, duration_seconds, playable_at, completed_at,
      view_count, like_count, created_at, language)
    select gen_random_uuid(), bench_text(1), bench_text(4),
      case when n % 20 = 0 then 'private' when n % 10 = 3 then 'registered' else 'public' end,
      case when n % 20 = 0 then bench_member(1 + n % ${MEMBERS}) end,
      bench_member(999999), case when n % 50 = 7 then 'failed' else 'completed' end, '{720p,480p,360p}', 'videos/x/source', 50000000,
      $2, $3, 30 + n % 300, case when n % 50 = 7 then null else now() end, now(),
      floor(1000000 * power(random(), 8)), 0, now() - ($1::integer - n) * interval '1 minute',
      (${LANGUAGES})[1 + (n / 3) % 10]
    from generate_series(1, $1::integer) n`,
    [count, JSON.stringify(PLAN), JSON.stringify(EXTRAS)],
  );
  await client.query(`
    insert into video_tags (video_id, tag_type, tag_value, audience)
    select id, 'grade', 'Grade ' || (1 + floor(10 * power(random(), 2))), audience_of(status, playable_at, visibility) from videos
    union all
    select id, 'category', value, audience_of(status, playable_at, visibility)
    from (select id, status, playable_at, visibility, floor(${CATEGORIES.length} * power(random(), 2))::integer as place from videos) v
      join bench_categories using (place)
    union all
    select id, 'author', 'Author ' || floor(500 * power(random(), 3)), audience_of(status, playable_at, visibility) from videos`);
}

/** Writes documents as `saveDocument` does. */
async function makeListings(client: Client): Promise<void> {
  const stemmers = STEMMED_LANGUAGES.map((language) => `('${language}', '${stemmerOf(language)}')`);
  await client.query('insert into search_languages select unnest($1::text[])', [STEMMED_LANGUAGES]);
  await client.query(`
    insert into listings (video_id, created_at, uploader_id, private_user_id, audience, document)
    select id, created_at, uploader_id, private_user_id, audience_of(status, playable_at, visibility),
      array_to_tsvector(terms || known || language_terms)
    from videos
      left join (values ${stemmers.join(', ')}) stemmers (stemmed, stemmer) on stemmed = language
      join (
        select video_id, array_agg(tag_type || '=' || tag_value) as terms, string_agg(tag_value, ' ') as tag_words
        from video_tags group by video_id
      ) tags on tags.video_id = videos.id
      cross join lateral (
        select tsvector_to_array(simple) as plain, tsvector_to_array(simple || to_tsvector('english', words)) as known
        from (select title || ' ' || description || ' ' || tag_words as words) texts
          cross join lateral (select to_tsvector('simple', words) as simple) as simply
        offset 0 -- so that it is done once
      ) texts
      cross join lateral (
        select array(
          select 'language=' || language where language is not null
          union select language || '=' || stem
            from unnest(plain) as word, unnest(ts_lexize(stemmer::regdictionary, word)) as stem
            where stem <> all (known)
        ) as language_terms
      ) languages
    order by created_at`);
}

async function makeHistories(client: Client): Promise<void> {
  await client.query(
    'create table bench_picks as select id, row_number() over (order by created_at desc) as n from videos',
  );
  await client.query('alter table bench_picks add primary key (n)');
  const { rows } = await client.query<{ count: string }>('select count(*) from videos');
  const count = Number(rows[0]?.count);
  const pick = (table: string, of: { columns: string; values: string; perMember: number }) =>
    client.query(`
      insert into ${table} (user_id, video_id, ${of.columns})
      select bench_member(m), id, ${of.values}
      from (
        select m, 1 + floor(${count} * power(random(), 2))::integer as place
        from generate_series(1, ${MEMBERS}) m, generate_series(1, ${of.perMember})
      ) picks join bench_picks on bench_picks.n = place
      on conflict do nothing`);
  await pick('video_opinions', {
    columns: 'kind, created_at',
    values: `case when random() < 0.9 then 'like' else 'dislike' end, now() - random() * interval '900 days'`,
    perMember: LIKES_A_MEMBER,
  });
  await pick('watched_videos', {
    columns: 'opened_at, position_seconds',
    values: `now() - random() * interval '900 days', 20`,
    perMember: WATCHED_A_MEMBER,
  });
  await client.query(`
    update videos set like_count = likes from (
      select video_id, count(*) as likes from video_opinions where kind = 'like' group by video_id
    ) counted where video_id = id`);
}

/** Makes lists as long as they may be, with public songs from all over the catalog. */
async function makeSongLists(client: Client): Promise<void> {
  await client.query(
    `insert into song_lists (id, owner_id, name, description, sign, hue, letters, song_count)
     select gen_random_uuid(), bench_member(m), 'List ' || n, '', 'sun', 'lake', '{}', $1
     from generate_series(1, ${MEMBERS}) m, generate_series(1, ${LISTS_A_MEMBER}) n`,
    [SONGS_A_LIST],
  );
  await client.query(`
    create table bench_public as select id, row_number() over (order by created_at) as n
    from videos where visibility = 'public' and status = 'completed'`);
  await client.query('alter table bench_public add primary key (n)');
  const { rows } = await client.query<{ count: string }>('select count(*) from bench_public');
  // Each place has its own share of the songs, so that none is in a list twice.
  const share = Math.floor(Number(rows[0]?.count) / SONGS_A_LIST);
  await client.query(`
    insert into song_list_songs (list_id, video_id, rank)
    select picks.list_id, bench_public.id, place * ${2 ** 20}
    from (
      select song_lists.id as list_id, place, (place - 1) * ${share} + 1 + floor(${share} * random())::integer as pick
      from song_lists, generate_series(1, ${SONGS_A_LIST}) place
    ) picks join bench_public on bench_public.n = pick`);
}

/** Chooses words of about a third, half a percent and a few hundred-thousandths of the videos. */
async function chooseWords(client: Client): Promise<KnownWords> {
  const { rows } = await client.query<{ word: string; share: number }>(`
    with sample as (select document from listings where audience is not null limit 20000)
    select word, count(*)::float / (select count(*) from sample) as share
    from sample, unnest(tsvector_to_array(document)) as word
    where word in (select word from bench_words) group by word`);
  const nearest = (share: number, count: number) =>
    rows
      .toSorted((a, b) => Math.abs(Math.log(a.share / share)) - Math.abs(Math.log(b.share / share)))
      .slice(0, count)
      .map(({ word }) => word);
  return { frequent: nearest(0.3, 3), middling: nearest(0.005, 20), rare: nearest(0.0003, 50) };
}

const rung = (resolution: string, height: number) => ({
  resolution,
  width: Math.round((height * 16) / 9),
  height,
  frameRate: '30/1',
  maxBitrate: height * 3000,
  bufferBits: height * 3000,
  codecs: 'avc1.64001f',
});
const PLAN = {
  demuxer: 'mov',
  durationSeconds: 180,
  startSeconds: 0,
  seekable: true,
  video: {
    streamIndex: 0,
    codec: 'h264',
    width: 1920,
    height: 1080,
    frameRate: '30/1',
    interlaced: false,
    hdr: false,
  },
  audio: { streamIndex: 1, codec: 'aac', channels: 2, bitrate: 128_000 },
  rungs: [rung('720p', 720), rung('480p', 480), rung('360p', 360)],
};
const ID = '0198f3c2-7a1e-7d40-b1c9-5e2f6a90d8e1';
const EXTRAS = {
  thumbnailKey: `videos/${ID}/1/extras/${ID}/thumbnail.jpg`,
  storyboard: {
    key: `videos/${ID}/1/extras/${ID}/storyboard.jpg`,
    intervalSeconds: 5,
    columns: 6,
    rows: 6,
    tileWidth: 160,
    tileHeight: 90,
  },
};
