import { execFile } from 'node:child_process';
import { mkdtemp, readFile, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { catalog, type Language, type Values } from '@larksong/contracts';
import { formatMessage, readCatalogue } from '@larksong/languages';
import { FFMPEG, findCommand } from '@larksong/local';
import { beforeAll, expect, inject, it } from 'vitest';

import { partsOf } from '../tools/texts/meaning.ts';
import { makeTeacher } from './access/every-state.ts';
import { createMember, signInAgain, signInSuperadmin, type Account } from './access/people.ts';
import { rawCall } from './access/raw-call.ts';
import { absentId } from './access/truth-table.ts';
import { until } from './access/until.ts';
import { uploadFile } from './access/uploads.ts';
import { sharedSite } from './support/shared-site.ts';

const READ: readonly Language[] = ['de', 'ar'];
const FAILURES = new Map(READ.map((language) => [language, readCatalogue(language, 'failures')]));

interface Said {
  reason: string;
  values: Values;
}

/** Returns a sentence of a server in a language; undefined if that has none. */
function say({ reason, values }: Said, language: Language): string | undefined {
  const message = FAILURES.get(language)?.[reason];
  if (message === undefined) return undefined;
  const list = new Intl.ListFormat(language, { type: 'conjunction' });
  const shown = Object.entries(values).map(([name, value]) => {
    if (Array.isArray(value)) return [name, list.format(value.flat())];
    const isLength = name.endsWith('Length') && typeof value === 'number';
    return [
      name,
      isLength ? `${Math.floor(value / 60)}:${String(Math.floor(value % 60)).padStart(2, '0')}` : value,
    ];
  });
  return formatMessage(message, Object.fromEntries(shown) as Record<string, string | number>, language); // the pairs above
}

/** Words that ask the reader to do something. */
const ACTIONS: Record<string, RegExp> = {
  en: /\b(please|enter|choose|select|write|undo|enable|take|use|check|delete|give|wait|(?<!not )open)\b/i,
  de: /\bbitte\b|\w+(?:en|n) Sie\b/i,
  ar: /يُرجى|اكتب|تراجع|أزل|احذف|انتظر|اختر/,
};

/** Returns what is lost of a failure in each language: the sentence, its letters, its parts, what to do. */
function findLosses(name: string, explained: Said, english: string): string[] {
  return READ.flatMap((language) => {
    const sentence = say(explained, language);
    console.log(`${name} [${language}] ${sentence}`);
    if (sentence === undefined || sentence === english) return [`${name}: not in ${language}`];
    const missing = partsOf(english).filter((part) => !partsOf(sentence).includes(part));
    const asks = ACTIONS['en']?.test(english) === ACTIONS[language]?.test(sentence);
    return [
      ...(missing.length > 0 ? [`${name}: ${missing.join()} missing in ${language}: ${sentence}`] : []),
      ...(asks ? [] : [`${name}: ${language} asks for something else: ${sentence}`]),
      ...(/\{\w+\}/.test(sentence) ? [`${name}: a value is missing in ${language}: ${sentence}`] : []),
      ...(language === 'ar' && !/\p{Script=Arabic}{2}/u.test(sentence) ? [`${name}: not Arabic`] : []),
    ];
  });
}

const people: Partial<Record<'member' | 'teacher' | 'superadmin', Account>> = {};
const ids = { video: '', ofTeacher: '' };
const site = sharedSite().url;

beforeAll(async () => {
  const superadmin = await signInSuperadmin();
  const [member, upcoming] = [await createMember(), await createMember()];
  await makeTeacher(superadmin, upcoming);
  Object.assign(people, { superadmin, member, teacher: await signInAgain(site, upcoming) });
  const file = new Blob(['Quack.\n'.repeat(100)]);
  ids.video = await uploadFile(site, superadmin, { title: 'No film', visibility: 'public', file });
});

type Call = [by: keyof typeof people | 'visitor', method: string, path: string, body?: unknown];

const register = (changes: object): Call => [
  'visitor',
  'POST',
  '/api/auth/register',
  { username: 'heron', email: 'heron@songs.example', password: 'a long password', ...changes },
];

/** Calls that fail, each in another way. */
function listCalls(): Call[] {
  const video = `/api/admin/videos/${ids.video}`;
  return [
    ...listCallsOfVisitors(absentId()),
    ...listCallsOfMembers(absentId()),
    ['teacher', 'PATCH', video, { title: 'Mine' }],
    ...listCallsAbout(video),
    ...listCallsOfSuperadmins(absentId()),
  ];
}

function listCallsOfVisitors(absent: string): Call[] {
  const { member } = people;
  return [
    ['visitor', 'POST', '/api/auth/login', { email: 'nobody@songs.example', password: 'something' }],
    ['visitor', 'POST', '/api/auth/login', { email: '', password: 'something' }],
    ['visitor', 'POST', '/api/auth/refresh-token', { refreshToken: 'none' }],
    ['visitor', 'POST', '/api/auth/verify-email', { token: 'none' }],
    ['visitor', 'POST', '/api/auth/reset-password', { token: 'none', password: 'a long password' }],
    ['visitor', 'GET', '/api/auth/profile'],
    ['visitor', 'GET', `/api/videos/${absent}`],
    ['visitor', 'GET', '/api/videos?sort=loudest'],
    ['visitor', 'GET', '/api/videos?limit=1000'],
    ['visitor', 'GET', `/api/videos?q=${'q'.repeat(101)}`],
    ['visitor', 'GET', '/api/game/items?letters=,,'],
    ['visitor', 'GET', '/api/game/items?letters=A&limit=1'],
    ['visitor', 'POST', '/api/links/open', { code: 'k7m4-qx2p-93hd-vt6w' }],
    ['visitor', 'GET', '/api/nothing'],
    register({ username: 'a' }),
    register({ username: 'аbc-latin' }),
    register({ password: 'short' }),
    register({ password: 'password123' }),
    register({ password: 'heron@songs.example' }),
    register({ email: 'nonsense' }),
    register({ email: member?.user.email }),
    register({ username: member?.user.username }),
  ];
}

function listCallsOfMembers(absent: string): Call[] {
  return [
    [
      'member',
      'POST',
      '/api/auth/change-password',
      { currentPassword: 'wrong one', newPassword: 'a long password' },
    ],
    ['member', 'PATCH', '/api/auth/profile', { displayName: 'n'.repeat(61) }],
    ['member', 'DELETE', `/api/auth/sessions/${absent}`],
    ['member', 'POST', '/api/lists', { name: '' }],
    ['member', 'POST', '/api/lists', { name: 'n'.repeat(201) }],
    ['member', 'GET', `/api/lists/${absent}`],
    ['member', 'GET', '/api/admin/accounts'],
  ];
}

function listCallsAbout(video: string): Call[] {
  return [
    ['superadmin', 'PATCH', video, { title: ' ' }],
    ['superadmin', 'PATCH', video, { title: 't'.repeat(201) }],
    ['superadmin', 'PATCH', video, { visibility: 'private', privateUserId: absentId() }],
    ['superadmin', 'POST', `${video}/cancel`, {}],
    ['superadmin', 'POST', `${video}/accept`, {}],
    [
      'superadmin',
      'PUT',
      `${video}/captions`,
      { language: 'en', label: 'English', content: '1\n00:01,000 --> 00:02,000\nx' },
    ],
    ['superadmin', 'PUT', `${video}/captions`, { language: '??', label: 'English', content: 'WEBVTT' }],
    ['superadmin', 'POST', `${video}/approval`, { decision: 'send_back', note: '', revision: 0 }],
  ];
}

function listCallsOfSuperadmins(absent: string): Call[] {
  const own = `/api/admin/accounts/${people.superadmin?.user.id}`;
  return [
    ['superadmin', 'PATCH', own, { role: 'user' }],
    ['superadmin', 'PATCH', own, { teacher: {} }],
    ['superadmin', 'PATCH', `/api/admin/accounts/${absent}`, { role: 'user' }],
    ['superadmin', 'POST', '/api/admin/game/categories', { letter: 'AB' }],
    ['superadmin', 'POST', '/api/admin/game/categories', { letter: '!' }],
    ['superadmin', 'POST', '/api/admin/accounts/import', { people: 'x' }],
    ['superadmin', 'PUT', '/api/admin/site/announcement', { message: 'm'.repeat(301), isReadOnly: false }],
    ['superadmin', 'PUT', '/api/admin/site/languages', { default: 'de', offered: ['en'] }],
    ['superadmin', 'PUT', '/api/admin/game/settings', { grids: [] }],
    ['superadmin', 'GET', '/api/admin/videos/approvals?list=all'],
  ];
}

it('failed calls say in German and Arabic what they say in English, with their values and what to do', async () => {
  const losses: string[] = [];
  const calls = listCalls();
  for (const [by, method, path, body] of calls) {
    const token = by === 'visitor' ? undefined : people[by]?.accessToken;
    const answer = await rawCall(site + path, method, { token, body });
    const name = `${method} ${path.slice(0, 60)}`;
    if (answer.status < 400) losses.push(`${name} succeeded`);
    else {
      const said = JSON.parse(answer.text) as { message: string; code: string } & Partial<Said>; // the envelope of failures
      losses.push(
        ...findLosses(
          name,
          { reason: said.reason ?? `code.${said.code}`, values: said.values ?? {} },
          said.message,
        ),
      );
    }
  }
  expect(calls.length).toBeGreaterThanOrEqual(40);
  expect(losses).toEqual([]);
});

const run = promisify(execFile);
type Made = [name: string, bytes: Buffer];

const begins = (start: string | Buffer): Buffer => Buffer.concat([Buffer.from(start), Buffer.alloc(4000, 1)]);
/** Each begins like something that is no video. */
const BEGINNINGS: readonly [string, string | Buffer][] = [
  ['page.mp4', '<!doctype html><html><body>Videos</body></html>'],
  ['list.mp4', '#EXTM3U\n#EXT-X-VERSION:7\n#EXTINF:4,\nhttps://songs.example/a.ts\n'],
  ['paper.mp4', '%PDF-1.7\n'],
  ['packed.mp4', Buffer.from('504b0304140000000800', 'hex')],
  ['archive.mp4', Buffer.from('377abcaf271c', 'hex')],
  ['rar.mp4', Buffer.from('526172211a0700', 'hex')],
  ['flash.mp4', 'FWS\u0009'],
  ['real.mp4', '.RMF\u0000\u0000\u0000\u0012'],
  ['nut.mp4', 'nut/multimedia container\u0000'],
  ['wtv.mp4', Buffer.from('b7d800203749da11a64e0007e95ead8d', 'hex')],
  ['raw.mp4', 'YUV4MPEG2 W0 H0 F25:1\n'],
  ['game.mp4', 'BIKi'],
  ['words.mp4', 'Five little ducks went swimming one day.\n'.repeat(50)],
  ['red.mp4', Buffer.from('000000005245443101000000', 'hex')],
  ['webp.mp4', Buffer.from('524946460000010057454250565038580a00000002000000', 'hex')],
];

/** Makes files that cannot be processed, each for another reason. */
async function makeFiles(): Promise<Made[]> {
  const ffmpeg = (await findCommand(FFMPEG.commands)) ?? 'ffmpeg';
  const folder = await mkdtemp(join(inject('workFolder'), 'failures-'));
  const make = async (name: string, ...args: string[]): Promise<string> => {
    const path = join(folder, name);
    await run(ffmpeg, ['-v', 'error', '-nostdin', '-f', 'lavfi', ...args, path]);
    return path;
  };
  const film = await make('film.mp4', '-i', 'testsrc=size=320x240:duration=8');
  const bytes = await readFile(film);
  const fast = await make('fast.mp4', '-i', 'testsrc=size=320x240:duration=8', '-movflags', '+faststart');
  await truncate(fast, Math.floor((await readFile(fast)).length / 2));
  const png = await make('a.png', '-i', 'color=red:size=64x64', '-frames:v', '1');
  const tiny = await make('tiny.mkv', '-i', 'testsrc=size=2x2:duration=1', '-c:v', 'ffv1');
  return [
    ...BEGINNINGS.map(([name, start]): Made => [name, begins(start)]),
    ['no-index.mp4', bytes.subarray(0, Math.floor(bytes.length / 2))],
    ['cut-off.mp4', await readFile(fast)],
    ['picture.mp4', await readFile(png)],
    ['tiny.mkv', await readFile(tiny)],
    ['zeros.mp4', Buffer.alloc(50_000)],
  ];
}

it('failed uploads say in German and Arabic what they say in English, with their values and what to do', async () => {
  const { superadmin } = people;
  if (!superadmin) throw new Error('Nobody is signed in.');
  const files = await makeFiles();
  expect(files.length).toBeGreaterThanOrEqual(20);
  const uploaded: [string, string][] = [];
  for (const [fileName, bytes] of files) {
    const upload = {
      title: fileName,
      visibility: 'public' as const,
      file: new Blob([Buffer.from(bytes)]),
      fileName,
    };
    uploaded.push([fileName, await uploadFile(site, superadmin, upload)]);
  }
  const readFailed = async () =>
    (await superadmin.call(catalog.getTranscodingStatus, {})).data.recentlyFailed;
  await until(
    async () =>
      (await readFailed()).filter(({ title }) => files.some(([name]) => name === title)).length ===
      files.length,
    {
      what: `${files.length} uploads failed`,
      withinSeconds: 600,
    },
  );
  const failed = await readFailed();
  const losses = uploaded.flatMap(([name, id]) => {
    const job = failed.find((one) => one.id === id);
    const reason = job?.reason;
    if (!job || !reason) return [`${name}: no reason: ${JSON.stringify(job)}`];
    return findLosses(name, { reason: `failures.${reason.id}`, values: reason.values }, job.processingError);
  });
  expect(losses).toEqual([]);
});
