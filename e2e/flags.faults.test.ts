import { randomBytes } from 'node:crypto';
import { openAsBlob } from 'node:fs';

import { catalog } from '@larksong/contracts';
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';

import { uploadFile } from './access/uploads.ts';
import { createMember, signInPage, signInSuperadmin } from './support/accounts.ts';
import { openPage } from './support/browser.ts';
import { makeClip } from './support/clips.ts';
import { sharedSite } from './support/shared-site.ts';

it('a visitor tells with a thumb that a song does not play, and a superadmin closes it with one press', async () => {
  const superadmin = await signInSuperadmin();
  const title = `Quiet ${randomBytes(3).toString('hex')}`;
  const file = await openAsBlob(await makeClip({ seconds: 1, width: 160, height: 90 }));
  const id = await uploadFile(sharedSite().url, superadmin, { title, visibility: 'public', file });

  const visitor = await openPage({ hasTouch: true, viewport: { width: 360, height: 740 } });
  await visitor.page.goto(`/songs?v=${id}`);
  await visitor.page.getByRole('button', { name: 'Tell a grown-up' }).tap();
  await visitor.page.getByText('It does not play').tap();
  await visitor.page.getByRole('button', { name: 'Send' }).tap();
  await visitor.page.getByText('Thank you. A grown-up will look at it.').waitFor();
  await visitor.close();

  const listAbout = async () =>
    (await superadmin.call(catalog.listNotices, {})).data.notices.filter(({ videoId }) => videoId === id);
  await expect.poll(async () => (await listAbout()).length).toBe(2); // it is ready, and was reported
  const grownUp = await openPage({ viewport: { width: 1280, height: 900 } });
  await signInPage(grownUp.page, superadmin);
  await grownUp.page.goto('/flags');
  await expectRoom(grownUp.page);
  const flag = grownUp.page.getByRole('listitem').filter({ hasText: title });
  await flag.getByRole('button', { name: `Done: ${title}` }).click();
  await flag.waitFor({ state: 'detached' });
  const { flags } = (await superadmin.call(catalog.listFlags, {})).data;
  expect(flags.filter(({ video }) => video.id === id)).toEqual([]);
  await grownUp.close();
});

/** Expects that the notices' line shows its sentence, with nothing over the button that dismisses them. */
async function expectRoom(page: Page): Promise<void> {
  const line = page.locator('div[data-notice]');
  await line.getByRole('link', { name: 'Transcoding Status' }).hover(); // so that the line stays
  const edgesOf = async (part: Locator) => {
    const { x, width } = (await part.boundingBox()) ?? { x: 0, width: 0 };
    return { x, end: x + width };
  };
  const sentence = await edgesOf(line.getByRole('paragraph'));
  expect(sentence.end - sentence.x).toBeGreaterThan(100);
  const button = await edgesOf(line.getByRole('button', { name: 'Dismiss all' }));
  for (const link of await line.getByRole('link').all())
    expect((await edgesOf(link)).end).toBeLessThanOrEqual(button.x);
}

it('a member suggests a song, and the owner of the list takes it with one press', async () => {
  const superadmin = await signInSuperadmin();
  const member = await createMember();
  const title = `Duck ${randomBytes(3).toString('hex')}`;
  const made = (await superadmin.call(catalog.createSongList, { body: { name: `Open ${title}` } })).data.list;
  const params = { id: made.id };
  const list = (await superadmin.call(catalog.offerSongList, { params })).data.list;
  await superadmin.call(catalog.openSuggestions, { params: { id: list.id }, body: { isOpen: true } });

  const suggesting = await openPage();
  await signInPage(suggesting.page, member);
  await suggesting.page.goto(`/lists/${list.id}`);
  await suggesting.page.getByRole('button', { name: 'Suggest a song' }).click();
  await suggesting.page.getByRole('searchbox', { name: 'Song or title' }).fill(title);
  await suggesting.page.getByRole('button', { name: /^Suggest “/ }).click();
  await suggesting.page.getByText('Thank you. The owner of the list decides about it.').waitFor();

  const owner = await openPage();
  await signInPage(owner.page, superadmin);
  await owner.page.goto(`/lists/${list.id}`);
  await owner.page.getByRole('button', { name: `Noted: ${title}` }).click();
  await owner.page.getByText('Nothing is waiting.').waitFor();
  await owner.close();
  await suggesting.page.reload();
  await suggesting.page.getByText('Taken').waitFor();
  const { suggestions } = (await superadmin.call(catalog.listSuggestions, { params: { id: list.id } })).data;
  expect(suggestions).toEqual([]);
  await suggesting.close();
});
