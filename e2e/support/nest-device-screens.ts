import type { Page } from 'playwright-core';

import { hold } from './list-screens.ts';
import { NEST_PIN } from './nests.ts';
import type { NestScreen } from './nest-screens.ts';
import { seekTo } from './playing.ts';
import { openSettled } from './settled.ts';

const PLACE = /\/api\/nest\/place$/;
const DOOR = /\/api\/nest-sessions\/door$/;
const SONG_SECONDS = 20;

type Open = NestScreen['open'];

const heading = async (page: Page) => page.locator('main h1').first().waitFor({ state: 'attached' });

/** Answers calls of this kind with a failure. */
async function fail(
  page: Page,
  calls: RegExp,
  { status, code, headers = {} }: { status: number; code: string; headers?: Record<string, string> },
): Promise<void> {
  const json = { success: false, code, reason: `code.${code}`, message: '', requestId: 'test' };
  await page.route(calls, (route) => route.fulfill({ status, json, headers }));
}
const BUSY = { status: 503, code: 'TOO_BUSY' };

const openAt =
  (path: string): Open =>
  async (page) => {
    await openSettled(page, path);
    await heading(page);
  };

/** Opens the place with another time. */
function atTime(time: object): Open {
  return async (page) => {
    await page.route(PLACE, async (route) => {
      const answer = await route.fetch();
      const { data, ...more } = (await answer.json()) as { data: { time: object } };
      await route.fulfill({
        response: answer,
        json: { ...more, data: { ...data, time: { ...data.time, ...time } } },
      });
    });
    await openAt('/nest')(page, undefined as never);
  };
}

const PLACES: NestScreen[] = [
  { name: 'a place', as: 'nest', open: openAt('/nest') },
  { name: 'a place in the evening', as: 'nest', open: atTime({ share: 0.1, leftSeconds: 200 }) },
  { name: 'a place with nothing in it', as: 'empty', open: openAt('/nest') },
  {
    name: 'a place that loads',
    as: 'nest',
    open: async (page) => {
      await hold(page, PLACE);
      await page.goto('/nest');
      await heading(page);
    },
  },
  {
    name: 'a place that rests',
    as: 'nest',
    open: async (page) => {
      await fail(page, PLACE, BUSY);
      await page.goto('/nest');
      await page.locator('main output, main [role="status"]').first().waitFor();
      await page.locator('main h1:not(:empty)').waitFor();
    },
  },
  { name: 'good night', as: 'night', open: openAt('/nest') },
  { name: 'not here', as: 'nest', open: openAt('/songs') },
  {
    name: 'a song that is in the nest',
    as: 'nest',
    open: (page, { song }) => openSettled(page, `/songs?v=${song}`),
  },
  { name: 'whose nest', as: 'nests', open: openAt('/nest') },
  { name: 'a class on a tablet', as: 'tablet', open: openAt('/nest') },
  {
    name: 'a nest that does not open',
    as: 'nests',
    open: async (page) => {
      await openSettled(page, '/nest');
      await fail(page, /\/api\/nest-sessions\/refresh$/, BUSY);
      await page.locator('main li button').first().click();
      await page.locator('main output:not(:empty), main [role="status"]:not(:empty)').first().waitFor();
    },
  },
  { name: 'a class without children on a tablet', as: 'nobody', open: openAt('/nest') },
  { name: 'a nest that is closed', as: 'ended', open: openAt('/nest') },
  {
    name: 'a code for a nest that is closed',
    as: 'ended',
    open: async (page) => {
      await openSettled(page, '/nest');
      await page.locator('main button').first().click();
      await page.locator('main input').waitFor();
    },
  },
  { name: 'a code', as: 'stranger', open: openAt('/nest') },
  {
    name: 'no code',
    as: 'stranger',
    open: async (page) => {
      await openSettled(page, '/nest');
      await page.locator('main [type="submit"]').click();
      await page.locator('[aria-invalid="true"]').waitFor();
    },
  },
  {
    name: 'a code that opens nothing',
    as: 'stranger',
    open: async (page) => {
      await openSettled(page, '/nest#k7m4-qx2p-93hd-vt6w');
      await page.locator('main [role="alert"] h1').waitFor();
    },
  },
  {
    name: 'a card for somebody signed in',
    as: 'owner',
    open: (page, { cardCode }) => openSettled(page, `/nest#${cardCode}`),
  },
];

/** Plays the first song of the nest, and stops it, so that its picture stays the same. */
const openSong = async (page: Page, { row, song }: { row: string; song: string }): Promise<void> => {
  await openSettled(page, `/nest/play/${row}?song=${song}`);
  await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0.2);
  await page.locator('button:has(svg.lucide-flag)').waitFor();
};
const pause = async (page: Page) =>
  page.locator('video').evaluate((video) => (video as HTMLVideoElement).pause());

const PLAYING: NestScreen[] = [
  {
    name: 'a song in a nest',
    as: 'nest',
    open: async (page, world) => {
      await openSong(page, world);
      await pause(page);
    },
  },
  {
    name: 'a locked player',
    as: 'nest',
    open: async (page, world) => {
      await openSong(page, world);
      await pause(page);
      await page.locator('button:has(svg.lucide-lock-open)').click();
      await page.locator('button:has(svg.lucide-lock)').waitFor();
    },
  },
  {
    name: 'the end of a row',
    as: 'nest',
    open: async (page, { lastRow, song }) => {
      await openSong(page, { row: lastRow, song });
      await seekTo(page, SONG_SECONDS - 0.3);
      await page.locator('button svg.lucide-rotate-ccw').first().waitFor();
    },
  },
  {
    name: 'one more song',
    as: 'nest',
    open: async (page, world) => {
      await page.route(/\/api\/nest\/songs\/[^/]+\/view$/, async (route) => {
        const answer = await route.fetch();
        const { data, ...more } = (await answer.json()) as { data: { time: object } };
        const time = { ...data.time, state: 'last', share: 0.01, leftSeconds: 5 };
        await route.fulfill({ response: answer, json: { ...more, data: { ...data, time } } });
      });
      await openSong(page, world);
      await page
        .locator('main svg.lucide-music + output, main svg.lucide-music + [role="status"]')
        .first()
        .waitFor();
      await pause(page);
    },
  },
  { name: 'search in a nest', as: 'nest', open: openAt('/nest/search') },
  {
    name: 'found songs of a nest',
    as: 'nest',
    open: async (page) => {
      await openSettled(page, '/nest/search?q=song');
      await page.locator('main li a').first().waitFor();
    },
  },
  { name: 'nothing found in a nest', as: 'nest', open: openAt('/nest/search?q=zzzz') },
];

const typePin = async (page: Page, pin: string) => {
  await page.locator('main [dir="ltr"] button').first().waitFor();
  await page.keyboard.type(pin);
  await page.keyboard.press('Enter');
};

/** Opens the pad, and types a PIN that is answered with a failure. */
function refusedBy(failure: Parameters<typeof fail>[2], shown: string): Open {
  return async (page) => {
    await fail(page, DOOR, failure);
    await openSettled(page, '/nest/door');
    await typePin(page, '0000');
    await page.locator(shown).first().waitFor();
  };
}

const openDoor: Open = async (page) => {
  await openSettled(page, '/nest/door');
  await typePin(page, NEST_PIN);
  await page.locator('main section h2').first().waitFor();
  await page.locator('main section button').first().waitFor();
};

const DOORS: NestScreen[] = [
  {
    name: 'the pad',
    as: 'nest',
    open: async (page, world) => {
      await openAt('/nest/door')(page, world);
      await page.keyboard.type('47');
    },
  },
  {
    name: 'a wrong PIN',
    as: 'nest',
    open: refusedBy({ status: 403, code: 'WRONG_PIN' }, 'main [role="alert"], main .message'),
  },
  {
    name: 'a pad that pauses',
    as: 'nest',
    open: refusedBy(
      { status: 429, code: 'TOO_MANY_REQUESTS', headers: { 'retry-after': '900' } },
      '[role="timer"]',
    ),
  },
  {
    name: 'a pad that rests',
    as: 'nest',
    open: refusedBy({ status: 403, code: 'PIN_RESTS' }, 'main p[tabindex="-1"]'),
  },
  {
    name: 'a pad without an answer',
    as: 'nest',
    open: refusedBy(BUSY, 'main [role="alert"], main .message'),
  },
  { name: 'the door', as: 'nests', open: openDoor },
  {
    name: 'a rule behind the door',
    as: 'nest',
    open: async (page, world) => {
      await openDoor(page, world);
      await page.locator('main section button').last().click();
      await page.locator('dialog[open] fieldset label').first().waitFor();
    },
  },
  {
    name: 'the end of a hand-over',
    as: 'nest',
    open: async (page, world) => {
      await openDoor(page, world);
      await page.locator('main button:has(svg.lucide-log-out)').click();
      await page.locator('dialog[open]').waitFor();
    },
  },
  { name: 'the password of a nest', as: 'nest', open: openAt('/nest/sign-in') },
  { name: 'the password of a nest that is closed', as: 'ended', open: openAt('/nest/sign-in') },
];

/** Of children, and of the door. */
export const DEVICE_SCREENS: readonly NestScreen[] = [...PLACES, ...PLAYING, ...DOORS];
