import { LANGUAGES } from '@larksong/contracts';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { signInPage } from './support/accounts.ts';
import { openPage, type OpenedPage } from './support/browser.ts';
import { GUEST_SCREENS } from './support/guest-screens.ts';
import { LIST_SCREENS, type ListScreen } from './support/list-screens.ts';
import { makeListWorld, TITLES, type ListWorld } from './support/list-world.ts';
import { lookAtScreen } from './support/screen-faults.ts';

const SCREENS = [...LIST_SCREENS, ...GUEST_SCREENS];

let world: ListWorld;
/** Each role is signed in once, and opens each screen in its own page. */
const contexts = new Map<ListScreen['as'], OpenedPage>();

beforeAll(async () => {
  world = await makeListWorld();
  for (const role of ['visitor', 'member', 'newcomer', 'superadmin'] as const) {
    const opened = await openPage();
    contexts.set(role, opened);
    if (role === 'visitor') continue;
    await signInPage(opened.page, world.accounts[role]);
    await opened.page.goto('/you');
  }
});
afterAll(async () => {
  for (const { close } of contexts.values()) await close();
  await world?.remove();
});

function contextOf(role: ListScreen['as']): BrowserContext {
  const context = contexts.get(role)?.page.context();
  if (!context) throw new Error(`There is no page for a ${role}.`);
  return context;
}

describe.each(LANGUAGES)('in the language %s', (language) => {
  it.each(SCREENS)(
    '“$name” is translated, fits all sizes and can be used by everybody',
    async ({ as, name, open }) => {
      const looked = { language, name, known: TITLES, open: (page: Page) => open(page, world) };
      expect(await lookAtScreen(contextOf(as), looked)).toEqual([]);
    },
  );
});
