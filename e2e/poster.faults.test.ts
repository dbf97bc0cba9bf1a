import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { catalog } from '@larksong/contracts';
import { findCommand, type Stack } from '@larksong/local';
import jsQR from 'jsqr';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createMember, signInPage, signInSuperadmin } from './support/accounts.ts';
import { openPage, type OpenedPage } from './support/browser.ts';
import { makeList, uploadSongs } from './support/list-playing.ts';
import { startSite } from './support/start-site.ts';

/** The tests reach the site at another address; only what is printed has this one. */
const ADDRESS = 'https://songs.maple-street.example';
/** As a printer has it. */
const DOTS_PER_INCH = 300;

const TITLES = {
  '1 character': 'A',
  '200 characters': 'Ein langer Titel für eine Liste mit Liedern '.repeat(5).slice(0, 200),
  '200 characters without a gap': 'x'.repeat(200),
  Arabic: 'حلقة الصباح '.repeat(17).slice(0, 200),
  Chinese: '早上的歌'.repeat(50),
  emoji: '🐤🎵'.repeat(50),
};

const pdftoppm = await findCommand(['pdftoppm']);
let site: Stack;
let opened: OpenedPage;
/** A list with a link for each title. */
const posters = new Map<string, { list: string; link: catalog.ListLink }>();
let folder: string;

beforeAll(async () => {
  site = await startSite({ workers: 1, env: { all: { PUBLIC_URL: ADDRESS } } });
  folder = await mkdtemp(join(tmpdir(), 'larksong-poster-'));
  const superadmin = await signInSuperadmin(site);
  const member = await createMember(site.url);
  const songs = await uploadSongs(
    { site: site.url, superadmin, clip: { seconds: 2, width: 160, height: 90 } },
    ['one', 'two', 'three'],
  );
  // Before the first page is drawn, since all of them may take longer than a token is good for.
  for (const [kind, title] of Object.entries(TITLES)) {
    const list = await makeList(member, title, songs);
    const body = { name: 'Class 1b', showsOwn: false, hasPreview: true };
    const { data } = await member.call(catalog.createLink, { params: { id: list }, body });
    posters.set(kind, { list, link: data.link });
  }
  opened = await openPage({ site: site.url });
  await signInPage(opened.page, member);
});
afterAll(async () => {
  await opened?.close();
  await site?.stop();
  await rm(folder, { recursive: true, force: true });
});

// Debian's package poppler-utils has it.
describe.skipIf(pdftoppm === undefined)('a printed poster', () => {
  it.each(
    Object.keys(TITLES).flatMap((kind) => [
      { kind, paper: 'A4', size: [595, 842] },
      { kind, paper: 'Letter', size: [612, 792] },
    ]),
  )('with a title of $kind fits one page of $paper, and a reader finds the link', async (shown) => {
    const { list, link } = posters.get(shown.kind) ?? {};
    const { page } = opened;
    await page.goto(`/lists/${list}/poster?link=${link?.id}`);
    await page.getByRole('button', { name: shown.paper }).click();
    await page.getByRole('img', { name: 'QR code of the link' }).waitFor();
    await page.evaluate(() => Promise.all([...document.images].map((picture) => picture.decode())));
    expect(await page.locator('article figure img').count()).toBe(3);
    const pdf = await page.pdf({ preferCSSPageSize: true });
    const boxes = pdf.toString('latin1').matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g);
    expect(Array.from(boxes, ([, ...sides]) => sides.map((side) => Math.round(Number(side))))).toEqual([
      shown.size,
    ]);
    expect(await readCode(pdf)).toBe(`${ADDRESS}/s/${link?.code}`);
  });
});

/** Draws a page as a printer does, and returns what a reader of QR codes finds on it. */
async function readCode(pdf: Buffer): Promise<string | undefined> {
  const [file, image] = [join(folder, 'poster.pdf'), join(folder, 'poster')];
  await writeFile(file, pdf);
  await promisify(execFile)(pdftoppm ?? '', [
    '-r',
    String(DOTS_PER_INCH),
    '-png',
    '-singlefile',
    file,
    image,
  ]);
  const { data, info } = await sharp(`${image}.png`)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return jsQR.default(new Uint8ClampedArray(data), info.width, info.height)?.data;
}
