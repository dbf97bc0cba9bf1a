import { LANGUAGES } from '@larksong/contracts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { signInAgain } from './access/people.ts';
import { signInPage } from './support/accounts.ts';
import { openPage, type OpenedPage } from './support/browser.ts';
import { COMMENT_SCREENS, OFF_SCREENS, type CommentScreen } from './support/comment-screens.ts';
import { makeCommentWorld, type CommentWorld } from './support/comment-world.ts';
import { lookAtScreen } from './support/screen-faults.ts';
import { chooseComments } from './support/talk-world.ts';

let world: CommentWorld;
/** Each role is signed in once, and opens each screen in its own page. */
const contexts = new Map<CommentScreen['as'], OpenedPage>();

beforeAll(async () => {
  world = await makeCommentWorld();
  for (const role of ['member', 'writer', 'newcomer', 'teacher', 'superadmin'] as const) {
    const opened = await openPage({ site: world.site.url });
    contexts.set(role, opened);
    await signInPage(opened.page, world.accounts[role]);
    await opened.page.goto('/you');
    // Notices hang over the page, on purpose.
    const json = { success: true, data: { notices: [] } };
    await opened.page.context().route('**/api/admin/videos/notices', (route) => route.fulfill({ json }));
  }
});
afterAll(async () => {
  for (const { close } of contexts.values()) await close();
  await world?.site.stop();
});

describe.each([
  { state: 'on', screens: COMMENT_SCREENS },
  { state: 'off', screens: OFF_SCREENS },
])('with comments that are $state', ({ state, screens }) => {
  beforeAll(async () => {
    const { site, accounts } = world;
    // The token from the beginning has ended by now.
    if (state === 'off') await chooseComments(await signInAgain(site.url, accounts.superadmin), 'off');
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
