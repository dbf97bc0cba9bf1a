import { game, LANGUAGE_NAMES, LANGUAGES, type Language } from '@larksong/contracts';
import type { Stack } from '@larksong/local';
import { isLongRun } from '@larksong/service-kit/testing/random';
import { describe, expect, it } from 'vitest';

import { findViolations } from '../support/accessibility.ts';
import { signInPage, signInSuperadmin, type Account } from '../support/accounts.ts';
import { openPage } from '../support/browser.ts';
import {
  cellsOf,
  playToTheEnd,
  pressByKeys,
  readLayoutFaults,
  VICTORY,
  waitForDeal,
} from '../support/memory-game.ts';
import { openSettled } from '../support/settled.ts';

/** A letter of each language, as somebody types it and as it is stored, with two words. */
const WORDS: Record<Exclude<Language, 'en'>, [typed: string, letter: string, words: [string, string]]> = {
  ar: ['ب', 'ب', ['بطة', 'بيت']],
  de: ['ö', 'Ö', ['Öl', 'Ösen']],
  es: ['ñ', 'Ñ', ['ñandú', 'ñu']],
  fr: ['é', 'É', ['école', 'étoile']],
  pl: ['ł', 'Ł', ['łódka', 'łoś']],
  tr: ['i', 'İ', ['iğne', 'inek']],
  uk: ['ї', 'Ї', ['їжа', 'їжак']],
};

async function addWords({ call }: Account, pack: keyof typeof WORDS): Promise<void> {
  const [typed, , words] = WORDS[pack];
  const query = { pack };
  const { category } = (await call(game.createCategory, { query, body: { letter: typed } })).data;
  for (const name of words)
    for (const type of ['letter', 'image'] as const)
      await call(game.createItem, { query, body: { categoryId: category.id, type, name } });
}

/** Defines tests of packs in other languages; adds these packs to the site. */
export function describeGameLanguages(getSite: () => Stack): void {
  it('a superadmin adds the German starter pack, and a game in German is won by keyboard', async () => {
    const superadmin = await signInSuperadmin(getSite());
    const admin = await openPage({ site: getSite().url });
    await signInPage(admin.page, superadmin);
    await openSettled(admin.page, '/game-admin');
    await admin.page.getByText('Other languages').click();
    await admin.page.getByRole('button', { name: 'Add starter pack, Deutsch' }).click();
    await admin.page.getByText('82 words and 82 pictures were added.').waitFor();
    await admin.page.getByRole('button', { name: 'Edit letters and words, Deutsch' }).click();
    await admin.page.getByText('23 letters with 82 words, 82 sounds missing.').waitFor();
    expect(await findViolations(admin.page)).toEqual([]);
    await admin.close();

    const { page, trouble, close } = await openPage({ site: getSite().url });
    await openSettled(page, '/');
    await page.getByRole('button', { name: 'Settings' }).click();
    const settings = page.getByRole('dialog', { name: 'Settings' });
    await settings.getByLabel('Language of the words').selectOption({ label: 'Deutsch' });
    await settings.getByRole('button', { name: 'Clear' }).click();
    await settings.getByRole('button', { name: 'B', exact: true }).click();
    expect(await findViolations(page)).toEqual([]);
    await settings.getByRole('button', { name: 'Apply Settings' }).click();
    await page.getByText('Letter B').first().waitFor();
    await waitForDeal(page, 4);
    await cellsOf(page).first().focus();
    await playToTheEnd(page, 'B', pressByKeys(page, 2));
    await page.getByText(VICTORY).first().waitFor();
    const words = await page.locator('[data-word]').allTextContents();
    for (const word of words) expect(['Bär', 'Biene', 'Banane', 'Blume', 'Blatt']).toContain(word);
    expect(
      await page.locator('[data-word]').evaluateAll((all) => all.map((word) => word.getAttribute('lang'))),
    ).toEqual(words.map(() => 'de'));
    const sources = await page
      .locator('[data-face] img')
      .evaluateAll((all) => all.map((picture) => (picture as HTMLImageElement).naturalWidth));
    for (const width of sources) expect(width).toBeGreaterThan(0);
    expect(trouble).toEqual({ errors: [], foreignRequests: [] });
    await close();
  });

  const others = LANGUAGES.filter((language) => language !== 'en');
  it.each(isLongRun ? others : (['de'] as const))('what follows a victory fits in %s', async (language) => {
    const { page, close } = await openPage({ site: getSite().url, hasTouch: true });
    await openSettled(page, '/?letters=A,B');
    await waitForDeal(page, 4);
    await playToTheEnd(page, 'A', (position) => cellsOf(page).nth(position).tap());
    await page.getByText(VICTORY).first().waitFor();
    await page.getByRole('button', { name: 'Options' }).tap();
    await page.getByRole('menuitem', { name: 'Language' }).tap();
    await page.getByRole('menuitemradio', { name: LANGUAGE_NAMES[language] }).tap();
    await page.locator(`html[lang=${language}]`).waitFor();
    for (const width of [360, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await readLayoutFaults(page), `${width} px`).toEqual([]);
    }
    await close();
  });

  describe.runIf(isLongRun)('in every language', () => {
    it.each(Object.keys(WORDS) as (keyof typeof WORDS)[])(
      'a game in %s is won by touch and by keyboard',
      async (pack) => {
        await addWords(await signInSuperadmin(getSite()), pack);
        const [typed, letter, words] = WORDS[pack];
        const link = `/?pack=${pack}&letters=${encodeURIComponent(typed)}`;
        for (const hasTouch of [true, false]) {
          const viewport = { width: 360, height: 640 };
          const { page, trouble, close } = await openPage({ site: getSite().url, hasTouch, viewport });
          await openSettled(page, link);
          await page.getByText(`Letter ${letter}`).first().waitFor();
          await waitForDeal(page, 4);
          if (!hasTouch) await cellsOf(page).first().focus();
          const press = hasTouch
            ? (position: number) => cellsOf(page).nth(position).tap()
            : pressByKeys(page, 2);
          await playToTheEnd(page, letter, press);
          await page.getByText(VICTORY).first().waitFor();
          const shown = await page.locator('[data-word]').allTextContents();
          expect(shown.toSorted()).toEqual([...words, ...words].toSorted());
          expect(trouble).toEqual({ errors: [], foreignRequests: [] });
          await close();
        }
      },
    );
  });
}
