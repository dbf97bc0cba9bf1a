import { auth, catalog, createClient, ERRORS, NEST_COOKIE, type Endpoint } from '@larksong/contracts';

import { NEST_PIN } from '../support/nests.ts';
import type { KnownVideo, Scene } from './every-state.ts';
import type { KnownList } from './known-lists.ts';
import { EMPTY_RULE } from './nest-lines.ts';
import { signInAgain, type Account } from './people.ts';
import { isOpen, type Aspect, type Caller, type Line, type Outcome, type VideoKind } from './permissions.ts';
import type { Probe } from './probe.ts';
import { absentId } from './truth-table.ts';

type Headers = Record<string, string>;

/** A device that was handed over to a nest. */
export interface KnownNest {
  name: string;
  /** What is tried of it: the cookie alone is the same on every device, and the doors of three kinds of owners suffice. */
  keys: readonly NestKey[];
  owner: Account;
  /** The id of the nest, which is that of its rule. */
  id: string;
  rowIds: string[];
  /** The name of the list that it shows; null if it shows none. */
  listName: string | null;
  /** The tags that it names. */
  tags: readonly string[];
  refreshToken: string;
  token: string;
  doorToken: string;
  /** Whether its rule names a video, and its owner may give it. */
  shows: (video: KnownVideo) => boolean;
}

/** With the cookie that a device keeps, and nothing else. */
export const ALONE: Headers = { cookie: `${NEST_COOKIE}=1` };

/** What a nest's device sends: the cookie, with the token of the nest or its door, which may both be missing. */
export const KEYS = ['nest', 'door', 'alone'] as const;
export type NestKey = (typeof KEYS)[number];

export function headersOf(nest: KnownNest, key: NestKey): Headers {
  if (key === 'alone') return ALONE;
  return { ...ALONE, authorization: `Bearer ${key === 'door' ? nest.doorToken : nest.token}` };
}

/** Returns the cookies of a nest's streams, as its calls set them. */
export async function streamHeadersOf(probe: Probe, nest: KnownNest): Promise<Headers> {
  const { headers } = await probe.get('visitor', catalog.getNest.path, headersOf(nest, 'nest'));
  const set = headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
  return { cookie: [ALONE['cookie'], ...set].join('; ') };
}

const isApproved = ({ approval }: VideoKind) => approval !== 'waiting' && approval !== 'sent_back';
const byUploader = ({ approval }: VideoKind) => approval === undefined;

interface Wanted {
  name: string;
  by: Exclude<Caller, 'visitor'>;
  rows: catalog.NestRow[] | null;
  listName?: string;
  hiddenVideoIds?: string[];
  shows: (video: KnownVideo) => boolean;
}

const listRow = (listId: string): catalog.NestRow => ({
  ...{ id: crypto.randomUUID(), kind: 'list', listId, isLearning: false },
});
const tagRow = ({ tag }: KnownVideo): catalog.NestRow => ({
  ...{ id: crypto.randomUUID(), kind: 'tag', tagType: 'grade', tagValue: tag },
  ...{ sign: 'moon', hue: 'plum', isLearning: false },
});
const everythingRow = (): catalog.NestRow => ({
  ...{ id: crypto.randomUUID(), kind: 'everything', sign: 'sun', hue: 'lake', isLearning: false },
});

/** The kinds of rules: by lists of different people, by tags, by everything that is public, and none. */
function listWanted({ lists, videos }: Scene): Wanted[] {
  const listOf = (owner: KnownList['owner']) => lists.find((list) => list.owner === owner)!;
  const byList = (by: Wanted['by'], from: KnownList['owner'], isOwn: (video: VideoKind) => boolean) => {
    const { id, name: listName, videos: listed } = listOf(from);
    const shows = (video: KnownVideo) =>
      isApproved(video) && listed.includes(video) && (video.visibility !== 'private' || isOwn(video));
    return { name: `a list of ${from} for ${by}`, by, rows: [listRow(id)], listName, shows };
  };
  const isPublic = (video: KnownVideo) => isApproved(video) && video.visibility === 'public';
  const out = videos.find((video) => video.state === 'completed' && isPublic(video))!;
  const tagged = videos.filter((_, index) => index % 2 === 0);
  const nobodys = () => false;
  return [
    byList('uploader', 'uploader', byUploader),
    byList('owner', 'owner', (video) => !byUploader(video)),
    byList('superadmin', 'superadmin', nobodys),
    byList('named', 'named', nobodys),
    byList('member', 'site', nobodys),
    {
      ...{ name: 'tags of a superadmin', by: 'superadmin', rows: tagged.map(tagRow) },
      shows: (video) => isPublic(video) && tagged.includes(video),
    },
    {
      ...{ name: 'everything but one', by: 'teacher', rows: [everythingRow()], hiddenVideoIds: [out.id] },
      shows: (video) => isPublic(video) && video !== out,
    },
    { name: 'nothing, without a rule', by: 'superadmin', rows: null, shows: nobodys },
  ];
}

/** Makes a nest of each kind, hands a device over to it, and opens its door. */
export async function createNests(siteUrl: string, scene: Scene): Promise<KnownNest[]> {
  const wanted = listWanted(scene);
  const owners = [...new Set(wanted.map(({ by }) => by))];
  for (const by of owners) {
    const { call, password } = scene.accounts[by];
    await call(auth.setNestPin, { body: { pin: NEST_PIN, password } });
  }
  return Promise.all(
    wanted.map(async (one, index) => ({
      ...(await createNest(siteUrl, scene.accounts[one.by], one)),
      keys: KEYS.filter((key) => key === 'nest' || index === 0 || (key === 'door' && index < 3)),
    })),
  );
}

async function createNest(siteUrl: string, owner: Account, wanted: Wanted): Promise<Omit<KnownNest, 'keys'>> {
  const body = { animal: 'fox', ground: 'lake', nickname: 'Juno' } as const;
  const { id } = (await owner.call(auth.createNest, { body })).data.nest;
  const { name, rows, listName = null, hiddenVideoIds = [], shows } = wanted;
  const game = { ...EMPTY_RULE.game, isOn: true };
  const rule = { ...EMPTY_RULE, rows: rows ?? [], hiddenVideoIds, allowsSearch: true, game };
  if (rows) await owner.call(catalog.putNestRule, { params: { id }, body: { version: 0, rule } });
  const { data } = await (
    await signInAgain(siteUrl, owner)
  ).call(auth.handOver, {
    body: { nestIds: [id], canSwitch: true },
  });
  const { accessToken: token, refreshToken } = data;
  if (token === null) throw new Error('the only nest of a device has no token');
  const door = createClient({ baseUrl: siteUrl });
  const { doorToken } = (await door(auth.openDoor, { body: { refreshToken, pin: NEST_PIN } })).data;
  const rowIds = (rows ?? []).map((row) => row.id);
  const tags = (rows ?? []).flatMap((row) => (row.kind === 'tag' ? [row.tagValue] : []));
  return { name, owner, id, rowIds, listName, tags, refreshToken, token, doorToken, shows };
}

/** Returns whether an aspect of a video is open to a nest: its rule names it, and its state allows it to everybody. */
export function isOpenToNest(nest: KnownNest, video: KnownVideo, aspect: Aspect): boolean {
  return nest.shows(video) && video.state !== 'failed' && isOpen('superadmin', video, aspect);
}

/** The answers of a nest's own calls about what it does not show; of a door's about rules that are not its own. */
const ABSENT: Partial<Record<string, Outcome>> = {
  getNestRow: 'ITEM_NOT_FOUND',
  getNestSong: 'VIDEO_NOT_FOUND',
  recordNestView: 'VIDEO_NOT_FOUND',
  recordNestPosition: 'VIDEO_NOT_FOUND',
  flagNestSong: 'VIDEO_NOT_FOUND',
  getDoorRule: 'NEST_NOT_FOUND',
  putDoorRule: 'NEST_NOT_FOUND',
  listDoorChoices: 'NEST_NOT_FOUND',
  listDoorMinutes: 'NEST_NOT_FOUND',
  giveDoorTime: 'NEST_NOT_FOUND',
};
/** What a nest without a rule may not do. */
const WITH_RULE = ['searchNest', 'recordNestGame'];

const isFor = ({ access }: Endpoint, key: NestKey) =>
  (key === 'nest' && access !== 'door') || (key === 'door' && access === 'door');

/** Returns the outcome of a call from a nest's device. */
function expectedOf(line: Line, nest: KnownNest, key: NestKey): Outcome {
  const { endpoint } = line;
  if (endpoint.inNest === 'open')
    return line.expected('visitor', { state: 'completed', visibility: 'public' });
  if (endpoint.inNest !== 'session' || !isFor(endpoint, key)) return 'UNAUTHENTICATED';
  if (nest.rowIds.length === 0 && WITH_RULE.includes(endpoint.operationId)) return 'FORBIDDEN';
  return ABSENT[endpoint.operationId] ?? 'OK';
}

/**
 * Makes every call of a table with each of the keys of a nest's device, about nothing and about a video, and returns those
 * whose answers differ from the contract.
 */
export async function findWrongNestCalls(
  probe: Probe,
  lines: readonly Line[],
  { nest, videos }: { nest: KnownNest; videos: KnownVideo[] },
): Promise<{ cells: number; wrong: string[] }> {
  const wrong: string[] = [];
  let cells = 0;
  for (const key of nest.keys)
    for (const line of lines) {
      const outcome = expectedOf(line, nest, key);
      const expected = `${outcome === 'OK' ? line.endpoint.status : ERRORS[outcome].status} ${outcome}`;
      const ids = line.about === 'video' ? videos.map(({ id }) => id) : [absentId()];
      for (const id of ids) {
        const answer = await probe.makeCall(line, 'visitor', id, headersOf(nest, key));
        if (answer !== expected)
          wrong.push(`${line.endpoint.operationId} by ${key} of ${nest.name}: ${answer}, not ${expected}`);
        cells += 1;
      }
    }
  return { cells, wrong };
}

/** Returns how the streams and pictures that a nest's device gets differ from its rule; none does with the cookie alone. */
export async function findWrongNestStreams(
  probe: Probe,
  paths: Iterable<[KnownVideo, Record<'stream' | 'pictures', string[]>]>,
  nest: KnownNest,
): Promise<{ cells: number; wrong: string[] }> {
  const wrong: string[] = [];
  let cells = 0;
  const inside = await streamHeadersOf(probe, nest);
  const outside = nest.keys.map((key) => headersOf(nest, key));
  for (const [video, addresses] of paths)
    for (const aspect of ['stream', 'pictures'] as const)
      for (const path of addresses[aspect])
        for (const headers of [inside, ...outside]) {
          const { status, headers: got } = await probe.get('visitor', path, headers);
          const isExpected = headers === inside && isOpenToNest(nest, video, aspect);
          const cell = `${nest.name}, ${video.state}, ${video.visibility}: ${path}`;
          if (status !== (isExpected ? 200 : 404))
            wrong.push(`${cell}: ${status}, ${Object.keys(headers).join()}`);
          if (/public|s-maxage/.test(got.get('cache-control') ?? ''))
            wrong.push(`${cell}: kept by shared caches`);
          cells += 1;
        }
  return { cells, wrong };
}
