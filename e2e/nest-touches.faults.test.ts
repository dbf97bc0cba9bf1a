import { randomBytes } from 'node:crypto';

import { auth, catalog, NEST_COOKIE } from '@larksong/contracts';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';

import { signInAgain } from './access/people.ts';
import { rawCall } from './access/raw-call.ts';
import { createMember, signInSuperadmin, type Account } from './support/accounts.ts';
import { makeList, uploadSongs } from './support/list-playing.ts';
import { tapLargestPictures, touchAsMonkey } from './support/monkey.ts';
import { makeNestOf, openHandedOver } from './support/nests.ts';
import { createRandom, readCount, readSeed } from './support/random.ts';
import { sharedSite } from './support/shared-site.ts';

const site = sharedSite().url;
const SEEDS = readCount('MONKEY_SEEDS', 5);
const TOUCHES = 2000;
const SCREENS = [
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
];
/** Titles of songs outside of the nest. */
const OUTSIDE = `Outside ${randomBytes(4).toString('hex')}`;
/** Calls that lead out of a nest or end it. */
const ENDING = [auth.login, auth.endHandOver].map(({ path }) => path);

let member: Account;
let listId: string;
beforeAll(async () => {
  const superadmin = await signInSuperadmin();
  member = await createMember();
  const clip = { seconds: 12, width: 160, height: 90 };
  const inside = Array.from({ length: 5 }, (_, n) => `Song ${n} ${randomBytes(3).toString('hex')}`);
  const ids = await uploadSongs({ site, superadmin, clip }, [...inside, OUTSIDE]);
  listId = await makeList(member, 'Songs for Robin', ids.slice(0, -1));
});

interface Device {
  page: Page;
  /** Successful answers to calls that would end the nest. */
  ended: string[];
}

/** Expects that a page is a nest's, and that its session is kept. */
async function expectInNest({ page, ended }: Device, seed: number): Promise<void> {
  const message = `seed ${seed} at ${page.url()}`;
  expect(new URL(page.url()).pathname, message).toMatch(/^\/nest(\/|$)/);
  expect(page.url().startsWith(site), message).toBe(true);
  expect(page.context().pages(), message).toHaveLength(1);
  const { cookies, origins } = await page.context().storageState();
  expect(
    cookies.map(({ name }) => name),
    message,
  ).toContain(NEST_COOKIE);
  const stored = new Map(
    origins.flatMap(({ localStorage }) => localStorage).map(({ name, value }) => [name, value]),
  );
  expect(stored.has('auth.tokens'), message).toBe(false);
  const { refreshToken } = JSON.parse(stored.get('nest.session') ?? '{}') as auth.NestSession; // stored by the client
  expect(typeof refreshToken, message).toBe('string');
  expect(await page.content().catch(() => ''), message).not.toContain(OUTSIDE);
  expect(ended, message).toEqual([]);
}

it.each(Array.from({ length: SEEDS }, (_, n) => readSeed() + n))(
  'a monkey with seed %i never leaves the nest, ends nothing and signs nobody out',
  async (seed) => {
    const random = createRandom(seed);
    const keeping = await keepSession();
    const nests = [
      await makeNestOf(keeping.staying, { nickname: 'Robin', listId, minutes: 60 }),
      await makeNestOf(keeping.staying, { nickname: 'Juno', listId, minutes: null }),
    ];
    const viewport = SCREENS[seed % SCREENS.length] ?? { width: 1024, height: 768 };
    const { page, trouble, close } = await openHandedOver(keeping.handing, nests, {
      viewport,
      hasTouch: true,
    });
    const ended: string[] = [];
    page.on('response', (response) => {
      const path = new URL(response.url()).pathname;
      if (ENDING.includes(path) && response.ok()) ended.push(path);
    });
    const device = { page, ended };
    const startedAt = performance.now();
    await touchAsMonkey(page, { touches: TOUCHES, random, look: () => expectInNest(device, seed) });
    console.log(
      `seed ${seed}: ${TOUCHES} touches in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`,
    );
    await page.goto('/nest');
    await expectInNest(device, seed);
    expect(trouble.foreignRequests).toEqual([]);
    expect(trouble.errors.filter((error) => !/(401|403|404|429|503)/.test(error))).toEqual([]);
    // The nest continues, and so does the member elsewhere.
    const stored = (await page.context().storageState()).origins.flatMap(({ localStorage }) => localStorage);
    const session = JSON.parse(
      stored.find(({ name }) => name === 'nest.session')?.value ?? '{}',
    ) as auth.NestSession; // as above
    const body = { refreshToken: session.refreshToken, nestId: nests[0] ?? '' };
    expect((await rawCall(site + auth.refreshNests.path, 'POST', { body })).status).toBe(200);
    await close();
    const { call } = await signInAgain(site, member); // the token from before may have ended meanwhile
    expect((await call(auth.listNests, {})).data.nests.length).toBeGreaterThan(1);
    for (const id of nests) await call(auth.deleteNest, { params: { id } });
  },
);

/** Signs a member in twice: on the device that is handed over, and on another one. */
async function keepSession(): Promise<Record<'handing' | 'staying', Account>> {
  const again = () => signInAgain(site, member);
  return { handing: await again(), staying: await again() };
}

it.each(SCREENS)(
  'a child that taps only the largest picture hears songs until good night on $width×$height',
  async (viewport) => {
    const { handing, staying } = await keepSession();
    const nests = [
      await makeNestOf(staying, { nickname: 'Robin', listId, minutes: 1 }),
      await makeNestOf(staying, { nickname: 'Juno', listId, minutes: 1 }),
    ];
    const { page, trouble, close } = await openHandedOver(handing, nests, { viewport, hasTouch: true });
    const goodNight = page.getByRole('heading', { name: /good night/i });
    const until = performance.now() + 240_000;
    const strays: string[] = [];
    const heard = await tapLargestPictures(page, async () => {
      if (!/\/nest(\/play\/.*)?$/.test(new URL(page.url()).pathname)) strays.push(page.url());
      return performance.now() < until && !(await goodNight.isVisible());
    });
    console.log(`${viewport.width} px: ${heard.size} songs by their pictures, then good night`);
    expect(strays).toEqual([]);
    expect(heard.size).toBeGreaterThan(1);
    expect(await goodNight.isVisible()).toBe(true);
    expect(trouble.foreignRequests).toEqual([]);
    expect(await countedSeconds(staying, nests)).toBeGreaterThan(50);
    await close();
  },
);

async function countedSeconds({ call }: Account, ids: string[]): Promise<number> {
  const all = ids.map((id) => call(catalog.listNestMinutes, { params: { id }, query: { nestId: id } }));
  const counted = (await Promise.all(all)).flatMap(({ data }) => data.days.map(({ seconds }) => seconds));
  return counted.reduce((sum, seconds) => sum + seconds, 0);
}
