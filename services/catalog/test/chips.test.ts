import { randomBytes } from 'node:crypto';

import { catalog } from '@larksong/contracts';
import type { TestUser } from '@larksong/service-kit/testing';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { listInvalidPictures } from './invalid-pictures.ts';
import { addSong } from './library.ts';
import { callAs, toReply } from './parts.ts';
import { startCatalog, type TestCatalog } from './support.ts';

const GRADE = { tagType: 'grade', tagValue: 'Grade 1 & a/half' } as const;
const ANIMALS = { tagType: 'category', tagValue: 'Animals' } as const;
const PLAIN = { isShown: true, hue: null, scene: null } as const;

let service: TestCatalog;
let member: TestUser;
let png: Buffer;
beforeAll(async () => {
  service = await startCatalog();
  member = await service.issuer.signIn();
  png = await sharp({ create: { width: 800, height: 450, channels: 3, background: '#2040c0' } })
    .png()
    .toBuffer();
});
afterAll(() => service.stop());
beforeEach(async () => {
  await service.db.deleteFrom('videos').execute();
  await service.db.deleteFrom('chips').execute();
  await addSong(service, { tags: { grade: GRADE.tagValue, category: ANIMALS.tagValue } });
});

const asSuperadmin: ReturnType<typeof callAs> = (...call) => callAs(service)(...call);
const listShown = async (user: TestUser = member) =>
  (await callAs(service, user)(catalog.listChips, {})).data.chips;
const listAll = async () => (await asSuperadmin(catalog.listAdminChips, {})).data.chips;

async function putPicture(body: Buffer, tag: object = GRADE, type = 'application/octet-stream') {
  const query = new URLSearchParams({ ...tag });
  const response = await fetch(`${service.url}/api/admin/videos/chips/picture?${query.toString()}`, {
    method: 'PUT',
    headers: { ...service.superadmin.headers, 'content-type': type },
    body: new Uint8Array(body),
  });
  return toReply(response);
}

async function fetchPicture(path: string | null | undefined) {
  const response = await fetch(`${service.url}${path}`);
  return { response, bytes: Buffer.from(await response.arrayBuffer()) };
}

describe('the chips of grades and categories', () => {
  it('chips are plain, and no category has one, until a superadmin changes that', async () => {
    expect(await listShown()).toEqual([]);
    const plain = { hue: null, scene: null, picture: null };
    expect(await listAll()).toEqual([
      { ...GRADE, ...plain, isShown: true },
      { ...ANIMALS, ...plain, isShown: false },
    ]);
  });

  it('a chip has the colour and the picture that were chosen', async () => {
    const { data } = await asSuperadmin(catalog.putChip, {
      body: { ...GRADE, isShown: true, hue: 'rose', scene: 'duck-pond' },
    });
    const picture = '/scenes/duck-pond.svg';
    expect(data.chip).toEqual({ ...GRADE, isShown: true, hue: 'rose', scene: 'duck-pond', picture });
    await asSuperadmin(catalog.putChip, { body: { ...ANIMALS, ...PLAIN } });
    expect(await listShown()).toEqual([
      { ...GRADE, hue: 'rose', picture },
      { ...ANIMALS, hue: null, picture: null },
    ]);
    await asSuperadmin(catalog.putChip, { body: { ...ANIMALS, ...PLAIN, isShown: false } });
    expect(await listShown()).toEqual([{ ...GRADE, hue: 'rose', picture }]);
  });

  it('the chip of a hidden song’s category is shown to superadmins only', async () => {
    await asSuperadmin(catalog.putChip, { body: { ...ANIMALS, ...PLAIN } });
    await service.db
      .updateTable('videos')
      .set({ visibility: 'private', private_user_id: service.superadmin.id })
      .execute();
    expect(await listShown()).toEqual([]);
    expect(await listShown(service.superadmin)).toHaveLength(1);
  });

  it('a tag that no video has any more has no chip, and its look comes back with it', async () => {
    await asSuperadmin(catalog.putChip, { body: { ...GRADE, ...PLAIN, hue: 'plum' } });
    await service.db.deleteFrom('videos').execute();
    expect([await listShown(), await listAll()]).toEqual([[], []]);
    const change = asSuperadmin(catalog.putChip, { body: { ...GRADE, ...PLAIN } });
    await expect(change).rejects.toMatchObject({ status: 404, message: 'No video has this grade.' });
    await addSong(service, { tags: { grade: GRADE.tagValue } });
    expect(await listShown()).toEqual([{ ...GRADE, hue: 'plum', picture: null }]);
  });

  it.each([
    { hue: 'red' },
    { scene: '../secret' },
    { tagType: 'author' },
    { tagValue: '' },
    { isShown: 'perhaps' },
  ])('a chip with %j is refused', async (wrong) => {
    const response = await fetch(`${service.url}/api/admin/videos/chips`, {
      method: 'PUT',
      headers: { ...service.superadmin.headers, 'content-type': 'application/json' },
      body: JSON.stringify({ ...GRADE, ...PLAIN, ...wrong }),
    });
    expect((await toReply(response)).body).toMatchObject({ success: false, code: 'VALIDATION_FAILED' });
    expect(await listShown()).toEqual([]);
  });

  it('every change is in the audit log', async () => {
    await asSuperadmin(catalog.putChip, { body: { ...ANIMALS, ...PLAIN, hue: 'leaf' } });
    await putPicture(png, ANIMALS);
    await asSuperadmin(catalog.deleteChipPicture, { query: ANIMALS });
    const { data } = await asSuperadmin(catalog.listVideoChanges, {
      query: { subject: 'Animals', limit: 3 },
    });
    expect(data.entries.map(({ action }) => action)).toEqual([
      'chip.delete-picture',
      'chip.put-picture',
      'chip.update',
    ]);
    expect(data.entries[2]).toMatchObject({
      subject: { id: 'category:Animals', name: 'Animals' },
      before: { isShown: false, hue: null, picture: null },
      after: { isShown: true, hue: 'leaf', picture: null },
    });
  });
});

describe('an uploaded picture of a chip', () => {
  it('an uploaded picture is small, keeps its shape, and may be kept by browsers for ever', async () => {
    const { status, body } = await putPicture(png);
    expect(status).toBe(200);
    const [chip] = await listShown();
    expect(body.data).toMatchObject({ chip: { scene: null, picture: chip?.picture } });
    const { response, bytes } = await fetchPicture(chip?.picture);
    expect(response.headers.get('content-type')).toBe('image/webp');
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(bytes.length).toBeLessThanOrEqual(catalog.CHIP_PICTURE_BYTES);
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 256, height: 144 });
  });

  it('the noisiest picture is stored with at most 40 kB', async () => {
    const noise = await sharp(randomBytes(300 * 300 * 4), { raw: { width: 300, height: 300, channels: 4 } })
      .png()
      .toBuffer();
    expect((await putPicture(noise)).status).toBe(200);
    const { bytes } = await fetchPicture((await listShown())[0]?.picture);
    expect(bytes.length).toBeLessThanOrEqual(catalog.CHIP_PICTURE_BYTES);
  });

  it('a replaced picture is gone, whether another one, a scene or nothing takes its place', async () => {
    const replacements = [
      () => putPicture(png),
      () => asSuperadmin(catalog.putChip, { body: { ...GRADE, ...PLAIN, scene: 'bee-garden' } }),
      () => asSuperadmin(catalog.deleteChipPicture, { query: GRADE }),
    ];
    for (const replace of replacements) {
      await putPicture(png);
      const [before] = await listShown();
      await asSuperadmin(catalog.putChip, { body: { ...GRADE, ...PLAIN, hue: 'lake' } });
      expect((await listShown())[0]?.picture).toBe(before?.picture);
      await replace();
      expect((await fetchPicture(before?.picture)).response.status).toBe(404);
    }
    expect((await listShown())[0]?.picture).toBeNull();
  });

  it('an invalid picture is refused with a sentence and leaves the previous one', async () => {
    await putPicture(png);
    const before = await listShown();
    for (const { body, type, status, message } of listInvalidPictures(png)) {
      const reply = await putPicture(body, GRADE, type);
      expect({ type, status: reply.status, message: reply.body.message }).toEqual({ type, status, message });
    }
    expect(await listShown()).toEqual(before);
    expect((await putPicture(png, { ...GRADE, tagValue: 'of nobody' })).status).toBe(404);
  });
});
