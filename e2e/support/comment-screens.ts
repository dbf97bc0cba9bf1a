import type { Page } from 'playwright-core';

import { hold, openFailing, openWaiting, refuse } from './list-screens.ts';
import { openSettled } from './settled.ts';
import type { CommentWorld } from './comment-world.ts';
import { renewComments } from './talk-world.ts';

/** A screen or a state of comments. */
export interface CommentScreen {
  name: string;
  as: keyof CommentWorld['accounts'];
  open: (page: Page, world: CommentWorld) => Promise<void>;
}

type Open = CommentScreen['open'];

const LIST = /\/api\/videos\/[^/]+\/comments/;
const MODERATION = /\/api\/moderation\/comments/;
const MUTED = /\/api\/admin\/comment-authors/;

const form = (page: Page) => page.locator('textarea[name="comment"]').first();
const dialog = async (page: Page) => page.locator('dialog[open]').last().waitFor();

const openSong: Open = async (page, { songs }) => {
  await openSettled(page, `/songs?v=${songs.talked}`);
  await page.locator('article').first().waitFor();
};

/** Opens the song and presses one of its buttons. */
function press(selector: string, then: (page: Page) => Promise<void>): Open {
  return async (page, world) => {
    await openSong(page, world);
    await page.locator(selector).first().click();
    await then(page);
  };
}

const SONG: CommentScreen[] = [
  { name: 'comments of others', as: 'member', open: openSong },
  { name: 'comments of a superadmin', as: 'superadmin', open: openSong },
  { name: 'own comments', as: 'writer', open: openSong },
  {
    name: 'no comments',
    as: 'member',
    open: (page, { songs }) => openSettled(page, `/songs?v=${songs.quiet}`),
  },
  {
    name: 'closed comments',
    as: 'superadmin',
    open: (page, { songs }) => openSettled(page, `/songs?v=${songs.closed}`),
  },
  {
    name: 'comments for a new account',
    as: 'newcomer',
    open: openSong,
  },
  {
    name: 'a comment that is too long',
    as: 'member',
    open: async (page, world) => {
      await openSong(page, world);
      await form(page).fill('Donaudampfschifffahrt'.repeat(30));
      await page.locator('form button[type="submit"]').first().click();
      await page.locator('[role="alert"]').first().waitFor();
    },
  },
  {
    name: 'a comment that could not be sent',
    as: 'member',
    open: async (page, world) => {
      await openSong(page, world);
      await form(page).fill('We clap when a duck comes home.');
      await refuse(page, LIST);
      await page.locator('form button[type="submit"]').first().click();
      await page.locator('form [role="alert"]').first().waitFor();
    },
  },
  {
    name: 'reply',
    as: 'superadmin',
    open: press('article button:has(.lucide-reply)', (page) => page.locator('article form').waitFor()),
  },
  { name: 'report', as: 'member', open: press('article [aria-haspopup="dialog"]', dialog) },
  {
    name: 'change of a comment',
    as: 'writer',
    open: async (page, world) => {
      await renewComments(world.site.url); // other languages may have taken longer than a comment can be changed
      await press('article button.quiet:not([aria-haspopup])', (opened) =>
        opened.locator('article form').waitFor(),
      )(page, world);
    },
  },
  { name: 'deletion of a comment', as: 'writer', open: press('article button.danger', dialog) },
  {
    name: 'removal of a comment below a song',
    as: 'superadmin',
    open: press('article button.danger[aria-haspopup]', dialog),
  },
  {
    name: 'comments for an account that nobody has confirmed',
    as: 'newcomer',
    open: async (page, world) => {
      await page.route(LIST, async (route) => {
        const answer = await route.fetch();
        const { data, ...more } = (await answer.json()) as { data: { writing: object } };
        const writing = { ...data.writing, state: 'unconfirmed', from: null };
        await route.fulfill({ response: answer, json: { ...more, data: { ...data, writing } } });
      });
      await openSong(page, world);
    },
  },
  {
    name: 'comments that load',
    as: 'member',
    open: async (page, { songs }) => {
      await hold(page, LIST);
      await openWaiting(page, `/songs?v=${songs.talked}`);
      await page.locator('#comments').waitFor();
    },
  },
  {
    name: 'comments that failed',
    as: 'member',
    open: async (page, { songs }) => {
      await refuse(page, LIST);
      await openFailing(page, `/songs?v=${songs.talked}`);
      await page.locator('section:has(#comments) [role="alert"]').waitFor();
    },
  },
];

const openModeration: Open = async (page) => {
  await openSettled(page, '/comments');
  await page.locator('article[aria-current]').waitFor();
};

const MODERATING: CommentScreen[] = [
  { name: 'waiting comments', as: 'superadmin', open: openModeration },
  {
    name: 'selected comments',
    as: 'superadmin',
    open: async (page, world) => {
      await openModeration(page, world);
      await page.locator('input[name="all"]').check();
    },
  },
  {
    name: 'reported comments',
    as: 'superadmin',
    open: (page) => openSettled(page, '/comments?list=reported'),
  },
  {
    name: 'removed comments',
    as: 'superadmin',
    open: (page) => openSettled(page, '/comments?list=removed'),
  },
  {
    name: 'muted authors',
    as: 'superadmin',
    open: async (page) => {
      await openSettled(page, '/comments?list=muted');
      await page.locator('main li button').first().waitFor();
    },
  },
  {
    name: 'muted authors that failed',
    as: 'superadmin',
    open: async (page) => {
      await refuse(page, MUTED);
      await openFailing(page, '/comments?list=muted');
    },
  },
  { name: 'comments of a teacher', as: 'teacher', open: (page) => openSettled(page, '/comments') },
  { name: 'comments for members', as: 'member', open: (page) => openSettled(page, '/comments') },
  ...(['KeyS', 'KeyM'] as const).map((key): CommentScreen => ({
    name: key === 'KeyS' ? 'removal' : 'mute',
    as: 'superadmin',
    open: async (page, world) => {
      await openModeration(page, world);
      await page.keyboard.press(key);
      await dialog(page);
    },
  })),
  {
    name: 'waiting comments that load',
    as: 'superadmin',
    open: async (page) => {
      await hold(page, MODERATION);
      await openWaiting(page, '/comments');
    },
  },
  {
    name: 'waiting comments that failed',
    as: 'superadmin',
    open: async (page) => {
      await refuse(page, MODERATION);
      await openFailing(page, '/comments');
    },
  },
];

/** Of a site with comments. */
export const COMMENT_SCREENS: readonly CommentScreen[] = [...SONG, ...MODERATING];

/** Of a site on which they were turned off, or nobody has chosen yet. */
export const OFF_SCREENS: readonly CommentScreen[] = [
  { name: 'comments that are off', as: 'superadmin', open: (page) => openSettled(page, '/comments') },
  {
    name: 'comments that are off for a teacher',
    as: 'teacher',
    open: (page) => openSettled(page, '/comments'),
  },
  {
    name: 'the choice of comments',
    as: 'superadmin',
    open: async (page) => {
      await openSettled(page, '/status');
      await page.locator('#comment-settings form').waitFor(); // the checks may take a while
    },
  },
];
