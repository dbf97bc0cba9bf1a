import type { Page } from 'playwright-core';

import { hold, openFailing, openWaiting, refuse } from './list-screens.ts';
import { openSettled } from './settled.ts';
import type { TeacherWorld } from './teacher-world.ts';

/** A screen or a state of what teachers do, or of a closed site. */
export interface TeacherScreen {
  name: string;
  as: 'visitor' | keyof TeacherWorld['accounts'];
  open: (page: Page, world: TeacherWorld) => Promise<void>;
}

const APPROVALS = /\/api\/admin\/videos\/approvals/;

const dialog = async (page: Page) => page.locator('dialog[open]').last().waitFor();

/** Opens a page and then one of its dialogs. */
async function openDialog(page: Page, path: string, opener: string): Promise<void> {
  await openSettled(page, path);
  await page.locator(opener).first().click();
  await dialog(page);
}

async function chooseTable(page: Page, table: string): Promise<void> {
  await openSettled(page, '/accounts/import');
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.locator('main section button, main section label').first().click(),
  ]);
  await chooser.setFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(table) });
  await page.locator('main table, main ol, main ul').first().waitFor();
}

const PEOPLE = [
  'email;username;name;role',
  'ada@school.example;ada;Ada Lovelace;teacher',
  'not an address;x;;user',
  `max@home.example;;${'Maximilian von und zu '.repeat(6)};user`,
  'eva@home.example;;Eva;wizard',
  "sum@home.example;;'=SUM(A1);user",
  'ada@school.example;ada2;Ada again;user',
].join('\n');

const WAITING: TeacherScreen[] = [
  { name: 'approvals', as: 'superadmin', open: (page) => openSettled(page, '/approvals') },
  {
    name: 'approvals sent back',
    as: 'superadmin',
    open: async (page) => {
      await openSettled(page, '/approvals?view=sent_back');
      await page.locator('main li[data-current]').waitFor();
    },
  },
  {
    name: 'changes of teachers',
    as: 'superadmin',
    open: (page) => openSettled(page, '/approvals?view=changes'),
  },
  {
    name: 'approvals selected',
    as: 'superadmin',
    open: async (page) => {
      await openSettled(page, '/approvals');
      for (const box of await page.locator('main li input[type="checkbox"]').all()) await box.check();
    },
  },
  {
    name: 'approve with changes',
    as: 'superadmin',
    open: (page) => openDialog(page, '/approvals', 'main li[data-current] [aria-keyshortcuts="E"]'),
  },
  {
    name: 'send back',
    as: 'superadmin',
    open: (page) => openDialog(page, '/approvals', 'main li[data-current] [aria-keyshortcuts="S"]'),
  },
  {
    name: 'approvals that load',
    as: 'superadmin',
    open: async (page) => {
      await hold(page, APPROVALS);
      await openWaiting(page, '/approvals');
    },
  },
  {
    name: 'approvals that failed',
    as: 'superadmin',
    open: async (page) => {
      await refuse(page, APPROVALS);
      await openFailing(page, '/approvals');
    },
  },
  { name: 'approvals for members', as: 'member', open: (page) => openSettled(page, '/approvals') },
];

const PEOPLE_PAGES: TeacherScreen[] = [
  { name: 'accounts', as: 'superadmin', open: (page) => openSettled(page, '/accounts') },
  {
    name: 'rights of a teacher',
    as: 'superadmin',
    open: (page) => openDialog(page, '/accounts', 'main li [aria-haspopup="dialog"]'),
  },
  { name: 'import of people', as: 'superadmin', open: (page) => openSettled(page, '/accounts/import') },
  {
    name: 'checked table of people',
    as: 'superadmin',
    open: (page) => chooseTable(page, PEOPLE),
  },
];

const OWN: TeacherScreen[] = [
  { name: 'own work', as: 'teacher', open: (page) => openSettled(page, '/transcoding') },
  { name: 'own work without a video', as: 'newcomer', open: (page) => openSettled(page, '/transcoding') },
  { name: 'upload of a teacher', as: 'teacher', open: (page) => openSettled(page, '/upload') },
  { name: 'songs of a teacher', as: 'teacher', open: (page) => openSettled(page, '/songs') },
  {
    name: 'a waiting song',
    as: 'teacher',
    open: (page, { songs }) => openSettled(page, `/songs?v=${songs.waiting}`),
  },
  {
    name: 'a song that was sent back',
    as: 'teacher',
    open: (page, { songs }) => openSettled(page, `/songs?v=${songs.sentBack}`),
  },
  { name: 'page of a teacher', as: 'teacher', open: (page) => openSettled(page, '/you') },
];

/** Of an open site. */
export const TEACHER_SCREENS: readonly TeacherScreen[] = [...WAITING, ...PEOPLE_PAGES, ...OWN];

/** Of a site that is closed to people who have not signed in. */
export const CLOSED_SCREENS: readonly TeacherScreen[] = [
  { name: 'the closed game', as: 'visitor', open: (page) => openSettled(page, '/') },
  { name: 'the closed songs', as: 'visitor', open: (page) => openSettled(page, '/songs') },
  {
    name: 'a closed song',
    as: 'visitor',
    open: (page, { songs }) => openSettled(page, `/songs?v=${songs.approved}`),
  },
  { name: 'the page for parents, closed', as: 'visitor', open: (page) => openSettled(page, '/for-parents') },
  {
    name: 'the choice who sees songs',
    as: 'superadmin',
    open: async (page) => {
      await openSettled(page, '/status');
      await page.locator('main form').first().waitFor(); // the checks may take a while
    },
  },
  { name: 'songs for members of a closed site', as: 'member', open: (page) => openSettled(page, '/songs') },
];
