import { firstKinds } from '@larksong/service-kit/testing/random';
import { afterEach, describe, expect, it } from 'vitest';

import { openPage, type OpenedPage } from './support/browser.ts';

/** The files of German texts. */
const GERMAN = /\/assets\/texts-[a-z-]+-de-/;
const PHONE = { viewport: { width: 360, height: 640 }, hasTouch: true };

let opened: OpenedPage;
afterEach(() => opened.close());

async function visit(options: { locale: string }, path = '/for-parents'): Promise<OpenedPage['page']> {
  opened = await openPage({ ...PHONE, ...options });
  await opened.page.goto(path);
  await opened.page.getByRole('heading', { level: 1 }).waitFor();
  return opened.page;
}

/** Chooses German in the menu; `before` runs when the choice is open. */
async function chooseGerman(before?: () => Promise<unknown>): Promise<void> {
  const { page } = opened;
  await page.getByRole('button', { name: /Options/ }).click();
  await page.getByRole('menuitem', { name: /^Language/ }).click();
  const german = page.getByRole('menuitemradio', { name: /^Deutsch/ });
  await german.waitFor();
  await before?.();
  await german.click();
}

describe('a language whose file does not arrive', () => {
  it('a language is shown after another page load if its file arrives the second time', async () => {
    const page = await visit({ locale: 'en-GB' });
    await page.route(GERMAN, (route) => route.abort(), { times: 1 });
    const reload = page.waitForEvent('load');
    await chooseGerman();
    await reload;
    await page.getByRole('heading', { name: 'Für Eltern' }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('de');
  });

  it.each(
    firstKinds<[string, RegExp]>('KINDS', 1, [
      ['a connection', /./],
      ['its file', GERMAN],
    ]),
  )('without %s, a language is refused and the page stays as it is', async (_, blocked) => {
    const page = await visit({ locale: 'en-GB' });
    await chooseGerman(async () => void (await page.route(blocked, (route) => route.abort())));
    await page.getByText('This language could not be loaded. Please check the connection.').waitFor();
    await page.getByRole('button', { name: 'OK' }).click();
    expect(await page.locator('html').getAttribute('lang')).toBe('en');
    expect(await page.evaluate(() => document.cookie)).not.toContain('language');
    await page.unroute(blocked);
    await chooseGerman();
    await page.getByRole('heading', { name: 'Für Eltern' }).waitFor();
  });
});

/** Returns the lower edge of the content of the page, without the room for the tabs. */
function contentEnd(page: OpenedPage['page']): Promise<number> {
  return page.locator('main').evaluate((main) => {
    window.scrollTo(0, document.documentElement.scrollHeight);
    return main.getBoundingClientRect().bottom - Number.parseFloat(getComputedStyle(main).paddingBlockEnd);
  });
}

it.each(firstKinds('KINDS', 1, ['/songs', '/nowhere']))(
  'the offer of a language covers nothing at the end of %s',
  async (path) => {
    const page = await visit({ locale: 'de-DE' }, path);
    const offer = page.getByRole('region', { name: 'Auf Deutsch' });
    await offer.waitFor();
    const end = await contentEnd(page);
    expect(end).toBeLessThanOrEqual((await offer.boundingBox())?.y ?? 0);
    await page.getByRole('button', { name: 'Stay with English' }).click();
    await offer.waitFor({ state: 'detached' });
    expect(await page.evaluate(() => getComputedStyle(document.body).paddingBlockEnd)).toBe('0px');
  },
);
