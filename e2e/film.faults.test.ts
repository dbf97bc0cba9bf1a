import { openAsBlob } from 'node:fs';

import { catalog } from '@larksong/contracts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { until } from './access/until.ts';
import { uploadFile } from './access/uploads.ts';
import { findViolations } from './support/accessibility.ts';
import { signInPage, signInSuperadmin, type Account } from './support/accounts.ts';
import { openPage } from './support/browser.ts';
import { makeClip } from './support/clips.ts';
import { readCount } from './support/random.ts';
import { readWatched, watchPolicy } from './support/script-payloads.ts';
import { sharedSite } from './support/shared-site.ts';

const SECONDS = 12;
/** The width of a phone, and in the long run that of a computer. */
const WIDTHS = [360, 1280].slice(0, readCount('CHAPTER_WIDTHS', 1));
const CHAPTERS = ['Five little ducks', '<img src=x onerror=window.executed=1>', 'Over the hills'];

const subtitles = (line: string) => `1\n00:00:00,000 --> 00:00:${SECONDS},000\n${line}\n`;

let superadmin: Account;
let id: string;
beforeAll(async () => {
  superadmin = await signInSuperadmin();
  const clip = await makeClip({
    ...{ seconds: SECONDS, width: 160, height: 90, frameRate: 10, chapters: CHAPTERS },
    subtitles: { eng: subtitles('<i>Five</i> little ducks'), ger: subtitles('Fünf kleine Entchen') },
  });
  const form = { title: 'A film', visibility: 'public', file: await openAsBlob(clip) } as const;
  id = await uploadFile(sharedSite().url, superadmin, { ...form, fileName: 'clip.mkv' });
  const read = async () => (await superadmin.call(catalog.getVideo, { params: { id } })).data.video.status;
  await until(async () => (await read()) === 'completed', { what: 'the film completed', withinSeconds: 240 });
});
afterAll(() => superadmin.call(catalog.deleteVideo, { params: { id } }));

const main = (page: Page) => page.getByRole('main');
const seekBar = (page: Page) => main(page).getByRole('slider', { name: 'Seek' });

/** Returns the tracks that are shown, and the text of their current cues. */
function readShown(page: Page) {
  return page
    .locator('video')
    .evaluate((video) =>
      [...(video as HTMLVideoElement).textTracks]
        .filter(({ mode }) => mode === 'showing')
        .map(({ language, activeCues }) => [
          language,
          ...[...(activeCues ?? [])].map((cue) => (cue as VTTCue).text),
        ]),
    );
}

describe('a film with subtitles and chapters', () => {
  it('subtitles of the file are off until they are chosen, and can be removed', async () => {
    const { page, trouble, close } = await openPage();
    await signInPage(page, superadmin);
    await page.goto(`/songs?v=${id}`);
    const menu = main(page).getByLabel('Captions');
    await expect
      .poll(() => menu.locator('option').allInnerTexts())
      .toEqual(['Captions off', 'German', 'English']);
    expect(await menu.locator('option:checked').innerText()).toBe('Captions off');
    expect(await readShown(page)).toEqual([]);
    await menu.selectOption('English');
    await expect.poll(() => readShown(page)).toEqual([['en', 'Five little ducks']]);

    await main(page)
      .getByRole('button', { name: /^Edit / })
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Remove subtitles German' }).click();
    await dialog.getByRole('button', { name: 'Remove subtitles German' }).waitFor({ state: 'detached' });
    const { data } = await superadmin.call(catalog.getVideo, { params: { id } });
    expect(data.video.captions.map(({ language }) => language)).toEqual(['en']);
    expect(trouble).toEqual({ errors: [], foreignRequests: [] });
    await close();
  });

  it.each(WIDTHS)(
    'chapters are marks on the seek bar, with their titles as text, at %d pixels',
    async (width) => {
      const { page, trouble, close } = await openPage({ viewport: { width, height: 800 } });
      await watchPolicy(page);
      await page.goto(`/songs?v=${id}`);
      const bar = seekBar(page);
      await bar.waitFor();
      // At its end, a song that plays gives its place to what comes next.
      await page.locator('video').evaluate((video: HTMLVideoElement) => video.pause());
      const places = () =>
        page.locator('[data-chapter]').evaluateAll((marks) =>
          marks.map((mark) => {
            const bounds = mark.parentElement?.getBoundingClientRect();
            const { left, width: own } = mark.getBoundingClientRect();
            return Math.round(((left + own / 2 - (bounds?.left ?? 0)) / (bounds?.width ?? 1)) * 3);
          }),
        );
      await expect.poll(places).toEqual([1, 2]);
      await bar.focus();
      await page.keyboard.press('Home');
      const valueText = () => bar.getAttribute('aria-valuetext');
      await expect.poll(valueText).toContain(`of 0:12, ${CHAPTERS[0]}`);
      await bar.hover({ position: { x: ((await bar.boundingBox())?.width ?? 0) / 2, y: 20 } });
      await page.getByText(CHAPTERS[1] ?? '', { exact: true }).waitFor();
      const { height, width: length } = (await bar.boundingBox()) ?? { height: 0, width: 0 };
      await bar.click({ position: { x: 0.9 * length, y: height / 2 } });
      await expect.poll(valueText).toContain(CHAPTERS[2]);
      expect(await findViolations(page)).toEqual([]);
      expect(await readWatched(page)).toEqual({ executed: undefined, violations: [], foreign: 0 });
      expect(trouble).toEqual({ errors: [], foreignRequests: [] });
      await close();
    },
  );
});
