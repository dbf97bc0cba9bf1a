import type { Page } from 'playwright-core';

import { UNKNOWN } from '../support/every-route.ts';
import type { Say } from './said.ts';
import type { Role, Scene } from './scene.ts';

/** What a state needs to come about in the page of its address. */
interface Stage extends Scene {
  page: Page;
  say: Say;
  /** Presses the first button, link or item with the name of a message. */
  press: (id: string, values?: Record<string, string | number>) => Promise<void>;
}

/** A page in a state, as somebody sees it. */
export interface State {
  name: string;
  role: Role;
  path: string | ((scene: Scene) => string);
  /** Whether no call of the page succeeds. */
  fails?: boolean;
  /** Brings the state about; by default it is the page as it is loaded. */
  reach?: (stage: Stage) => Promise<unknown>;
}

/** Opens a part by one button. */
const after =
  (id: string, values?: Record<string, string | number>) =>
  async ({ press, page }: Stage) => {
    await press(id, values);
    await page.locator('dialog[open], [role=menu], [role=dialog], form').first().waitFor();
  };

const openMenu = ({ page }: Stage) => page.locator('[aria-haspopup=menu]').last().click();

const GAME: State[] = [
  { name: 'a game', role: 'visitor', path: '/?letters=A' },
  {
    name: 'an open card',
    role: 'visitor',
    path: '/?letters=A',
    reach: async ({ page }) => {
      await page.locator('[role=gridcell]').first().click();
      await page.locator('[role=gridcell]').nth(1).click();
    },
  },
  { name: 'the settings of the game', role: 'visitor', path: '/', reach: after('game.settings') },
  { name: 'letters without words', role: 'visitor', path: '/?letters=Ж' },
  { name: 'cards to print', role: 'visitor', path: '/print?letters=A,B' },
  { name: 'the panel of the game', role: 'superadmin', path: '/', reach: after('manage.button') },
];

const SHELL: State[] = [
  { name: 'the menu', role: 'visitor', path: '/you', reach: after('bar.menu') },
  { name: 'the menu of a superadmin', role: 'superadmin', path: '/you', reach: after('bar.menu') },
  { name: 'the menu of a teacher', role: 'teacher', path: '/you', reach: after('bar.menu') },
  { name: 'the options', role: 'visitor', path: '/you', reach: openMenu },
  { name: 'the account menu', role: 'member', path: '/you', reach: openMenu },
  { name: 'signing in', role: 'visitor', path: '/songs', reach: after('bar.sign-in') },
  {
    name: 'signing in with nothing',
    role: 'visitor',
    path: '/songs',
    reach: async (stage) => {
      await after('bar.sign-in')(stage);
      await stage.page.locator('dialog[open] [type=submit]').click();
    },
  },
  {
    name: 'creating an account with nothing',
    role: 'visitor',
    path: '/songs',
    reach: async (stage) => {
      await after('bar.sign-in')(stage);
      await stage.press('sign-in.tab.register');
      await stage.page.locator('dialog[open] [type=submit]').click();
    },
  },
  {
    name: 'Sign Out',
    role: 'member',
    path: '/you',
    reach: async (stage) => {
      await openMenu(stage);
      await stage.press('account-menu.sign-out');
    },
  },
];

const SONGS: State[] = [
  { name: 'songs', role: 'visitor', path: '/songs' },
  { name: 'a song', role: 'visitor', path: ({ song }) => `/songs?v=${song}` },
  { name: 'a song of a superadmin', role: 'superadmin', path: ({ song }) => `/songs?v=${song}` },
  { name: 'no song', role: 'visitor', path: '/songs?v=0198f3c2-7a1e-7d40-b1c9-5e2f6a90d8e1' },
  {
    name: 'a link to a song',
    role: 'visitor',
    path: ({ song }) => `/songs?v=${song}`,
    reach: after('copy-link.button'),
  },
  {
    name: 'the keys',
    role: 'visitor',
    path: ({ song }) => `/songs?v=${song}`,
    reach: ({ page }) => page.keyboard.press('?'),
  },
  { name: 'found songs', role: 'visitor', path: '/songs?q=ducks' },
  { name: 'a chip', role: 'visitor', path: '/songs?filter=category:Animals' },
  { name: 'watched songs', role: 'member', path: '/songs?filter=watched' },
  {
    name: 'clearing what was watched',
    role: 'member',
    path: '/songs?filter=watched',
    reach: after('clear-history.button'),
  },
  { name: 'liked songs', role: 'member', path: '/liked' },
  {
    name: 'the menu of a song',
    role: 'member',
    path: '/songs',
    reach: after('video-card.more', { title: 'Five little ducks' }),
  },
  {
    name: 'selected songs',
    role: 'member',
    path: '/songs',
    reach: async (stage) => {
      await after('video-card.more', { title: 'Five little ducks' })(stage);
      await stage.press('song-menu.select');
    },
  },
  {
    name: 'adding to a list',
    role: 'member',
    path: ({ song }) => `/songs?v=${song}`,
    reach: after('video.add-to-list'),
  },
  {
    name: 'editing a song',
    role: 'superadmin',
    path: ({ song }) => `/songs?v=${song}`,
    reach: after('edit.open'),
  },
];

const LISTS: State[] = [
  { name: 'lists', role: 'member', path: '/lists' },
  { name: 'a new list', role: 'member', path: '/lists', reach: after('lists.new') },
  { name: 'a list', role: 'member', path: ({ list }) => `/lists/${list}` },
  {
    name: 'the menu of a list',
    role: 'member',
    path: ({ list }) => `/lists/${list}`,
    reach: after('lists.more', { name: 'Morning circle' }),
  },
  {
    name: 'songs for a list',
    role: 'member',
    path: ({ list }) => `/lists/${list}`,
    reach: after('list.add'),
  },
  {
    name: 'letters of the day',
    role: 'member',
    path: ({ list }) => `/lists/${list}`,
    reach: after('list-letters.choose'),
  },
  {
    name: 'another link',
    role: 'member',
    path: ({ list }) => `/lists/${list}`,
    reach: after('share.make-another'),
  },
  {
    name: 'taking a link back',
    role: 'member',
    path: ({ list }) => `/lists/${list}`,
    reach: after('share.take-back'),
  },
  { name: 'a list of somebody else', role: 'superadmin', path: ({ list }) => `/lists/${list}` },
  { name: 'playing a list', role: 'member', path: ({ list }) => `/lists/${list}/play` },
  { name: 'the list of a link', role: 'visitor', path: ({ code }) => `/s/${code}` },
  { name: 'a song of a link', role: 'visitor', path: ({ code, song }) => `/s/${code}?song=${song}` },
  {
    name: 'a wrong code',
    role: 'visitor',
    path: '/s',
    reach: async ({ page }) => {
      await page.locator('main input').fill('K7M');
      await page.locator('main [type=submit]').click();
    },
  },
  { name: 'a dead link', role: 'visitor', path: UNKNOWN.link },
];

const ACCOUNT: State[] = [
  { name: 'a profile', role: 'member', path: '/profile' },
  { name: 'deleting the own account', role: 'member', path: '/profile', reach: after('delete-account.open') },
  {
    name: 'a password that was not typed',
    role: 'member',
    path: '/profile',
    reach: ({ press }) => press('change-password.submit'),
  },
];

const UPLOADS: State[] = [
  {
    name: 'an upload without anything',
    role: 'superadmin',
    path: '/upload',
    reach: ({ press }) => press('upload.send'),
  },
  {
    name: 'a chosen file',
    role: 'teacher',
    path: '/upload',
    reach: async ({ page }) => {
      const file = { name: 'a.mp4', mimeType: 'video/mp4', buffer: Buffer.from('Quack') };
      await page.locator('input[type=file]').first().setInputFiles(file);
      for (const fold of await page.locator('main summary').all()) await fold.click();
    },
  },
  {
    name: 'files to import',
    role: 'superadmin',
    path: '/import',
    reach: async ({ page }) => {
      const video = { name: 'VID_20260102_1200.mp4', mimeType: 'video/mp4', buffer: Buffer.from('Quack') };
      const table = {
        name: 'table.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from('file,title,colour\nb.mp4,\n'),
      };
      const stray = { name: 'stray.srt', mimeType: 'text/plain', buffer: Buffer.from('1') };
      await page.locator('input[type=file]').first().setInputFiles([video, table, stray]);
    },
  },
  { name: 'own uploads', role: 'teacher', path: '/transcoding' },
  { name: 'all uploads', role: 'superadmin', path: '/transcoding' },
];

const STAFF: State[] = [
  { name: 'approvals', role: 'superadmin', path: '/approvals' },
  { name: 'videos that were sent back', role: 'superadmin', path: '/approvals?view=sent_back' },
  { name: 'later changes', role: 'superadmin', path: '/approvals?view=changes' },
  { name: 'sending back', role: 'superadmin', path: '/approvals', reach: after('approvals.send-back') },
  {
    name: 'approving with changes',
    role: 'superadmin',
    path: '/approvals',
    reach: after('approvals.approve-changed'),
  },
  { name: 'a letter', role: 'superadmin', path: '/game-admin?letter=A' },
  {
    name: 'recording',
    role: 'superadmin',
    path: '/game-admin?letter=A',
    reach: after('media.replace-sound-of', { name: 'ant' }),
  },
  {
    name: 'deleting a letter',
    role: 'superadmin',
    path: '/game-admin',
    reach: after('categories.delete-letter', { letter: 'A' }),
  },
  { name: 'letters of a teacher', role: 'teacher', path: '/game-admin?letter=A' },
  {
    name: 'a chip',
    role: 'superadmin',
    path: '/chips',
    reach: after('chip.change-named', { name: 'Animals' }),
  },
  {
    name: 'making a superadmin',
    role: 'superadmin',
    path: '/accounts',
    reach: after('account.make-superadmin'),
  },
  {
    name: 'the rights of a teacher',
    role: 'superadmin',
    path: '/accounts',
    reach: after('account.teacher-rights'),
  },
  { name: 'disabling an account', role: 'superadmin', path: '/accounts', reach: after('account.disable') },
  { name: 'deleting an account', role: 'superadmin', path: '/accounts', reach: after('account.delete') },
  { name: 'no account', role: 'superadmin', path: '/accounts?q=nobody' },
  {
    name: 'a table of people',
    role: 'superadmin',
    path: '/accounts/import',
    reach: async ({ page, press, say }) => {
      const lines = [
        'email,username,name,role',
        'bo@songs.example,bo,Bo,teacher',
        'no-email,,,',
        'x@songs.example,,,king',
      ];
      const file = { name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) };
      await page.locator('input[type=file]').setInputFiles(file);
      await page.getByText(say('people.group-invite', { count: 1 })).waitFor();
      await press('people.example').catch(() => undefined);
    },
  },
  { name: 'changes of videos', role: 'superadmin', path: '/status/audit?area=videos' },
  { name: 'changes of the site', role: 'superadmin', path: '/status/audit?area=accounts' },
  { name: 'changes of the game', role: 'superadmin', path: '/status/audit?area=game' },
  {
    name: 'closing the site',
    role: 'superadmin',
    path: '/status',
    reach: async ({ page }) => page.locator('input[name=visitors]').last().check(),
  },
  { name: 'texts for parents', role: 'superadmin', path: '/for-parents', reach: after('for-parents.edit') },
];

/** Pages whose calls fail, which say why. */
const FAILURES: State[] = (
  [
    ['/songs', 'visitor'],
    ['/', 'visitor'],
    ['/lists', 'member'],
    ['/profile', 'member'],
    ['/accounts', 'superadmin'],
    ['/approvals', 'superadmin'],
    ['/transcoding', 'superadmin'],
    ['/status', 'superadmin'],
    ['/status/audit', 'superadmin'],
    ['/chips', 'superadmin'],
    ['/game-admin', 'superadmin'],
  ] as const
).map(([path, role]) => ({ name: `${path} without answers`, role, path, fails: true }));

export const STATES: readonly State[] = [
  ...GAME,
  ...SHELL,
  ...SONGS,
  ...LISTS,
  ...ACCOUNT,
  ...UPLOADS,
  ...STAFF,
  ...FAILURES,
];
