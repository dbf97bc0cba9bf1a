import type { Random } from '../support/random.ts';
import type { Schema } from './operations.ts';

/** Data that exists on the site, for calls that should find something. */
export interface Known {
  ids: Record<
    'videos' | 'uploads' | 'sessions' | 'accounts' | 'invitations' | 'captions' | 'categories' | 'items',
    string[]
  >;
  emails: string[];
  passwords: string[];
  refreshTokens: string[];
  cursors: string[];
}

const WORDS = ['duck', 'Ente', 'goose', 'été', 'five little', 'ABC', 'Zoë', 'лебедь', '鴨', '🦆', 'x'];

/** Valid values for properties that are recognized by name. */
const BY_NAME: Record<string, (random: Random, known: Known) => unknown> = {
  email: (random, { emails }) =>
    random.chance(0.5) ? random.pick(emails) : `child-${random.whole(0, 1e9)}@songs.example`,
  password: (random, { passwords }) => random.pick(passwords),
  currentPassword: (random, { passwords }) => random.pick(passwords),
  refreshToken: (random, { refreshTokens }) => random.pick(refreshTokens),
  username: (random) => `child-${random.whole(0, 1e9)}`,
  language: (random) => random.pick(['en', 'de', 'pt-BR', 'zh-Hant-TW']),
  content: (random) => `WEBVTT\n\n00:00.000 --> 00:0${random.whole(1, 9)}.000\nQuack\n`,
  cursor: (random, { cursors }) => random.pick(cursors),
  resolutions: (random) => random.pick(['["360p"]', '["720p","480p"]', '["720p","480p","360p"]']),
  sizeBytes: (random) => random.whole(1, 30_000_000),
  number: (random) => random.whole(1, 3),
  captionId: (random, { ids }) => random.pick(ids.captions),
  uploadId: (random, { ids }) => random.pick(ids.uploads),
  categoryId: (random, { ids }) => random.pick(ids.categories),
  letter: (random) => random.pick(['A', 'B', 'C', 'ß', 'É', 'Ж', 'ञ', '7']),
  privateUserId: (random, { ids }) => random.pick(ids.accounts),
};

/** Returns a value that the schema allows. */
export function makeValid(random: Random, known: Known, schema: Schema, name = ''): unknown {
  const byName = BY_NAME[name];
  if (byName) return byName(random, known);
  if ('const' in schema) return schema.const;
  if (schema.anyOf) return makeValid(random, known, random.pick(schema.anyOf), name);
  if (schema.type === 'object') return makeObject(random, known, schema);
  if (schema.type === 'array') {
    const from = schema.minItems ?? 0;
    const count = random.whole(from, Math.min(schema.maxItems ?? 5, from + 3));
    return Array.from({ length: count }, () => makeValid(random, known, schema.items ?? {}, name));
  }
  if (schema.type === 'integer') return random.whole(schema.minimum ?? 0, schema.maximum ?? 100);
  if (schema.type === 'number') return random.next() * Math.min(schema.maximum ?? 100, 1000);
  if (schema.type === 'boolean') return random.chance(0.5);
  if (schema.type === 'null') return null;
  return makeText(random, known, schema);
}

function makeObject(random: Random, known: Known, schema: Schema): Record<string, unknown> {
  const chosen = Object.entries(schema.properties ?? {}).filter(
    ([name]) => schema.required?.includes(name) || random.chance(0.5),
  );
  return Object.fromEntries(chosen.map(([name, part]) => [name, makeValid(random, known, part, name)]));
}

function makeText(random: Random, { ids }: Known, schema: Schema): string {
  // The pattern of an id; other patterns are recognized by name.
  if (schema.pattern) return random.pick(Object.values(ids).flat());
  const words = Array.from({ length: random.whole(1, 4) }, () => random.pick(WORDS)).join(' ');
  return words.padEnd(schema.minLength ?? 1, 'x').slice(0, schema.maxLength ?? 100);
}

/** Placeholder in JSON for text that JSON cannot contain; see `toRawJson`. */
const RAW = '@raw:';

const LONG = 'a'.repeat(20_000);

/** Values that no call, or only a few, accept. */
const ODD: readonly ((random: Random) => unknown)[] = [
  () => null,
  () => '',
  () => ' ',
  () => [],
  () => ({}),
  () => true,
  () => 0,
  () => -1,
  () => 0.1,
  () => 1e308,
  () => -(2 ** 53),
  () => 2 ** 31,
  () => 2 ** 63,
  () => `${RAW}NaN`,
  () => `${RAW}1e999`,
  () => `${RAW}-0`,
  () => `${RAW}00012`,
  () => `${RAW}"\\ud800"`,
  () => `${RAW}"\\u0000"`,
  () => 'a\u0000b',
  () => '\u202egnp.exe',
  () => '\ufeff\u200b\u2028',
  () => 'e' + '\u0301'.repeat(500),
  () => '𝔡𝔲𝔠𝔨 👩‍👩‍👧‍👦 \u{10ffff}',
  () => LONG,
  () => LONG.repeat(20),
  () => "' or 1=1; drop table videos; --",
  () => '%_\\%',
  () => '"quoted" & | ! ( ) : * <->',
  () => '${7*7}{{7*7}}',
  () => '../../../../etc/passwd',
  () => 'NaN',
  () => '1e3',
  () => '0x10',
  () => '2026-13-45T99:99:99Z',
  () => '00000000-0000-0000-0000-000000000000',
  () => ['x', null, 1, {}],
  () => Array.from({ length: 500 }, (_, index) => index),
  () => ({ constructor: { prototype: { x: 1 } }, toString: 1 }),
  () => `${RAW}{"__proto__":{"role":"superadmin"}}`,
  () => `${RAW}${'['.repeat(2000)}${']'.repeat(2000)}`,
  (random) => random.whole(-1e9, 1e9),
];

/** Returns a random value that few or no calls accept. */
export function makeOdd(random: Random): unknown {
  return random.pick(ODD)(random);
}

/** Returns a value as JSON with the placeholders replaced. */
export function toRawJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(/"@raw:((?:[^"\\]|\\.)*)"/g, (_, text: string) =>
    String(JSON.parse(`"${text}"`)),
  );
}

/** Returns an odd value as text for an address or a form. */
export function toText(value: unknown): string {
  if (typeof value === 'string') return value.startsWith(RAW) ? value.slice(RAW.length) : value;
  return JSON.stringify(value);
}
