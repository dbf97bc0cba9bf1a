import { LANGUAGES } from '@larksong/contracts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { signInPage } from './support/accounts.ts';
import { openPage, type OpenedPage } from './support/browser.ts';
import { lookAtScreen } from './support/screen-faults.ts';
import { CLOSED_SCREENS, TEACHER_SCREENS, type TeacherScreen } from './support/teacher-screens.ts';
import { closeSite, makeTeacherWorld, type TeacherWorld } from './support/teacher-world.ts';

let world: TeacherWorld;
/** Each role is signed in once, and opens each screen in its own page. */
const contexts = new Map<TeacherScreen['as'], OpenedPage>();

beforeAll(async () => {
  world = await makeTeacherWorld();
  for (const role of ['visitor', 'member', 'newcomer', 'teacher', 'superadmin'] as const) {
    const opened = await openPage({ site: world.site.url });
    contexts.set(role, opened);
    if (role !== 'visitor') await signInPage(opened.page, world.accounts[role]);
    await opened.page.goto('/you');
  }
});
afterAll(async () => {
  for (const { close } of contexts.values()) await close();
  await world?.site.stop();
});

describe.each([
  { state: 'open', screens: TEACHER_SCREENS },
  { state: 'closed', screens: CLOSED_SCREENS },
])('on a site that is $state', ({ state, screens }) => {
  beforeAll(async () => {
    if (state === 'closed') await closeSite(world);
  });

  describe.each(LANGUAGES)('in the language %s', (language) => {
    it.each(screens)(
      '“$name” is translated, fits all sizes and can be used by everybody',
      async ({ as, name, open }) => {
        const context = contexts.get(as)?.page.context();
        if (!context) throw new Error(`There is no page for a ${as}.`);
        const looked = { language, name, open: (page: Page) => open(page, world) };
        expect(await lookAtScreen(context, looked, world.site.url)).toEqual([]);
      },
    );
  });
});
