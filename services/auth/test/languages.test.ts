import { auth, LANGUAGES } from '@larksong/contracts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { PASSWORD, registerSomebody, startFreshAuth } from './start-auth.ts';

let service: Awaited<ReturnType<typeof startFreshAuth>>;
let superadmin: ReturnType<typeof service.callAs>;
let member: ReturnType<typeof service.callAs>;
const EMPTY = { about: '', privacy: '', contact: '' };

beforeAll(async () => {
  service = await startFreshAuth();
  const [olive, mira] = [await registerSomebody(service), await registerSomebody(service)];
  await service.db.updateTable('users').set({ role: 'superadmin' }).where('id', '=', olive.user.id).execute();
  superadmin = service.callAs(olive.accessToken);
  member = service.callAs(mira.accessToken);
});
afterAll(() => service.stop());
beforeEach(async () => {
  for (const table of ['site_languages', 'site_texts', 'site_text_translations'] as const)
    await service.db.deleteFrom(table).execute();
});

const read = async () => (await service.call(auth.getSiteName, {})).data.languages;

test('a fresh site offers all languages, and is in English', async () => {
  expect(await read()).toEqual({ default: 'en', offered: [...LANGUAGES] });
});

test('a superadmin chooses the languages, which are kept once each and in one order', async () => {
  const chosen = { default: 'tr', offered: ['tr', 'de', 'tr'] } as const;
  const { data } = await superadmin(auth.putSiteLanguages, {
    body: { ...chosen, offered: [...chosen.offered] },
  });
  expect(data.languages).toEqual({ default: 'tr', offered: ['de', 'tr'] });
  expect(await read()).toEqual(data.languages);
});

test.each([
  [{ default: 'fr', offered: ['de', 'tr'] }],
  [{ default: 'fr', offered: [] }],
  [{ default: 'xx', offered: ['xx'] }],
])('%j are refused, and nothing changes', async (body) => {
  const call = superadmin(auth.putSiteLanguages, { body: body as auth.SiteLanguages });
  await expect(call).rejects.toMatchObject({ status: 400, code: 'VALIDATION_FAILED' });
  expect(await read()).toEqual(auth.DEFAULT_LANGUAGES);
});

test('only superadmins choose the languages of the site', async () => {
  const body = { default: 'de', offered: ['de'] } as auth.SiteLanguages;
  await expect(member(auth.putSiteLanguages, { body })).rejects.toMatchObject({ status: 403 });
});

test('a member chooses a language, and the default of the site again', async () => {
  const choose = async (language: auth.User['language']) =>
    (await member(auth.putOwnLanguage, { body: { language } })).data.user.language;
  expect(await choose('uk')).toBe('uk');
  expect((await member(auth.getProfile, {})).data.user.language).toBe('uk');
  expect(await choose(null)).toBeNull();
});

test('mails are in the language of the account, or else in the default language of the site', async () => {
  const register = async (name: string, language?: 'ar') => {
    const email = `${name}@people.example`;
    const body = { username: name, email, password: PASSWORD, ...(language && { language }) };
    await service.call(auth.register, { body });
    const [mail] = await service.mailbox.waitFor(email);
    return mail;
  };
  expect((await register('noor', 'ar'))?.html).toContain('<html lang="ar" dir="rtl">');
  await superadmin(auth.putSiteLanguages, { body: { default: 'de', offered: ['de'] } });
  expect((await register('jonas'))?.html).toContain('<html lang="de" dir="ltr">');
});

test('a text in another language is shown in it, and elsewhere the one in the default language', async () => {
  const about = async (language?: 'de' | 'fr') =>
    (await service.call(auth.getSiteTexts, { query: language ? { language } : {} })).data.texts.about;
  await superadmin(auth.putSiteTexts, { body: { ...EMPTY, about: 'Our school.' } });
  await superadmin(auth.putSiteTexts, { body: { ...EMPTY, about: 'Unsere Schule.', language: 'de' } });
  expect(await about()).toEqual({ content: 'Our school.', language: 'en', isDefault: false });
  expect(await about('de')).toEqual({ content: 'Unsere Schule.', language: 'de', isDefault: false });
  expect(await about('fr')).toEqual({ content: 'Our school.', language: 'en', isDefault: false });
  await superadmin(auth.putSiteTexts, { body: { ...EMPTY, language: 'de' } });
  expect(await about('de')).toEqual({ content: 'Our school.', language: 'en', isDefault: false });
});
