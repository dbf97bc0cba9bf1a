import { auth, catalog, NEST_COOKIE, type Input } from '@larksong/contracts';

import { signInAgain } from '../access/people.ts';
import { createMember, readNotices, signInPage, signInSuperadmin, type Account } from './accounts.ts';
import { openPage, type OpenedPage } from './browser.ts';
import { makeList, uploadSongs } from './list-playing.ts';
import { makeSongs } from './many-songs.ts';
import { makeNestOf, openHandedOver } from './nests.ts';
import { sharedSite } from './shared-site.ts';

const LONG = 'Donaudampfschifffahrtsgesellschaft'.repeat(6);
const ARABIC = 'أغنية المطر الجميلة';
const PLAYED = ['Five Ducks on the Pond', 'Lullaby for the Moon', ARABIC] as const;
const SINGLE_NAMES = ['Juno', LONG.slice(0, auth.MAX_NICKNAME), 'أرنب الصغير', 'Pip'] as const;
const CHILDREN = Array.from({ length: 26 }, (_, n) => `Child ${n + 1}`);
const LIST = 'Bedtime songs';
const CLASS = `Sunflowers, room 12 ${LONG.slice(0, 30)}`;
const LABEL = 'Tablet in the kitchen';

/** What people wrote in it, and names of products. */
export const WRITTEN: readonly string[] = [
  ...['Family Link', 'Google Chrome', 'Microsoft Edge'],
  ...PLAYED,
  ...SINGLE_NAMES,
  ...CHILDREN,
  'Single',
  ...[LIST, CLASS, LABEL, LONG.slice(0, 200), 'Robin', 'Empty class', 'Letters and numbers', 'One song'],
];

/** Of grown-ups, each signed in, and of devices on which nests are. */
export type NestRole = 'newcomer' | 'owner' | 'second' | 'teacher' | 'stranger' | NestDeviceRole;
type NestDeviceRole = 'nest' | 'nests' | 'tablet' | 'nobody' | 'night' | 'empty' | 'ended';

/** Nests and classes of all kinds, the pages of those who care for them, and devices of children. */
export interface NestWorld {
  pages: Map<NestRole, OpenedPage>;
  /** Ids of nests: with all there is, and without a rule. */
  nest: string;
  bare: string;
  classId: string;
  emptyClassId: string;
  /** Ids of the rows of `nest`, of which the last has one song, and of the first song of both. */
  row: string;
  lastRow: string;
  song: string;
  cardCode: string;
  close: () => Promise<void>;
}

interface Songs {
  played: string[];
  many: string[];
}

/** Makes a world on the shared site. */
export async function makeNestWorld(): Promise<NestWorld> {
  const superadmin = await signInSuperadmin();
  const site = sharedSite().url;
  const clip = { seconds: 20, width: 320, height: 180 };
  const played = await uploadSongs({ site, superadmin, clip }, PLAYED);
  const titles = Array.from({ length: 30 }, (_, n) => `Song ${n + 1}`);
  const many = await makeSongs({ site, superadmin }, [LONG.slice(0, 200), ...titles]);
  await readNotices(superadmin);
  const [newcomer, owner, second, teacher] = [
    ...[await createMember(), await createMember()],
    ...[await createMember(), await createMember()],
  ] as const;
  const own = await makeNests(owner, second, { played, many });
  const classes = await makeClasses(teacher, second, played);
  const pages = new Map<NestRole, OpenedPage>();
  await openDevices(pages, { owner, own, teacher, ...classes });
  const grownUps = { newcomer, owner, second, teacher };
  for (const [role, account] of Object.entries(grownUps))
    pages.set(role as NestRole, await openSignedIn(account)); // the keys are roles
  pages.set('stranger', await openPage({ hasTouch: true }));
  const close = async () => {
    for (const opened of pages.values()) await opened.close();
  };
  return { pages, ...own, ...classes, song: played[0] ?? '', close };
}

async function openSignedIn(account: Account): Promise<OpenedPage> {
  // A hand-over ends the session that makes it.
  const again = await signInAgain(sharedSite().url, account);
  const opened = await openPage({ hasTouch: true });
  await signInPage(opened.page, again);
  await opened.page.goto('/you');
  return opened;
}

type Rule = Input<typeof catalog.putNestRule>['body']['rule'];

/** Changes the rule of a nest or a class. */
async function changeRule(by: Account, id: string, change: (rule: Rule) => Rule): Promise<void> {
  const { rule, version } = (await by.call(catalog.getNestRule, { params: { id } })).data;
  if (!rule) throw new Error('There is no rule.');
  await by.call(catalog.putNestRule, { params: { id }, body: { rule: change(rule), version } });
}

/** Returns a rule with everything that a rule can have. */
function withEverything(rule: Rule): Rule {
  const everything = { kind: 'everything', sign: 'rain', hue: 'leaf', isLearning: true } as const;
  return {
    ...rule,
    rows: [...rule.rows, { id: crypto.randomUUID(), ...everything }],
    allowsSearch: true,
    volume: 60,
    game: { ...rule.game, isOn: true },
    time: { ...rule.time, hours: { from: 0, to: 1439 }, countsGame: true },
  };
}

/** Makes the nests of somebody: with everything, long, from right to left, without a rule, over, invited and shared. */
async function makeNests(owner: Account, second: Account, { played, many }: Songs) {
  const listId = await makeList(owner, LIST, [...played, ...many]);
  await makeList(owner, 'Letters and numbers', many.slice(0, 3));
  const [juno, long, arabic, pip] = SINGLE_NAMES;
  const nest = await makeNestOf(owner, { nickname: juno, listId, minutes: 40 });
  const lastRow = crypto.randomUUID();
  const oneId = await makeList(owner, 'One song', played.slice(0, 1));
  const one = { id: lastRow, kind: 'list', listId: oneId, isLearning: false } as const;
  await changeRule(owner, nest, (rule) => ({
    ...withEverything(rule),
    rows: [...withEverything(rule).rows, one],
  }));
  const others = [
    await makeNestOf(owner, { nickname: long, listId, minutes: null }),
    await makeNestOf(owner, { nickname: arabic, listId, minutes: 20 }),
  ];
  const look = { animal: 'owl', ground: 'plum' } as const;
  const bare = (await owner.call(auth.createNest, { body: { ...look, nickname: pip } })).data.nest.id;
  const over = await makeNestOf(owner, { nickname: 'Robin', listId, minutes: 0 });
  const share = async (id: string) =>
    owner.call(auth.shareNest, { params: { id }, body: { username: second.user.username } });
  await share(others[0] ?? '');
  const { invitations } = (await second.call(auth.listNestInvitations, {})).data;
  for (const { id } of invitations) await second.call(auth.acceptNestInvitation, { params: { id } });
  await share(others[1] ?? '');
  const card = { params: { id: nest }, body: { label: LABEL } };
  const { code } = (await owner.call(auth.makeNestCard, card)).data.card;
  await owner.call(auth.makeNestCard, { ...card, body: { label: LONG.slice(0, auth.MAX_CARD_LABEL) } });
  const { rule } = (await owner.call(catalog.getNestRule, { params: { id: nest } })).data;
  const row = rule?.rows[0]?.id ?? '';
  return { nest, bare, over, all: [nest, ...others, bare, over], row, lastRow, cardCode: code ?? '' };
}

/** Makes a class of 26, one without children, and more nests outside of them than are shown without a search. */
async function makeClasses(teacher: Account, second: Account, played: string[]) {
  const listId = await makeList(teacher, LIST, played);
  const make = async (name: string) => {
    const body = { name, sign: 'sun', hue: 'tangerine' } as const;
    return (await teacher.call(auth.createClass, { body })).data.class.id;
  };
  const classId = await make(CLASS);
  const emptyClassId = await make('Empty class');
  const params = { id: classId };
  await teacher.call(auth.addClassNests, { params, body: { nicknames: CHILDREN, withCards: true } });
  const single = await makeNestOf(teacher, { nickname: 'Robin', listId, minutes: 30 });
  const { rule } = (await teacher.call(catalog.getNestRule, { params: { id: single } })).data;
  if (!rule) throw new Error('There is no rule.');
  const rows = rule.rows.map((row) => ({ ...row, id: crypto.randomUUID() }));
  await teacher.call(catalog.putNestRule, { params, body: { rule: { ...rule, rows }, version: 0 } });
  for (let n = 0; n < 12; n += 1)
    await makeNestOf(teacher, { nickname: `Single ${n + 1}`, listId, minutes: null });
  await teacher.call(auth.makeClassCard, { params, body: { label: LABEL } });
  const { code } = (await teacher.call(auth.createClassCode, { params, body: { hours: 12 } })).data.code;
  await teacher.call(auth.shareClass, { params, body: { username: second.user.username } });
  const empty = { params: { id: emptyClassId }, body: { hours: 12 } };
  const emptyCode = (await teacher.call(auth.createClassCode, empty)).data.code.code;
  return { classId, emptyClassId, code, emptyCode };
}

interface Devices {
  owner: Account;
  own: { nest: string; bare: string; over: string; all: string[] };
  teacher: Account;
  code: string;
  emptyCode: string;
}

async function openDevices(pages: Map<NestRole, OpenedPage>, devices: Devices): Promise<void> {
  const { owner, own, code, emptyCode } = devices;
  const site = sharedSite().url;
  const handOver = async (ids: string[]) =>
    openHandedOver(await signInAgain(site, owner), ids, { hasTouch: true });
  pages.set('nest', await handOver([own.nest]));
  pages.set('nests', await handOver(own.all));
  pages.set('night', await handOver([own.over]));
  pages.set('empty', await handOver([own.bare]));
  pages.set('tablet', await openByCode(code));
  pages.set('nobody', await openByCode(emptyCode));
  const ended = await handOver([own.bare]);
  pages.set('ended', ended);
  const { call } = await signInAgain(site, owner);
  const { nests } = (await call(auth.listNests, {})).data;
  const opened = nests.find(({ id }) => id === own.bare)?.devices ?? [];
  const latest = opened.toSorted((one, other) => other.lastUsedAt.localeCompare(one.lastUsedAt))[0];
  await call(auth.endNestDevice, { params: { id: own.bare, deviceId: latest?.id ?? '' } });
  await ended.page.getByRole('heading', { level: 1, name: 'This nest is closed' }).waitFor();
}

/** Opens a class on a tablet. */
async function openByCode(code: string): Promise<OpenedPage> {
  const opened = await openPage({ hasTouch: true });
  await opened.page.goto(`/nest#${code.replaceAll(/\W/g, '')}`);
  const { cookies } = await opened.page
    .waitForURL('/nest')
    .then(() => opened.page.locator('main h1').waitFor())
    .then(() => opened.page.context().storageState());
  if (!cookies.some(({ name }) => name === NEST_COOKIE)) throw new Error('The code opened nothing.');
  return opened;
}
