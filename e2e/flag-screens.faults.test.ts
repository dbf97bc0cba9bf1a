import { openAsBlob } from 'node:fs';

import { catalog, LANGUAGES } from '@larksong/contracts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { signInAgain } from './access/people.ts';
import { until } from './access/until.ts';
import { uploadFile } from './access/uploads.ts';
import { createMember, signInPage, signInSuperadmin, type Account } from './support/accounts.ts';
import { openPage, type OpenedPage } from './support/browser.ts';
import { makeClip } from './support/clips.ts';
import { hold, openFailing, openWaiting, refuse } from './support/list-screens.ts';
import { makeNestOf, openHandedOver } from './support/nests.ts';
import { lookAtScreen } from './support/screen-faults.ts';
import { openSettled } from './support/settled.ts';
import { sharedSite } from './support/shared-site.ts';

const LONG = 'Donaudampfschifffahrtsgesellschaft'.repeat(9);
const ARABIC = 'أغنية الذئب في الليل';
const FLAGS = /\/api\/admin\/videos\/flags/;
const FLAG_BUTTON = 'button[aria-haspopup="dialog"]:has(svg.lucide-flag)';

type Role = 'visitor' | 'member' | 'owner' | 'superadmin' | 'nest';
const pages = new Map<Role, OpenedPage>();
let song = '';
let list = '';

beforeAll(async () => {
  const superadmin = await signInSuperadmin();
  const [member, owner] = [await createMember(), await createMember()];
  await addSong(superadmin);
  await addFlags(superadmin, member);
  await addSuggestions(superadmin, member);
  const nestId = await addNest(owner);
  for (const [role, account] of Object.entries({ visitor: null, member, owner, superadmin })) {
    const opened = await openPage({ site: sharedSite().url });
    pages.set(role as Role, opened); // the keys are roles
    if (account) await signInPage(opened.page, account);
    await opened.page.goto('/you');
    // Notices hang over the page, on purpose.
    const json = { success: true, data: { notices: [] } };
    await opened.page.context().route('**/api/admin/videos/notices', (route) => route.fulfill({ json }));
  }
  // A hand-over ends the session that makes it.
  pages.set('nest', await openHandedOver(await signInAgain(sharedSite().url, owner), [nestId]));
  await tellAsNest();
}, 300_000);
afterAll(async () => {
  for (const { close } of pages.values()) await close();
});

async function addSong(superadmin: Account): Promise<void> {
  const file = await openAsBlob(await makeClip({ seconds: 2, width: 320, height: 180 }));
  song = await uploadFile(sharedSite().url, superadmin, {
    title: LONG.slice(0, 200),
    visibility: 'public',
    file,
  });
  const isReady = async () =>
    (await superadmin.call(catalog.getVideo, { params: { id: song } })).data.video.status === 'completed';
  await until(isReady, { what: 'the video completed', withinSeconds: 240 });
}

async function addFlags(superadmin: Account, member: Account): Promise<void> {
  const playerError = { what: 'network', details: 'manifestIncompatibleCodecsError', status: 404 } as const;
  const flag = (by: Account, body: { kind: catalog.FlagKind; text?: string }) =>
    by.call(catalog.flagVideo, { params: { id: song }, body: { ...body, playerError } });
  await flag(member, { kind: 'frightening', text: `${ARABIC}\n${LONG.slice(0, 270)}` });
  await flag(await createMember(), { kind: 'other', text: `\u202E<img src=x>${'Z\u0335'.repeat(40)}` });
  for (let n = 0; n < 3; n += 1) await flag(await createMember(), { kind: 'broken' });
  await flag(superadmin, { kind: 'frightening' });
  const { flags } = (await superadmin.call(catalog.listFlags, {})).data;
  const params = { id: flags[0]?.id ?? '' };
  await superadmin.call(catalog.closeFlag, { params, body: { withAlike: false } });
}

async function addSuggestions(superadmin: Account, member: Account): Promise<void> {
  const body = { name: LONG.slice(0, 120) };
  const { id } = (await superadmin.call(catalog.createSongList, { body })).data.list;
  list = (await superadmin.call(catalog.offerSongList, { params: { id } })).data.list.id;
  const params = { id: list };
  await superadmin.call(catalog.openSuggestions, { params, body: { isOpen: true } });
  for (const suggested of [{ title: LONG.slice(0, 200) }, { title: ARABIC }, { videoId: song }])
    await member.call(catalog.suggestSong, { params, body: suggested });
  const waiting = (await superadmin.call(catalog.listSuggestions, { params })).data.suggestions;
  await superadmin.call(catalog.decideSuggestion, {
    params: { ...params, suggestionId: waiting[1]?.id ?? '' },
    body: { decision: 'decline' },
  });
  // A song of the list is not suggested.
  await superadmin.call(catalog.addSongs, { params, body: { videoIds: [song] } });
}

async function addNest(owner: Account): Promise<string> {
  const { id } = (await owner.call(catalog.createSongList, { body: { name: 'Night', videoIds: [song] } }))
    .data.list;
  return makeNestOf(owner, { nickname: 'Juno', listId: id, minutes: null });
}

async function tellAsNest(): Promise<void> {
  const { page } = pages.get('nest')!;
  await openNestFlag(page);
  await page.locator('dialog[open] button:has(svg[data-kind="frightening"])').click();
  await page.locator('dialog[open] output:not(:empty)').waitFor();
}

const dialog = (page: Page) => page.locator('dialog[open]');

async function openFlag(page: Page): Promise<void> {
  await openSettled(page, `/songs?v=${song}`);
  await page.locator(FLAG_BUTTON).click();
  await dialog(page).waitFor();
}

/** Waits for the sentence of a failure, which comes into view above the buttons, also on the smallest screen. */
async function seeAlert(page: Page): Promise<void> {
  const alert = dialog(page).locator('[role="alert"]');
  await alert.waitFor();
  const { y, height } = (await alert.boundingBox()) ?? { y: -1, height: 0 };
  const buttons = (await dialog(page).locator('.actions').boundingBox())?.y ?? 0;
  if (y < 0 || y + height > buttons)
    throw new Error(`The alert ends at ${y + height}, the buttons begin at ${buttons}.`);
}

async function openNestFlag(page: Page): Promise<void> {
  await page.goto('/nest');
  await page.locator('main a[href*="/nest/play/"]').last().click();
  await page.locator(FLAG_BUTTON).click();
  await dialog(page).waitFor();
}

async function openSuggest(page: Page): Promise<void> {
  await openSettled(page, `/lists/${list}`);
  await page.locator('aside section button:has(svg.lucide-lightbulb)').click();
  await dialog(page).locator('input[type="search"]').fill('Donau');
  await dialog(page).locator('li button').first().waitFor();
}

interface Screen {
  name: string;
  as: Role;
  open: (page: Page) => Promise<void>;
}

const SCREENS: readonly Screen[] = [
  { name: 'the flag below a song', as: 'visitor', open: (page) => openSettled(page, `/songs?v=${song}`) },
  { name: 'flag of a visitor', as: 'visitor', open: openFlag },
  {
    name: 'flag that was told already',
    as: 'member',
    open: async (page) => {
      await openFlag(page);
      await dialog(page).locator('label:has(input[type="radio"])').first().click();
      await dialog(page).locator('.actions button').last().click();
      await dialog(page).locator('svg.big').waitFor();
    },
  },
  {
    name: 'flag with words that was refused',
    as: 'member',
    open: async (page) => {
      await refuse(page, /\/flag$/);
      await openFlag(page);
      await dialog(page).locator('label:has(input[type="radio"])').nth(1).click();
      await dialog(page)
        .locator('textarea')
        .fill(`${ARABIC}\n${LONG.slice(0, 250)}`);
      await dialog(page).locator('.actions button').last().click();
      await seeAlert(page);
    },
  },
  { name: 'flags', as: 'superadmin', open: (page) => openSettled(page, '/flags') },
  {
    name: 'flags that are alike',
    as: 'superadmin',
    open: async (page) => {
      await openSettled(page, '/flags');
      await page.locator('summary').first().click();
    },
  },
  {
    name: 'flag of which there are too many today',
    as: 'visitor',
    open: async (page) => {
      const json = { success: false, code: 'TOO_MANY_REQUESTS', reason: 'flag.too-many', message: '' };
      await page.route(/\/flag$/, (route) => route.fulfill({ status: 429, json }));
      await openFlag(page);
      await dialog(page).locator('label:has(input[type="radio"])').nth(1).click();
      await dialog(page).locator('.actions button').last().click();
      await seeAlert(page);
    },
  },
  { name: 'closed flags', as: 'superadmin', open: (page) => openSettled(page, '/flags?list=closed') },
  {
    name: 'flags that load',
    as: 'superadmin',
    open: async (page) => {
      await hold(page, FLAGS);
      await openWaiting(page, '/flags');
    },
  },
  {
    name: 'flags that failed',
    as: 'superadmin',
    open: async (page) => {
      await refuse(page, FLAGS);
      await openFailing(page, '/flags');
    },
  },
  { name: 'flags for members', as: 'member', open: (page) => openSettled(page, '/flags') },
  {
    name: 'what a nest told',
    as: 'owner',
    open: async (page) => {
      await openSettled(page, '/children');
      await page.locator('section section li svg[data-kind]').first().waitFor();
    },
  },
  { name: 'flag of a nest', as: 'nest', open: openNestFlag },
  {
    name: 'player of a nest with its flag',
    as: 'nest',
    open: async (page) => {
      await openNestFlag(page);
      await page.keyboard.press('Escape');
      await dialog(page).waitFor({ state: 'detached' });
    },
  },
  { name: 'suggestions for an owner', as: 'superadmin', open: (page) => openSettled(page, `/lists/${list}`) },
  { name: 'lists with suggestions', as: 'superadmin', open: (page) => openSettled(page, '/lists') },
  { name: 'own suggestions', as: 'member', open: (page) => openSettled(page, `/lists/${list}`) },
  { name: 'a song is suggested', as: 'member', open: openSuggest },
];

describe.each(LANGUAGES)('in the language %s', (language) => {
  it.each(SCREENS)('“$name” is translated, fits all sizes and can be used by everybody', async (screen) => {
    const context = pages.get(screen.as)?.page.context();
    if (!context) throw new Error(`There is no page for a ${screen.as}.`);
    const { name, open } = screen;
    expect(await lookAtScreen(context, { language, name, open }, sharedSite().url)).toEqual([]);
  });
});
