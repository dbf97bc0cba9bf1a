import type { catalog } from '@larksong/contracts';

import type { KnownWords } from './fill-catalog.ts';
import type { Member } from './member.ts';

export type Headers = Record<string, string>;

/** A kind of request; `paths` are requested in turn. The limit applies only to kinds with a group. */
export interface RequestKind {
  name: string;
  group?: 'list' | 'search' | 'personal' | 'song list' | 'dashboard';
  headers: Headers;
  paths: string[];
}

const PAGES_AHEAD = 20;
const VISITOR: Headers = {};

/** Returns the requests to measure in one catalog. */
export async function listRequests(
  url: string,
  words: KnownWords,
  { headers: member, superadmin }: Pick<Member, 'headers' | 'superadmin'>,
): Promise<RequestKind[]> {
  const newest = await readPages(url, '/api/videos?limit=50', PAGES_AHEAD);
  return [
    list('newest', '/api/videos?limit=50'),
    list('newest, member', '/api/videos?limit=50', member),
    list('most viewed', '/api/videos?limit=50&sort=most_viewed', member),
    list('20 pages on', `/api/videos?limit=50&cursor=${newest.cursor}`),
    list('frequent tag', '/api/videos?limit=50&grade=Grade%201'),
    list('rare tag', '/api/videos?limit=50&author=Author%20417'),
    list('two tags', '/api/videos?limit=50&grade=Grade%209&category=seasons', member),
    ...listSearches(words),
    personal('liked', member),
    personal('watched', member),
    personal('unwatched', member),
    ...(await listSongLists(url, member)),
    {
      name: 'transcoding status',
      group: 'dashboard',
      headers: superadmin,
      paths: ['/api/admin/transcoding/status'],
    },
    { name: 'one video', headers: member, paths: newest.ids.map((id) => `/api/videos/${id}`) },
    { name: 'related', headers: VISITOR, paths: newest.ids.map((id) => `/api/videos/${id}/related`) },
    // No index covers both, so it reads every hit; the limit does not apply.
    {
      name: 'search, most viewed first',
      headers: VISITOR,
      paths: words.middling.map((word) => `/api/videos?limit=50&sort=most_viewed&q=${word}`),
    },
    {
      name: 'tag values',
      headers: member,
      paths: ['grade', 'author'].map((type) => `/api/admin/videos/tags/values?type=${type}`),
    },
  ];
}

function listSearches({ frequent, middling, rare }: KnownWords): RequestKind[] {
  const pairs = rare.map((word, index) => `${frequent[index % frequent.length]} ${word}`);
  return [
    search('frequent word', frequent),
    search('middling word', middling),
    search('rare word', rare),
    search('frequent and rare', pairs),
    search('beginning of a word', ['an', 'sta', 'ra', 'be', 'moo']),
    search('with a tag', middling, '&grade=Grade%202'),
    search('misspelt', rare.map(swapLetters)),
    search('nothing', ['zzzzqqq', 'little zzzzqqq']),
  ];
}

function search(name: string, texts: string[], more = ''): RequestKind {
  const paths = texts.map((text) => `/api/videos?limit=50&q=${encodeURIComponent(text)}${more}`);
  return { name: `search: ${name}`, group: 'search', headers: VISITOR, paths };
}

function list(name: string, path: string, headers: Headers = VISITOR): RequestKind {
  return { name: `list: ${name}`, group: 'list', headers, paths: [path] };
}

function personal(name: string, headers: Headers): RequestKind {
  const paths = [`/api/videos/user/${name}?limit=50`];
  return { name: `personal: ${name}`, group: 'personal', headers, paths };
}

async function listSongLists(url: string, headers: Headers): Promise<RequestKind[]> {
  const response = await fetch(`${url}/api/lists`, { headers });
  const { data } = (await response.json()) as { data: { own: catalog.SongListCard[] } };
  const kind = (name: string, paths: string[]) =>
    ({ name: `song lists: ${name}`, group: 'song list', headers, paths }) as const;
  return [
    kind('overview', ['/api/lists']),
    kind(
      '200 songs',
      data.own.map(({ id }) => `/api/lists/${id}`),
    ),
  ];
}

/** Returns a cursor some pages further on and the ids of the videos before it. */
async function readPages(
  url: string,
  path: string,
  pages: number,
): Promise<{ cursor: string; ids: string[] }> {
  let cursor = '';
  const ids: string[] = [];
  for (let page = 0; page < pages; page += 1) {
    const response = await fetch(`${url}${path}${cursor && `&cursor=${cursor}`}`);
    const { data } = (await response.json()) as { data: catalog.VideoPage };
    cursor = data.nextCursor ?? '';
    ids.push(...data.videos.slice(0, 2).map(({ id }) => id));
  }
  return { cursor, ids };
}

/** Returns a word with a typing error: the second and third letters are swapped. */
function swapLetters(word: string): string {
  return `${word[0]}${word[2]}${word[1]}${word.slice(3)}`;
}
