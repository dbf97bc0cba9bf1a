import { catalog } from '@larksong/contracts';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { sweepChanges } from '../src/approvals/sweep-changes.ts';
import { addSong, callerOf } from './library.ts';
import { startCatalog, type TestCatalog } from './support.ts';
import { signIn, type TestTeacher } from './teachers.ts';

const GRADE_1 = { tagType: 'grade' as const, tagValue: 'Grade 1' };

let service: TestCatalog;
let teacher: TestTeacher;
let ruth: TestTeacher;
let id = '';
let png: Buffer<ArrayBuffer>;
beforeAll(async () => {
  const create = { width: 64, height: 36, channels: 3 as const, background: '#2040c0' };
  png = Buffer.from(await sharp({ create }).png().toBuffer());
  service = await startCatalog();
});
afterAll(() => service.stop());
beforeEach(async () => {
  await service.db.deleteFrom('videos').execute();
  await service.storage.deletePrefix('videos/');
  [teacher, ruth] = [
    await signIn(service, 'teacher'),
    await signIn(service, 'superadmin', { username: 'ruth' }),
  ];
  id = await addSong(service, {
    uploaderId: teacher.id,
    title: 'Ducks',
    description: 'Quack',
    letters: ['A'],
  });
});
const call = callerOf(() => service);

const edit = (changes: catalog.VideoChanges, by = teacher) =>
  by.call(catalog.updateVideo, { params: { id }, body: changes });

const list = async (query: { limit?: number; cursor?: string } = {}) =>
  (await ruth.call(catalog.listTeacherChanges, { query })).data;

const undo = async (change: Pick<catalog.TeacherChange, 'id'> | undefined, by = ruth) =>
  (await by.call(catalog.undoTeacherChange, { params: { id: change?.id ?? '' } })).data.change;

const putThumbnail = () =>
  fetch(`${service.url}/api/admin/videos/${id}/thumbnail`, {
    method: 'PUT',
    headers: { ...teacher.headers, 'content-type': 'image/png' },
    body: png,
  });

const putCaptions = (text: string, by = teacher) =>
  by.call(catalog.putCaption, {
    params: { id },
    body: { language: 'de', label: text, content: `WEBVTT\n\n00:00.000 --> 00:01.000\n${text}\n` },
  });

async function readCaptions(): Promise<string | null> {
  const url = (await call.video(id)).captions[0]?.url;
  return url === undefined ? null : (await (await fetch(service.url + url)).text()).trim();
}

describe('a later change of a teacher', () => {
  it('is listed with both values, and can be undone', async () => {
    await edit({ title: 'Geese', description: 'Honk', tags: [GRADE_1], letters: ['B'], language: 'de' });
    const { changes } = await list();
    expect(changes.map(({ change }) => change)).toEqual(
      expect.arrayContaining([
        { field: 'title', before: 'Ducks', after: 'Geese' },
        { field: 'description', before: 'Quack', after: 'Honk' },
        { field: 'tags', before: [], after: [GRADE_1] },
        { field: 'letters', before: ['A'], after: ['B'] },
        { field: 'language', before: null, after: 'de' },
      ]),
    );
    expect(changes).toHaveLength(5);
    for (const change of changes)
      expect(await undo(change)).toMatchObject({ isUndoable: false, undone: { by: 'ruth' } });
    expect(await call.video(id)).toMatchObject({
      title: 'Ducks',
      description: 'Quack',
      tags: [],
      letters: ['A'],
      language: null,
    });
    expect(await call.titles('/api/videos?q=ducks')).toEqual(['Ducks']);
    const { data } = await ruth.call(catalog.listVideoChanges, { query: { action: 'video.undo' } });
    expect(data.entries).toHaveLength(5);
  });

  it('names the teacher and the video', async () => {
    await teacher.call(catalog.addVideoTags, { params: { id }, body: { tags: [GRADE_1] } });
    const { changes } = await list();
    expect(changes).toMatchObject([
      {
        video: { id, title: 'Ducks' },
        teacher: { id: teacher.id, name: teacher.username },
        isUndoable: true,
      },
    ]);
  });

  it('of a thumbnail restores the old picture', async () => {
    await putThumbnail();
    const { thumbnail: first } = await call.video(id);
    await putThumbnail();
    const [second, begin] = (await list()).changes;
    expect(second?.change).toMatchObject({ field: 'thumbnail', before: first });
    await undo(second);
    expect((await call.video(id)).thumbnail).toBe(first);
    expect((await fetch(`${service.url}${first}`)).status).toBe(200);
    await undo(begin);
    expect((await call.video(id)).thumbnail).toBeNull();
  });

  it('of subtitles restores the old ones', async () => {
    await putCaptions('One');
    await putCaptions('Two');
    const captionId = (await call.video(id)).captions[0]?.id ?? '';
    await teacher.call(catalog.deleteCaption, { params: { id, captionId } });
    const [deletion, replacement, addition] = (await list()).changes;
    await undo(deletion);
    expect(await readCaptions()).toMatch(/Two$/);
    await undo(replacement);
    expect(await readCaptions()).toMatch(/One$/);
    await undo(addition);
    expect(await readCaptions()).toBeNull();
  });

  it('cannot be undone twice, nor after a newer change of the same', async () => {
    await edit({ title: 'Geese' });
    const [change] = (await list()).changes;
    const undone = await Promise.allSettled([undo(change), undo(change)]);
    expect(undone.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(undo(change)).rejects.toMatchObject({ message: 'ruth has already undone this change.' });
    await edit({ title: 'Swans' });
    await edit({ title: 'Storks' }, ruth);
    const [newest] = (await list()).changes;
    expect(newest).toMatchObject({ change: { after: 'Swans' }, isUndoable: false });
    await expect(undo(newest)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect((await call.video(id)).title).toBe('Storks');
  });

  it('cannot be undone once the old file is gone', async () => {
    await putThumbnail();
    await putThumbnail();
    await service.storage.deletePrefix(`videos/${id}/thumbnails/`);
    await expect(undo((await list()).changes[0])).rejects.toMatchObject({
      message: 'This change is no longer kept, so it cannot be undone.',
    });
  });

  it('is not listed for a video that waits, nor for one of a superadmin', async () => {
    await edit({ title: 'Geese' }, ruth);
    const waiting = await addSong(service, { uploaderId: teacher.id, isWaiting: true });
    await teacher.call(catalog.updateVideo, { params: { id: waiting }, body: { title: 'Swans' } });
    await edit({});
    expect(await list()).toEqual({ changes: [], nextCursor: null });
    await expect(teacher.call(catalog.listTeacherChanges, {})).rejects.toMatchObject({ status: 403 });
    await expect(undo({ id }, teacher)).rejects.toMatchObject({ status: 403 });
    await expect(undo({ id })).rejects.toMatchObject({ code: 'ITEM_NOT_FOUND' });
  });

  it('is on one of the pages of the list, newest first', async () => {
    for (let n = 0; n < 5; n += 1) await edit({ title: `Song ${n}` });
    const first = await list({ limit: 3 });
    const second = await list({ limit: 3, cursor: first.nextCursor ?? '' });
    const after = [...first.changes, ...second.changes].map(({ change }) => change.after);
    expect(after).toEqual(['Song 4', 'Song 3', 'Song 2', 'Song 1', 'Song 0']);
  });

  it('is forgotten after its time, with the files that only it kept', async () => {
    for (const text of ['One', 'Two', 'Three']) await putCaptions(text);
    for (let n = 0; n < 2; n += 1) await putThumbnail();
    const files = () => service.keys().then((keys) => keys.filter((key) => key.startsWith(`videos/${id}/`)));
    expect(await files()).toHaveLength(5);
    await sweepChanges(service);
    expect(await files()).toHaveLength(5);
    await sql`update teacher_changes set made_at = made_at - interval '31 days'`.execute(service.db);
    await sweepChanges(service);
    expect(await files()).toHaveLength(2);
    expect(await readCaptions()).toMatch(/Three$/);
    expect((await list()).changes).toEqual([]);
  });
});
