import { randomUUID } from 'node:crypto';

import { catalog, type Language } from '@larksong/contracts';
import { createTestLogger } from '@larksong/service-kit/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { guessLanguages } from '../src/library/captions/guess-languages.ts';
import { sweepDeleted } from '../src/transcoding/deletion/sweep-deleted.ts';
import { callAs } from './parts.ts';
import {
  claim,
  claimKind,
  complete,
  passHold,
  plan,
  publish,
  rangeOf,
  RUNGS,
  startCatalog,
  unitRow,
  upload,
  type TestCatalog,
} from './support.ts';

const VTT = 'WEBVTT\n\n00:00:01.000 --> 00:00:04.000\nFive little ducks\n';
const CHAPTERS = [
  { startSeconds: 0, title: 'Five little ducks' },
  { startSeconds: 12.5, title: '<b>Four</b>' },
];

let service: TestCatalog;
let id: string;
beforeAll(async () => {
  service = await startCatalog();
});
afterAll(() => service.stop());
beforeEach(async () => {
  await service.db.deleteFrom('videos').execute();
  await service.db.deleteFrom('abandoned_attempts').execute();
  await service.storage.deletePrefix('videos/');
  id = await upload(service);
});

/** Completes the plan and the sound of an attempt, and claims its extras. */
async function beginExtras(): Promise<catalog.UnitAssignment> {
  const brought = { ...plan, chapters: CHAPTERS };
  await complete(service, await claimKind(service, 'light', 'plan'), { kind: 'plan', plan: brought });
  const audio = await claimKind(service, 'light', 'audio');
  await publish(service, audio, { renditions: ['audio'], indexes: [0, 1, 2, 3, 4] });
  await complete(service, audio, { kind: 'audio', segmentCount: 5 });
  await passHold(service);
  return claimKind(service, 'light', 'extras');
}

/** Stores and reports the thumbnail and captions in these languages, as a worker does. */
async function completeExtras(unit: catalog.UnitAssignment, languages: string[]): Promise<void> {
  const thumbnailKey = catalog.extraKey(unit, 'thumbnail.jpg');
  await service.storage.put(thumbnailKey, Buffer.from('jpeg'));
  const captions = languages.map((language, number) => ({
    ...{ key: catalog.extraCaptionKey(unit, number), language, label: `In ${language}` },
  }));
  for (const { key } of captions) await service.storage.put(key, Buffer.from(VTT));
  await complete(service, unit, { kind: 'extras', extras: { thumbnailKey, storyboard: null }, captions });
}

/** Ends the attempt with a failure, and starts the next one. */
async function failAndRetry(): Promise<void> {
  const unit = await claimKind(service, 'heavy', 'video-chunk');
  const body = { token: unit.token, cause: 'input' as const, message: 'This file is damaged.', log: '' };
  await service.internal(catalog.failUnit, { params: { id: unit.id }, body });
  await callAs(service)(catalog.retryVideo, { params: { id } });
}

async function shown(): Promise<catalog.Video> {
  return (await callAs(service)(catalog.getVideo, { params: { id } })).data.video;
}
const languages = async () => (await shown()).captions.map(({ language }) => language);
const captionKeys = async () => (await service.keys()).filter((key) => key.endsWith('.vtt'));
const fetchCaption = (url: string) => fetch(service.url + url, { headers: service.superadmin.headers });
const put = (language: string) =>
  callAs(service)(catalog.putCaption, {
    params: { id },
    body: { language, label: 'By hand', content: VTT },
  });
async function remove(language: string): Promise<void> {
  const caption = (await shown()).captions.find((one) => one.language === language);
  const params = { id, captionId: caption?.id ?? '' };
  await callAs(service)(catalog.deleteCaption, { params });
}

describe('captions of a file', () => {
  it('captions of a file are listed and served like uploaded ones', async () => {
    const unit = await beginExtras();
    await completeExtras(unit, ['en', 'de']);
    const { captions } = await shown();
    expect(captions).toEqual([
      {
        id: expect.any(String),
        language: 'de',
        label: 'In de',
        url: `/hls/${id}/extras/1/${unit.token}/captions-1.vtt`,
      },
      {
        id: expect.any(String),
        language: 'en',
        label: 'In en',
        url: `/hls/${id}/extras/1/${unit.token}/captions-0.vtt`,
      },
    ]);
    const response = await fetchCaption(captions[0]?.url ?? '');
    expect(response.headers.get('content-type')).toBe('text/vtt; charset=utf-8');
    expect(await response.text()).toBe(VTT);
  });

  it('captions of a file can be deleted, also from storage', async () => {
    const unit = await beginExtras();
    await completeExtras(unit, ['en', 'de']);
    await remove('en');
    expect(await languages()).toEqual(['de']);
    expect(await captionKeys()).toEqual([catalog.extraCaptionKey(unit, 1)]);
  });

  it('captions of a file never replace uploaded ones, and are replaced by later ones', async () => {
    const unit = await beginExtras();
    const { data } = await put('en');
    await completeExtras(unit, ['en', 'de', 'fr']);
    expect(await languages()).toEqual(['de', 'en', 'fr']);
    expect((await shown()).captions[1]).toEqual(data.caption);
    await put('de');
    expect((await shown()).captions[0]?.label).toBe('By hand');
    expect(await captionKeys()).not.toContain(catalog.extraCaptionKey(unit, 1));
  });

  it('the finish unit receives the extras in use, so that it deletes the others', async () => {
    const unit = await beginExtras();
    await put('en');
    await completeExtras(unit, ['en', 'de']);
    for (let chunk = await claim(service, 'heavy'); chunk; chunk = await claim(service, 'heavy')) {
      await publish(service, chunk, { renditions: RUNGS, indexes: rangeOf(chunk) });
      await complete(service, chunk, { kind: 'video-chunk', segmentCount: rangeOf(chunk).length });
    }
    const finish = await claimKind(service, 'light', 'finish');
    expect(finish.extraKeys).toEqual([
      catalog.extraKey(unit, 'thumbnail.jpg'),
      catalog.extraCaptionKey(unit, 1),
    ]);
  });

  it('a retry adds the captions of the file again, except those that were deleted', async () => {
    await completeExtras(await beginExtras(), ['en', 'de', 'fr']);
    await put('fr');
    await remove('fr');
    await remove('en');
    await failAndRetry();
    expect(await languages()).toEqual([]);
    const unit = await beginExtras();
    await completeExtras(unit, ['en', 'de', 'fr']);
    expect(await languages()).toEqual(['de']);
    await sweepDeleted({ db: service.db, storage: service.storage, logger: createTestLogger() });
    expect((await fetchCaption((await shown()).captions[0]?.url ?? '')).status).toBe(200);
    await put('en'); // what a person adds is welcome
    expect(await languages()).toEqual(['de', 'en']);
  });

  it.each([
    [
      'are not in storage',
      (unit: catalog.UnitAssignment) => catalog.extraCaptionKey(unit, 0),
      /not in storage/,
    ],
    ['belong to another unit', () => catalog.captionKey(id, id), /do not belong/],
  ])('a unit whose captions %s is tried again', async (_what, keyOf, error) => {
    const unit = await beginExtras();
    const thumbnailKey = catalog.extraKey(unit, 'thumbnail.jpg');
    await service.storage.put(thumbnailKey, Buffer.from('jpeg'));
    const captions = [{ key: keyOf(unit), language: 'en', label: 'English' }];
    await complete(service, unit, { kind: 'extras', extras: { thumbnailKey, storyboard: null }, captions });
    expect(await unitRow(service, unit.id)).toMatchObject({
      state: 'due',
      error: expect.stringMatching(error),
    });
    expect(await languages()).toEqual([]);
  });

  it('captions of a file are deleted with their video', async () => {
    await completeExtras(await beginExtras(), ['en']);
    await callAs(service)(catalog.deleteVideo, { params: { id } });
    await sweepDeleted({ db: service.db, storage: service.storage, logger: createTestLogger() });
    expect(await service.keys()).toEqual([]);
  });
});

describe('the language of a video whose file has captions', () => {
  const edit = (language: Language | null) =>
    callAs(service)(catalog.updateVideo, { params: { id }, body: { language } });
  const bringBefore = (languages: string[]) =>
    service.db
      .insertInto('video_captions')
      .values(
        languages.map((language) => ({
          ...{ language, label: '', key: 'x' },
          id: randomUUID(),
          video_id: id,
        })),
      )
      .execute();

  it('a video has the language of the captions of its file if nobody stated another one', async () => {
    await completeExtras(await beginExtras(), ['de-AT']);
    expect((await shown()).language).toBe('de');
    expect(await service.db.selectFrom('stale_documents').selectAll().execute()).toEqual([]);
    await edit(null);
    await failAndRetry();
    await completeExtras(await beginExtras(), ['de-AT']);
    expect((await shown()).language).toBeNull();
  });

  it('captions of several languages, and captions added by hand, tell no language', async () => {
    const unit = await beginExtras();
    await put('fr');
    await completeExtras(unit, ['en', 'de']);
    await guessLanguages(service);
    expect((await shown()).language).toBeNull();
  });

  it('a stated language is not replaced by that of the captions', async () => {
    await edit('uk');
    await completeExtras(await beginExtras(), ['de']);
    await guessLanguages(service);
    expect((await shown()).language).toBe('uk');
  });

  it('captions that a file brought before there were languages tell its language', async () => {
    await put('fr');
    await bringBefore(['de', 'de-CH', 'und']);
    await guessLanguages(service, AbortSignal.abort());
    expect((await shown()).language).toBeNull();
    await guessLanguages(service);
    expect((await shown()).language).toBe('de');
    await edit(null);
    await guessLanguages(service);
    expect((await shown()).language).toBeNull();
  });
});

describe('chapters and size of a file', () => {
  it('chapters belong to the data of their video as soon as it is planned', async () => {
    expect((await shown()).chapters).toEqual([]);
    await beginExtras();
    expect((await shown()).chapters).toEqual(CHAPTERS);
    await failAndRetry();
    expect((await shown()).chapters).toEqual([]);
  });

  it('a video has the size of its film as soon as it is planned', async () => {
    expect(await shown()).toMatchObject({ width: null, height: null });
    await complete(service, await claimKind(service, 'light', 'plan'), { kind: 'plan', plan });
    expect(await shown()).toMatchObject({ width: plan.video.width, height: plan.video.height });
  });

  it('a plan of a worker that ignores subtitles and chapters is accepted', async () => {
    await complete(service, await claimKind(service, 'light', 'plan'), { kind: 'plan', plan });
    expect(await shown()).toMatchObject({ chapters: [], captions: [] });
  });
});
