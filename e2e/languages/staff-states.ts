import { after, type State } from './state.ts';

/** Of those who upload. */
export const UPLOADS: State[] = [
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

/** Of superadmins. */
export const STAFF: State[] = [
  { name: 'approvals', role: 'superadmin', path: '/approvals' },
  { name: 'flags', role: 'superadmin', path: '/flags' },
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
    reach: after('media.record-of', { name: 'ant' }),
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
        'bobbi@songs.example,bobbi,Bobbi,teacher',
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
