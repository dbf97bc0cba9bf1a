import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { signInAgain } from './access/people.ts';
import {
  createSay,
  languageOf,
  leaveEnglish,
  listEnglishWords,
  replaceEnglish,
  type Shown,
} from './languages/said.ts';
import { createScene, KNOWN, ROLES, type Role, type Scene } from './languages/scene.ts';
import type { State } from './languages/state.ts';
import { STATES } from './languages/states.ts';
import { signInPage } from './support/accounts.ts';
import { openPage } from './support/browser.ts';
import { chooseLanguage, findFaultsAt, findUntranslated } from './support/language-pages.ts';
import { openSettled } from './support/settled.ts';
import { startSite } from './support/start-site.ts';

/** Longer than any language, and from right to left. */
const SHOWN: readonly Shown[] = ['pseudo', 'ar'];
/** Uploads take long on a busy machine. */
const PREPARING_MS = 20 * 60_000;
const WIDTHS = [320, 360, 768, 1280];

let scene: Scene;
const opened = new Map<string, Awaited<ReturnType<typeof openPage>>>();

beforeAll(async () => {
  const site = await startSite({ workers: 1, hasStarterContent: true });
  scene = await createScene(site);
}, PREPARING_MS);
afterAll(async () => {
  for (const { close } of opened.values()) await close();
  await scene?.site.stop();
});

/** Returns the page of a role, in a language. */
async function pageOf(role: Role, shown: Shown): Promise<Page> {
  const known = opened.get(`${role} ${shown}`);
  if (known) return known.page;
  const { url } = scene.site;
  const fresh = await openPage({ site: url });
  opened.set(`${role} ${shown}`, fresh);
  // One session each: pages that share one would renew it for each other.
  if (role !== 'visitor') await signInPage(fresh.page, await signInAgain(url, scene.accounts[role]));
  if (shown === 'pseudo') await replaceEnglish(fresh.page);
  fresh.page.on('dialog', (dialog) => void dialog.accept()); // whether to leave what was not saved
  await chooseLanguage(fresh.page, languageOf(shown), url);
  return fresh.page;
}

/** Closes the page of a role, so that the next state signs in again. */
async function leave(role: Role, shown: Shown): Promise<void> {
  const key = `${role} ${shown}`;
  await opened.get(key)?.close();
  opened.delete(key);
}

async function reach({ path, reach: change, fails }: State, page: Page, shown: Shown): Promise<void> {
  const say = createSay(shown);
  await page.setViewportSize({ width: WIDTHS[0] ?? 320, height: 800 });
  if (fails) await page.route('**/api/**', (route) => route.fulfill({ status: 503, json: BUSY }));
  await openSettled(page, typeof path === 'string' ? path : path(scene));
  await page.locator('h1').first().waitFor({ state: 'attached' });
  const press: Parameters<NonNullable<State['reach']>>[0]['press'] = async (id, values) => {
    const name = say(id, values);
    const roles = (['button', 'link', 'menuitem', 'tab'] as const).map((role) =>
      page.getByRole(role, { name, exact: true }),
    );
    const summary = page.locator('summary').filter({ hasText: name });
    await roles
      .reduce((all, one) => all.or(one), summary)
      .filter({ visible: true })
      .first()
      .click();
  };
  await change?.({ ...scene, page, say, press });
}

const BUSY = {
  success: false,
  message: 'The site is busy right now. Please try again in a moment.',
  code: 'TOO_BUSY',
  reason: 'code.TOO_BUSY',
};

it('the roles are those of the pages', () => {
  expect(new Set(STATES.map(({ role }) => role))).toEqual(new Set(ROLES));
});

it.each(SHOWN.flatMap((shown) => STATES.map((state) => ({ ...state, shown }))))(
  '$name is translated, accessible and fits at all widths in $shown, for a $role',
  async ({ shown, ...state }) => {
    const page = await pageOf(state.role, shown);
    try {
      await reach(state, page, shown);
      const isPseudo = shown === 'pseudo';
      const known = isPseudo ? [...KNOWN, ...listEnglishWords()] : KNOWN;
      const foreign = await findUntranslated(page, languageOf(shown), { isPseudo, known });
      if (isPseudo) await leaveEnglish(page);
      expect([...foreign, ...(await findFaultsAt(page, WIDTHS))]).toEqual([]);
    } finally {
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      if (shown === 'pseudo') await replaceEnglish(page);
      if (state.signsOut) await leave(state.role, shown);
    }
  },
);
