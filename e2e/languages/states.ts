import { UNKNOWN } from '../support/every-route.ts';
import { STAFF, UPLOADS } from './staff-states.ts';
import { after, type Stage, type State } from './state.ts';

const openMenu = ({ page }: Stage) => page.locator('[aria-haspopup=menu]').last().click();

const GAME: State[] = [
  { name: 'a game', role: 'visitor', path: '/?letters=A' },
  {
    name: 'an open card',
    role: 'visitor',
    path: '/?letters=A',
    reach: async ({ page }) => {
      // A second one could match, and the mark of a pair reaches over the card on purpose.
      await page.locator('[role=gridcell]').first().click();
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
    signsOut: true,
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
    reach: after('edit.open-of', { title: 'Five little ducks' }),
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

/** Pages whose calls fail, which say why. */
const FAILURES: State[] = (
  [
    ['/songs', 'visitor'],
    ['/', 'visitor'],
    ['/lists', 'member'],
    ['/profile', 'member'],
    ['/accounts', 'superadmin'],
    ['/approvals', 'superadmin'],
    ['/flags', 'superadmin'],
    ['/comments', 'superadmin'],
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
