import { openAsBlob } from 'node:fs';

import { catalog } from '@larksong/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { until } from './access/until.ts';
import { uploadFile } from './access/uploads.ts';
import { signInSuperadmin, type Account } from './support/accounts.ts';
import { walkAsChild, type Choice, type Walk } from './support/automated-child.ts';
import { openPage } from './support/browser.ts';
import { makeClip } from './support/clips.ts';
import { createRandom, readCount, readSeed } from './support/random.ts';
import { sharedSite } from './support/shared-site.ts';

const RUNS = readCount('CHILD_RUNS', 6);
const TAPS = 60;
/** A menu or a form that covers the screen is left again by chance within this number of taps. */
const PATIENT_TAPS = 30;
const SONGS = 4;
const SCREENS = [
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
];

let superadmin: Account;
const ids: string[] = [];

beforeAll(async () => {
  superadmin = await signInSuperadmin();
  const file = await openAsBlob(await makeClip({ seconds: 20, width: 160, height: 90 }));
  for (let number = 1; number <= SONGS; number++)
    ids.push(
      await uploadFile(sharedSite().url, superadmin, { title: `Song ${number}`, visibility: 'public', file }),
    );
  const read = async (id: string) => (await superadmin.call(catalog.getVideo, { params: { id } })).data.video;
  const areReady = async () =>
    (await Promise.all(ids.map(read))).every(({ status }) => status === 'completed');
  await until(areReady, { what: 'the songs completed', withinSeconds: 240 });
});
afterAll(async () => {
  for (const id of ids) await superadmin.call(catalog.deleteVideo, { params: { id } });
});

/** Lets another child begin at the game in each run; no page may report an error. */
async function walkOften(choice: Choice, viewport: (typeof SCREENS)[number]): Promise<Walk[]> {
  const walks: Walk[] = [];
  const first = readSeed();
  for (let seed = first; seed < first + RUNS; seed++) {
    const { page, trouble, close } = await openPage({ viewport, hasTouch: true });
    await page.goto('/');
    await page.getByRole('gridcell').first().waitFor();
    const walk = await walkAsChild(page, { choice, taps: TAPS, random: createRandom(seed) });
    console.log(`${choice}, ${viewport.width}×${viewport.height}, seed ${seed}: ${JSON.stringify(walk)}`);
    expect(trouble).toEqual({ errors: [], foreignRequests: [] });
    walks.push(walk);
    await close();
  }
  return walks;
}

const sum = (walks: Walk[], of: (walk: Walk) => number) => walks.reduce((total, walk) => total + of(walk), 0);

it.for(SCREENS)(
  'a child that taps what is large plays, wins and hears songs on $width×$height',
  async (screen) => {
    const walks = await walkOften('by size', screen);
    for (const of of [({ wins }: Walk) => wins, ({ wentOn }: Walk) => wentOn, ({ songs }: Walk) => songs])
      expect(sum(walks, of)).toBeGreaterThan(0);
  },
);

it.for(SCREENS)('a child that taps anywhere finds back to the pictures on $width×$height', async (screen) => {
  const walks = await walkOften('anywhere', screen);
  const lost = walks.flatMap(({ astray }) =>
    astray.filter(({ tap, tapsToReturn = TAPS - tap }) => tapsToReturn > PATIENT_TAPS),
  );
  expect(lost).toEqual([]);
});
