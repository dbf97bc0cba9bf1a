import { randomUUID } from 'node:crypto';

import { catalog, createClient, NEST_COOKIE, type Call, type Data } from '@larksong/contracts';
import type { TestNest } from '@larksong/service-kit/testing';
import { sql } from 'kysely';

import { outcomeOf } from './guests.ts';
import type { LinkSite } from './link-site.ts';
import type { TestCatalog } from './support.ts';
import type { TestTeacher } from './teachers.ts';

export const FREE: catalog.NestTimeRule = {
  ...{ zone: 'Europe/Berlin', minutes: null, hours: null },
  ...{ countsLearning: false, countsGame: false, countsStill: false },
};

export const RULE: catalog.NestRule = {
  ...{ rows: [], hiddenVideoIds: [], allowsSearch: true, volume: 80 },
  game: { isOn: true, letters: ['A'], says: 'word', largest: '3x3' },
  time: FREE,
};

export const listRow = (listId: string, isLearning = false): catalog.NestRow => ({
  ...{ id: randomUUID(), kind: 'list', listId, isLearning },
});
export const tagRow = (tagValue: string, tagType: catalog.TagType = 'category'): catalog.NestRow => ({
  ...{ id: randomUUID(), kind: 'tag', tagType, tagValue, sign: 'moon', hue: 'plum', isLearning: false },
});
export const everythingRow = (isLearning = false): catalog.NestRow => ({
  ...{ id: randomUUID(), kind: 'everything', sign: 'sun', hue: 'lake', isLearning },
});

/** A child's place on a device, as its page uses it. */
export interface Nest extends TestNest {
  call: Call;
  door: Call;
  place: () => Promise<catalog.NestPlace>;
  /** Reports a position, and returns the time that is left. */
  report: (
    videoId: string,
    rowId: string,
    watchedDuration: number,
    begins?: boolean,
  ) => Promise<catalog.NestTime>;
  /** Returns the rights to a stream with the cookie that the calls have set. */
  rights: (videoId: string, segment?: number) => Promise<Data<typeof catalog.getStreamRights>>;
  /** The cookies of streams. */
  cookie: () => string;
}

/** Makes a nest of a member, whose device has been handed over. */
export async function makeNest(
  { service, carers }: LinkSite,
  owner: TestTeacher,
  given: { nestId?: string; ruleId?: string } = {},
): Promise<Nest> {
  const nest = await service.issuer.enterNest({ ownerId: owner.id, ...given });
  const { nestId, ruleId } = nest;
  for (const id of [nestId, ruleId])
    carers.set(id, { id, ownerId: owner.id, carerIds: [owner.id], ruleId, nestIds: [nestId] });
  let stream = '';
  const keep: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    for (const line of response.headers.getSetCookie()) {
      const [, cookie = ''] = /^(larksong_nest_stream=[^;]+)/.exec(line) ?? [];
      if (cookie !== '') stream = `; ${cookie}`;
    }
    return response;
  };
  const call = createClient({ baseUrl: service.url, fetch: keep, headers: () => nest.headers });
  const cookie = () => `${NEST_COOKIE}=1${stream}`;
  const streams = createClient({ baseUrl: service.url, headers: () => ({ cookie: cookie() }) });
  return {
    ...nest,
    call,
    door: createClient({ baseUrl: service.url, headers: () => nest.doorHeaders }),
    place: async () => (await call(catalog.getNest, {})).data,
    report: async (videoId, rowId, watchedDuration, begins = false) => {
      const body = { watchedDuration, rowId, begins };
      return (await call(catalog.recordNestView, { params: { videoId }, body })).data.time;
    },
    rights: async (id, segment) => {
      const query = segment === undefined ? {} : { query: { segment } };
      return (await streams(catalog.getStreamRights, { params: { id }, ...query })).data;
    },
    cookie,
  };
}

/** Replaces the rule of a nest, as its owner does. */
export async function putRule(
  by: TestTeacher,
  id: string,
  rule: Partial<catalog.NestRule>,
): Promise<Data<typeof catalog.putNestRule>> {
  const { version } = (await by.call(catalog.getNestRule, { params: { id } })).data;
  const body = { version, rule: { ...RULE, ...rule } };
  return (await by.call(catalog.putNestRule, { params: { id }, body })).data;
}

/** Returns the titles of each row. */
export async function titlesOf(nest: Nest): Promise<string[][]> {
  return (await nest.place()).rows.map(({ songs }) => songs.map(({ title }) => title));
}

export const mayStream = (nest: Nest, id: string) => outcomeOf(nest.rights(id));

/** Hours that end in some minutes, or ended before, in a zone of whole minutes. */
export function endIn(minutes: number, zoneMs = Date.now()): catalog.NestTimeRule {
  const minute = new Date(zoneMs).getUTCHours() * 60 + new Date(zoneMs).getUTCMinutes();
  const to = (minute + minutes + 1440) % 1440;
  return { ...FREE, zone: 'UTC', hours: { from: (minute + 720) % 1440, to } };
}

/** Lets time pass for what the database remembers of devices and of the last minute. */
export async function letTimePass({ db }: TestCatalog, seconds: number): Promise<void> {
  const back = sql`make_interval(secs => ${seconds}::float8)`;
  await sql`update nest_players set reported_at = reported_at - ${back}, begun_at = begun_at - ${back},
    granted_at = granted_at - ${back}, spare_at = spare_at - ${back}`.execute(db);
  await sql`update nest_days set over_at = over_at - ${back}, extra_until = extra_until - ${back}`.execute(
    db,
  );
  await sql`update nest_clocks set recent = coalesce((
    select jsonb_agg(jsonb_build_array((each->>0)::float8 - ${seconds * 1000}, (each->>1)::float8 - ${seconds * 1000}))
    from jsonb_array_elements(recent) as each
  ), '[]')`.execute(db);
}
