import { auth } from '@larksong/contracts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { registerSomebody, startFreshAuth } from './start-auth.ts';

let service: Awaited<ReturnType<typeof startFreshAuth>>;
let superadmin: ReturnType<typeof service.callAs>;
let member: ReturnType<typeof service.callAs>;
const EMPTY = { about: '', privacy: '', contact: '' };

beforeAll(async () => {
  service = await startFreshAuth({ SESSION_DAYS: '12' });
  const [olive, mira] = [await registerSomebody(service), await registerSomebody(service)];
  await service.db.updateTable('users').set({ role: 'superadmin' }).where('id', '=', olive.user.id).execute();
  superadmin = service.callAs(olive.accessToken);
  member = service.callAs(mira.accessToken);
});
afterAll(() => service.stop());
beforeEach(async () => {
  await service.db.deleteFrom('site_texts').execute();
});

const read = async () => (await service.call(auth.getSiteTexts, {})).data.texts;

test('anybody reads the default texts of a fresh site, which state its settings', async () => {
  const texts = await read();
  expect(Object.values(texts).map(({ isDefault }) => isDefault)).toEqual([true, true, true, true]);
  expect(texts.privacy.content).toContain('until 12 days after its last use');
});

test('a superadmin writes texts, and a blank text restores the default', async () => {
  const body = { ...EMPTY, about: '  <b>Our</b> school.\r\n\r\nSince 1998. ' };
  const { data } = await superadmin(auth.putSiteTexts, { body });
  expect(data.texts.about).toEqual({
    content: '<b>Our</b> school.\n\nSince 1998.',
    language: 'en',
    isDefault: false,
  });
  expect(data.texts.contact.isDefault).toBe(true);
  expect(await read()).toEqual(data.texts);
  await superadmin(auth.putSiteTexts, { body: { ...EMPTY, about: ' \u200B\n' } });
  expect((await read()).about.isDefault).toBe(true);
});

test('a default text that is saved unchanged stays the default', async () => {
  const { about, privacy, contact } = await read();
  const body = { about: about.content, privacy: privacy.content, contact: contact.content };
  await superadmin(auth.putSiteTexts, { body });
  expect(await service.db.selectFrom('site_texts').select('name').execute()).toEqual([]);
});

const nameOf = async () => (await service.call(auth.getSiteName, {})).data.name;

test('a superadmin names the site, in one line and without turns of direction; a blank name is Larksong', async () => {
  expect(await nameOf()).toBe('Larksong');
  const name = '  Oak\n School \u202e ';
  const { data } = await superadmin(auth.putSiteTexts, { body: { ...EMPTY, name } });
  expect(data.texts.name).toEqual({ content: 'Oak School', language: 'en', isDefault: false });
  expect(data.texts.about.content).toMatch(/^Oak School has songs/);
  expect(await nameOf()).toBe('Oak School');
  await superadmin(auth.putSiteTexts, { body: EMPTY });
  expect(await nameOf()).toBe('Oak School');
  for (const blank of ['', ' \u200b ', 'Larksong']) {
    await superadmin(auth.putSiteTexts, { body: { ...EMPTY, name: blank } });
    expect(await nameOf()).toBe('Larksong');
  }
  expect(await service.db.selectFrom('site_texts').select('name').execute()).toEqual([]);
});

test('a default text that is saved together with another name stays the default, with that name', async () => {
  const { about, privacy, contact } = await read();
  const body = { about: about.content, privacy: privacy.content, contact: contact.content };
  await superadmin(auth.putSiteTexts, { body: { ...body, name: 'Oak School' } });
  const texts = await read();
  expect(texts.about).toMatchObject({ isDefault: true, content: expect.stringMatching(/^Oak School/) });
});

test('the name of a site has up to 60 characters after trimming', async () => {
  const name = `  ${'🦆'.repeat(60)}  `;
  await superadmin(auth.putSiteTexts, { body: { ...EMPTY, name } });
  expect(await nameOf()).toBe(name.trim());
  await expect(
    superadmin(auth.putSiteTexts, { body: { ...EMPTY, name: 'x'.repeat(61) } }),
  ).rejects.toMatchObject({ status: 400, message: 'The name of a site can have at most 60 characters.' });
});

test('mails come from the site by its name, without a second line in their headers', async () => {
  const name = 'Ährenfeld "Lieder"\r\nBcc: two@people.example';
  await superadmin(auth.putSiteTexts, { body: { ...EMPTY, name } });
  const { user } = await registerSomebody(service);
  const [mail] = await service.mailbox.waitFor(user.email);
  const headers = mail?.raw.split('\r\n\r\n')[0] ?? '';
  expect(headers).toMatch(/^From: =\?UTF-8\?Q\?=C3=84hrenfeld_[^]*? <no-reply@localhost>$/m);
  expect(headers).not.toMatch(/^Bcc:/im);
  expect(mail?.text).toContain('Welcome to Ährenfeld "Lieder" Bcc: two@people.example.');
});

test('only superadmins write texts, of up to 5,000 characters', async () => {
  await expect(member(auth.putSiteTexts, { body: EMPTY })).rejects.toMatchObject({ status: 403 });
  await expect(service.call(auth.putSiteTexts, { body: EMPTY })).rejects.toMatchObject({ status: 401 });
  const body = { ...EMPTY, contact: 'x'.repeat(5001) };
  await expect(superadmin(auth.putSiteTexts, { body })).rejects.toMatchObject({
    status: 400,
    message: 'A text can have at most 5,000 characters.',
  });
});
