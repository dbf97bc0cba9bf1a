import { SMALL_PNG } from '../access/truth-table.ts';
import type { Random } from '../support/random.ts';
import type { Operation, Parameter } from './operations.ts';
import { makeOdd, makeValid, toRawJson, toText, type Known } from './values.ts';

export type Role = 'visitor' | 'member' | 'superadmin' | 'nobody';

export interface GeneratedCall {
  operation: Operation;
  role: Role;
  /** True if the call is valid, so that it can fail only because of the site's state. */
  isPlain: boolean;
  path: string;
  headers: Record<string, string>;
  body: Buffer | undefined;
}

/** Size of the uploads that lack their only part. */
export const PART_BYTES = 100;

const ODD_IDS = [
  'null',
  'undefined',
  '1',
  '-1',
  '%00',
  '%20',
  '%F0%9F%A6%86',
  '%ed%a0%80',
  'a'.repeat(290),
  'a'.repeat(400),
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '0198f3c2-7a1e-7d40-b1c9-5e2f6a90d8e',
  '0198f3c2_7a1e_7d40_b1c9_5e2f6a90d8e1',
  '%7B0198f3c2-7a1e-7d40-b1c9-5e2f6a90d8e1%7D',
  '0198F3C2-7A1E-7D40-B1C9-5E2F6A90D8E1',
  '2147483648',
  '1e3',
  'user',
  'upload',
  "'--",
  '*',
];

const ODD_HEADERS: readonly Record<string, string>[] = [
  { authorization: 'Bearer' },
  { authorization: 'Bearer a.b.c' },
  { authorization: 'Basic YTpi' },
  { cookie: 'larksong_stream=x; a=b; =; ;' },
  { cookie: `larksong_stream=${'y'.repeat(3000)}` },
  { accept: 'text/html' },
  { 'accept-encoding': 'br, gzip;q=0' },
  { 'idempotency-key': 'a b' },
  { 'idempotency-key': 'k'.repeat(300) },
  { range: 'bytes=5-1' },
  { 'if-none-match': '*' },
  { 'content-encoding': 'gzip' },
  { 'content-type': 'text/plain' },
  { 'content-type': 'application/x-www-form-urlencoded' },
  { 'content-type': 'application/json; charset=utf-16' },
  { 'content-type': 'multipart/form-data' },
  { 'content-type': 'multipart/form-data; boundary=' },
  { 'content-type': 'image/svg+xml' },
  { 'content-type': '///' },
  { expect: '100-continue' },
  { 'x-request-id': '../x' },
  { 'user-agent': 'é'.repeat(400) },
];

const ODD_BODIES: readonly string[] = [
  '',
  '{',
  '[]',
  'null',
  '"text"',
  '{"a":1}{"b":2}',
  '\ufeff{}',
  '{"title":"\\x"}',
  '{,}',
  '\u0000',
  `{"a":${'{"a":'.repeat(500)}1${'}'.repeat(500)}}`,
  `{"a":"${'x'.repeat(1_200_000)}"}`,
];

/** Generates a call; the same seed and the same known data yield the same calls. */
export function generateCall(random: Random, operation: Operation, known: Known): GeneratedCall {
  const role = pickRole(random, operation);
  const isPlain = random.chance(0.4);
  const faults = isPlain ? new Set<Fault>() : pickFaults(random, operation);
  const content = makeContent(random, operation, known, faults);
  const headers = {
    ...content?.headers,
    ...(faults.has('header') ? random.pick(ODD_HEADERS) : {}),
  };
  return {
    operation,
    role,
    isPlain,
    path: makePath(random, operation, known, faults),
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, Buffer.from(value).toString('latin1')]),
    ),
    body: content?.body,
  };
}

/** Calls that end a session, which is cheaper to replace for a member than for a superadmin. */
const ENDING = ['logout', 'handOver', 'endSession', 'endOtherSessions', 'changePassword', 'deleteAccount'];

function pickRole(random: Random, { operationId }: Operation): Role {
  const chosen = random.pick<Role>([
    'visitor',
    'member',
    'member',
    'superadmin',
    'superadmin',
    'superadmin',
    'nobody',
  ]);
  return chosen === 'superadmin' && ENDING.includes(operationId) ? 'member' : chosen;
}

type Fault = 'id' | 'query' | 'field' | 'body' | 'header' | 'unwanted body';

/** Picks one or two of the faults that are possible for an operation. */
function pickFaults(random: Random, operation: Operation): Set<Fault> {
  const possible: Fault[] = ['header', 'query'];
  if (operation.parameters.some((parameter) => parameter.in === 'path')) possible.push('id');
  if (operation.body) possible.push('field', 'field', 'field', 'field', 'body');
  else possible.push('unwanted body');
  return new Set([random.pick(possible), random.pick(possible)]);
}

function makePath(random: Random, operation: Operation, known: Known, faults: Set<Fault>): string {
  const hasOddId = faults.has('id');
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    if (hasOddId && random.chance(0.7)) return random.pick(ODD_IDS);
    if (name !== 'id') return String(makeValid(random, known, schemaOf(operation, name), name));
    return random.pick(known.ids[collectionOf(operation.path)]);
  });
  const pairs = operation.parameters
    .filter((parameter) => parameter.in === 'query')
    .flatMap((parameter) => makePair(random, parameter, known, faults.has('query')));
  if (faults.has('query'))
    pairs.push(random.pick(['', 'x=1', '%', '&&=', 'limit[]=1', '__proto__=1', 'a=%ff']));
  const slash = random.chance(0.3) ? '/' : '';
  const query = pairs.join('&');
  return query === '' ? path + slash : `${path}${slash}?${query}`;
}

function makePair(
  random: Random,
  { name, required, schema }: Parameter,
  known: Known,
  isOdd: boolean,
): string[] {
  if (isOdd && random.chance(0.6)) {
    const odd = toText(makeOdd(random)).slice(0, 8000);
    const pair = `${name}=${encodeURIComponent(odd.toWellFormed())}`;
    return random.chance(0.2) ? [pair, pair] : [pair];
  }
  if (!required && random.chance(0.5)) return [];
  const value = String(makeValid(random, known, schema, name));
  return [`${name}=${encodeURIComponent(value)}`];
}

function schemaOf(operation: Operation, name: string) {
  return operation.parameters.find((parameter) => parameter.name === name)?.schema ?? {};
}

/** Returns the kind of ids in an address. */
function collectionOf(path: string): keyof Known['ids'] {
  if (path.includes('/game/')) return path.includes('categories') ? 'categories' : 'items';
  const found = (['uploads', 'sessions', 'accounts', 'invitations'] as const).find((name) =>
    path.includes(name),
  );
  return found ?? 'videos';
}

interface Content {
  headers: Record<string, string>;
  body: Buffer;
}

function makeContent(
  random: Random,
  { body, path }: Operation,
  known: Known,
  faults: Set<Fault>,
): Content | undefined {
  if (!body && !faults.has('unwanted body')) return undefined;
  const headers = { 'content-type': body?.contentType ?? 'application/json' };
  if (!body || faults.has('body')) return { headers, body: Buffer.from(random.pick(ODD_BODIES)) };
  if (body.contentType === 'application/octet-stream') return { headers, body: makeBytes(random, path) };
  // Object schemas yield objects.
  const value = makeValid(random, known, body.schema) as Record<string, unknown>;
  if (faults.has('field')) corruptField(random, value, Object.keys(body.schema.properties ?? {}));
  if (body.contentType === 'multipart/form-data') return makeForm(random, value, faults);
  return { headers, body: Buffer.from(toRawJson(value)) };
}

/** Returns bytes that the call accepts, or random ones. */
function makeBytes(random: Random, path: string): Buffer {
  if (random.chance(0.5)) return Buffer.alloc(random.whole(0, 20_000), random.whole(0, 255));
  return /(thumbnail|picture)$/.test(path)
    ? Buffer.from(SMALL_PNG, 'latin1')
    : Buffer.alloc(PART_BYTES, 'quack');
}

function corruptField(random: Random, value: Record<string, unknown>, names: string[]): void {
  const name = random.pick([...names, 'role', 'constructor']);
  if (random.chance(0.25)) delete value[name];
  else value[name] = makeOdd(random);
}

/** Builds a form; its file consists of a few bytes that are not a video. */
function makeForm(random: Random, fields: Record<string, unknown>, faults: Set<Fault>): Content {
  const boundary = `b${random.whole(1e6, 1e7)}`;
  const isSpoiled = faults.has('field') && random.chance(0.3);
  const parts = Object.entries(fields).map(([name, value]) => {
    const isFile = name === 'video' && typeof value === 'string';
    const file = isFile ? `; filename="${random.pick(['clip.mp4', 'x', '../../x', 'ü"a.mp4'])}"` : '';
    const kind = isFile ? '\r\ncontent-type: video/mp4' : '';
    return `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${file}${kind}\r\n\r\n${toText(value)}\r\n`;
  });
  const ends = ['', `--${boundary}`, `--${boundary}\r\ncontent-disposition: form-data`, '\r\n\r\n'] as const;
  const end = isSpoiled ? random.pick(ends) : `--${boundary}--\r\n`;
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: Buffer.from(parts.join('') + end),
  };
}
