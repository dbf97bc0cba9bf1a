import { Type, type Static } from 'typebox';

import { endpoint } from '../../endpoint.ts';
import { Grid } from '../../game/deal.ts';
import { Language } from '../../languages.ts';
import { IdParams, Nullable, Uuid } from '../../primitives.ts';
import { because } from '../../reasons.ts';
import { ChipHue } from '../chips.ts';
import { ListSign } from '../lists/song-lists.ts';
import { Tag, TagType } from '../videos.ts';
import { NestPlace, NestPlaceRow, NestSpeech, NestTime, RowParams } from './place.ts';

// The rules of nests, for the grown-ups who care for them: what may be seen, how long, and how. A nest has its own
// rule, or that of its class; `:id` is the id of either.

/** Maximum numbers of rows of a rule, and of single songs taken out. */
export const MAX_NEST_ROWS = 24;
export const MAX_HIDDEN_SONGS = 500;
/** The lowest of the highest volumes, in per cent. */
export const MIN_NEST_VOLUME = 20;
/** Minutes of more time that a grown-up can give at once. */
export const MORE_MINUTES = [10, 20, 30] as const;
/** Days of which the minutes are kept. */
export const MINUTES_DAYS = 30;

const Tick = Type.Boolean({ ...because('nest.tick') });
/** Whether its songs do not count, unless the grown-up says so. */
const isLearning = Tick;

/** A row of the place: a list with its own sign, or a tag or everything public with a sign that the grown-up picked. */
export const NestRow = Type.Union([
  Type.Object({ id: Uuid, kind: Type.Literal('list'), listId: Uuid, isLearning }),
  Type.Object({
    id: Uuid,
    kind: Type.Literal('tag'),
    tagType: TagType,
    tagValue: Tag.properties.tagValue,
    sign: ListSign,
    hue: ChipHue,
    isLearning,
  }),
  Type.Object({ id: Uuid, kind: Type.Literal('everything'), sign: ListSign, hue: ChipHue, isLearning }),
]);
export type NestRow = Static<typeof NestRow>;

/** The game in a nest. */
export const NestGame = Type.Object({
  isOn: Tick,
  /** Its letters; empty for all. */
  letters: Type.Array(Type.String({ maxLength: 100, ...because('letter.several') }), { maxItems: 100 }),
  /** What a letter card says: its letter and its word, or one of them. */
  says: NestSpeech,
  largest: Grid,
  /** The language of its letters and words, unless it is the site's own. */
  pack: Type.Optional(Language),
});
export type NestGame = Static<typeof NestGame>;

const MinuteOfDay = Type.Integer({ minimum: 0, maximum: 1439, ...because('nest.hours') });

/** How long, in the time zone that the grown-up's device stated. */
export const NestTimeRule = Type.Object({
  /** A time zone of IANA, such as `Europe/Berlin`. */
  zone: Type.String({ minLength: 1, maxLength: 64, ...because('nest.zone') }),
  /** Minutes a day from Monday to Sunday, null for a day without a limit; null without any. */
  minutes: Nullable(
    Type.Array(Nullable(Type.Integer({ minimum: 0, maximum: 1440, ...because('nest.minutes') })), {
      minItems: 7,
      maxItems: 7,
      ...because('nest.minutes'),
    }),
  ),
  /** Between which minutes of the day, also across midnight if `from` is later; null without such a limit. */
  hours: Nullable(Type.Object({ from: MinuteOfDay, to: MinuteOfDay })),
  /** Whether songs of rows for learning count. */
  countsLearning: Tick,
  countsGame: Tick,
  /** Whether songs without a picture count. */
  countsStill: Tick,
});
export type NestTimeRule = Static<typeof NestTimeRule>;

export const NestRule = Type.Object({
  rows: Type.Array(NestRow, {
    maxItems: MAX_NEST_ROWS,
    ...because('nest.rows-too-many', { maximum: MAX_NEST_ROWS }),
  }),
  /** Single songs that are taken out of all rows. */
  hiddenVideoIds: Type.Array(Uuid, {
    maxItems: MAX_HIDDEN_SONGS,
    ...because('nest.hidden-too-many', { maximum: MAX_HIDDEN_SONGS }),
  }),
  allowsSearch: Tick,
  /** The highest volume, in per cent. */
  volume: Type.Integer({
    minimum: MIN_NEST_VOLUME,
    maximum: 100,
    ...because('nest.volume', { minimum: MIN_NEST_VOLUME }),
  }),
  game: NestGame,
  time: NestTimeRule,
});
export type NestRule = Static<typeof NestRule>;

/** A rule, and how often it was changed; null and 0 for a nest that has none, and shows nothing. */
const RuleData = Type.Object({ rule: Nullable(NestRule), version: Type.Integer() });
/** The whole new rule, and the version that it was made from. A stale one is refused with the present `RuleData`. */
const RuleBody = Type.Object({ rule: NestRule, version: Type.Integer({ minimum: 0 }) });

/** A list that a rule may name. */
export const NestListChoice = Type.Object({
  listId: Uuid,
  name: Type.String(),
  sign: ListSign,
  hue: ChipHue,
  /** Whether it is the owner's or the site's. */
  owner: Type.Union([Type.Literal('nest'), Type.Literal('site')]),
  /** How many of its songs the nest would show. */
  songCount: Type.Integer(),
  durationSeconds: Type.Number(),
  covers: Type.Array(Type.String()),
});
export type NestListChoice = Static<typeof NestListChoice>;

const ChoicesData = Type.Object({
  lists: Type.Array(NestListChoice),
  /** Tags of public songs, with how many there are. */
  tags: Type.Array(Type.Object({ ...Tag.properties, songCount: Type.Integer() })),
  /** How many songs are public. */
  publicCount: Type.Integer(),
});

/** A day in the nest's time zone, as `2026-11-30`. */
export const NestDay = Type.Object({
  day: Type.String(),
  seconds: Type.Number(),
  limitMinutes: Nullable(Type.Integer()),
  extraMinutes: Type.Integer(),
});
export type NestDay = Static<typeof NestDay>;

const MinutesQuery = Type.Object({ nestId: Uuid });
/** The last 30 days, newest first, and what is left of today. */
const MinutesData = Type.Object({ days: Type.Array(NestDay), time: NestTime });
const MoreTimeBody = Type.Object({
  nestId: Uuid,
  minutes: Type.Unsafe<(typeof MORE_MINUTES)[number]>({
    type: 'integer',
    enum: [...MORE_MINUTES],
    ...because('nest.more-time'),
  }),
});
const TimeData = Type.Object({ time: NestTime });

/** The calls about rules exist twice: for members, and behind the door for the nests of its device. */
const parts = {
  get: { method: 'GET', params: IdParams, data: RuleData, errors: ['NEST_NOT_FOUND'] },
  put: {
    method: 'PUT',
    params: IdParams,
    body: RuleBody,
    data: RuleData,
    errors: ['NEST_NOT_FOUND', 'LIST_NOT_FOUND', 'CONFLICT'],
  },
  choices: { method: 'GET', params: IdParams, data: ChoicesData, errors: ['NEST_NOT_FOUND'] },
  minutes: {
    method: 'GET',
    params: IdParams,
    query: MinutesQuery,
    data: MinutesData,
    errors: ['NEST_NOT_FOUND'],
  },
  time: { method: 'POST', params: IdParams, body: MoreTimeBody, data: TimeData, errors: ['NEST_NOT_FOUND'] },
} as const;

export const getNestRule = endpoint({
  operationId: 'getNestRule',
  summary: 'The rule of a nest or a class that the caller cares for',
  path: '/api/nest-rules/:id',
  access: 'member',
  ...parts.get,
});

export const putNestRule = endpoint({
  operationId: 'putNestRule',
  summary: 'Replace the rule of a nest or a class; a stale version is refused with the present rule',
  path: '/api/nest-rules/:id',
  access: 'member',
  ...parts.put,
});

export const listNestChoices = endpoint({
  operationId: 'listNestChoices',
  summary: 'Lists and tags that the rule of a nest may name',
  path: '/api/nest-rules/:id/choices',
  access: 'member',
  ...parts.choices,
});

export const listNestMinutes = endpoint({
  operationId: 'listNestMinutes',
  summary: 'Counted seconds of a nest on each of the last 30 days, with the limit of each',
  path: '/api/nest-rules/:id/minutes',
  access: 'member',
  ...parts.minutes,
});

export const giveNestTime = endpoint({
  operationId: 'giveNestTime',
  summary: 'Give a nest more time today',
  path: '/api/nest-rules/:id/time',
  access: 'member',
  ...parts.time,
});

export const previewNest = endpoint({
  operationId: 'previewNest',
  summary: "A nest's place as its child sees it; counts nothing",
  method: 'GET',
  path: '/api/nest-rules/:id/preview',
  access: 'member',
  params: IdParams,
  data: NestPlace,
  errors: ['NEST_NOT_FOUND'],
});

export const previewNestRow = endpoint({
  operationId: 'previewNestRow',
  summary: "The next songs of a row of a nest's place, as its child sees them",
  method: 'GET',
  path: '/api/nest-rules/:id/preview/rows/:rowId',
  access: 'member',
  params: Type.Object({ id: Uuid, ...RowParams.properties }),
  query: Type.Object({ cursor: Type.Optional(Type.String({ maxLength: 500 })) }),
  data: Type.Object({ row: NestPlaceRow }),
  errors: ['NEST_NOT_FOUND', 'ITEM_NOT_FOUND'],
});

export const getDoorRule = endpoint({
  operationId: 'getDoorRule',
  summary: "The rule of a nest of the device, behind the grown-up's door",
  path: '/api/door/rules/:id',
  access: 'door',
  ...parts.get,
});

export const putDoorRule = endpoint({
  operationId: 'putDoorRule',
  summary: "Replace the rule of a nest of the device, behind the grown-up's door",
  path: '/api/door/rules/:id',
  access: 'door',
  ...parts.put,
});

export const listDoorChoices = endpoint({
  operationId: 'listDoorChoices',
  summary: "Lists and tags that the rule may name, behind the grown-up's door",
  path: '/api/door/rules/:id/choices',
  access: 'door',
  ...parts.choices,
});

export const listDoorMinutes = endpoint({
  operationId: 'listDoorMinutes',
  summary: "Counted seconds of a nest of the device, behind the grown-up's door",
  path: '/api/door/rules/:id/minutes',
  access: 'door',
  ...parts.minutes,
});

export const giveDoorTime = endpoint({
  operationId: 'giveDoorTime',
  summary: "Give a nest of the device more time today, behind the grown-up's door",
  path: '/api/door/rules/:id/time',
  access: 'door',
  ...parts.time,
});

/** From the gateway, which admits nests to calls of the game only then. */
export const getNestGame = endpoint({
  operationId: 'getNestGame',
  summary: 'Whether a rule allows the game; without a rule, or with an owner without an account, it does not',
  method: 'GET',
  path: '/internal/nest-rules/:id/game',
  access: 'internal',
  params: IdParams,
  query: Type.Object({ ownerId: Uuid }),
  data: Type.Object({ isOn: Type.Boolean() }),
});

/** From auth, when nests or classes were deleted. */
export const forgetNests = endpoint({
  operationId: 'forgetNests',
  summary: 'Delete the rules and minutes of deleted nests and classes; may be repeated',
  method: 'POST',
  path: '/internal/forgotten-nests',
  access: 'internal',
  body: Type.Object({ ids: Type.Array(Uuid, { maxItems: 500 }) }),
});
