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
  expect(Object.values(texts).map(({ isDefault }) => isDefault)).toEqual([true, true, true]);
  expect(texts.privacy.content).toContain('until 12 days after its last use');
});

test('a superadmin writes texts, and a blank text restores the default', async () => {
  const body = { ...EMPTY, about: '  <b>Our</b> school.\r\n\r\nSince 1998. ' };
  const { data } = await superadmin(auth.putSiteTexts, { body });
  expect(data.texts.about).toEqual({ content: '<b>Our</b> school.\n\nSince 1998.', isDefault: false });
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

test('only superadmins write texts, of up to 5,000 characters', async () => {
  await expect(member(auth.putSiteTexts, { body: EMPTY })).rejects.toMatchObject({ status: 403 });
  await expect(service.call(auth.putSiteTexts, { body: EMPTY })).rejects.toMatchObject({ status: 401 });
  const body = { ...EMPTY, contact: 'x'.repeat(5001) };
  await expect(superadmin(auth.putSiteTexts, { body })).rejects.toMatchObject({
    status: 400,
    message: 'A text has up to 5,000 characters.',
  });
});
