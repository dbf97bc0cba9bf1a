import { once } from 'node:events';
import { connect } from 'node:net';
import { randomBytes } from 'node:crypto';

import { game } from '@larksong/contracts';
import { createTestLogger } from '@larksong/service-kit/testing';
import sharp from 'sharp';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { noteFolder } from '../src/sweeps/store.ts';
import { sweepFolders } from '../src/sweeps/sweep.ts';
import { MP3, place, startGame, type Reply, type TestGame } from './support.ts';

const MEDIA = '/api/admin/game/media';
const ABSENT = '00000000-0000-7000-8000-000000000000';
const MAX_BYTES = 2 * 1024 * 1024;

let service: TestGame;
let item: game.AdminItem;
beforeAll(async () => {
  service = await startGame({ maxMediaBytes: MAX_BYTES, stallSeconds: 5 });
});
afterAll(() => service?.stop());
beforeEach(async () => {
  await service.clear();
  item = await service.addPair(await service.addLetter('A'), 'apple');
});

const put = (what: 'picture' | 'sound', binary: Uint8Array, headers?: Record<string, string>, id = item.id) =>
  service.call('PUT', `${MEDIA}/${id}/${what}`, {
    binary: new Uint8Array(binary),
    ...(headers ? { headers } : {}),
  });
const picture = () => service.call('GET', '/Images/A/apple.png', { as: null });

function itemOf({ body }: Reply): game.AdminItem {
  expect(Value.Check(game.putItemPicture.data, body.data)).toBe(true);
  return (body.data as unknown as { item: game.AdminItem }).item; // checked right above
}

function colours(options: { width: number; height: number; noise?: boolean; alpha?: number }) {
  const { width, height, noise = false, alpha = 1 } = options;
  if (noise) return sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } });
  return sharp({ create: { width, height, channels: 4, background: { r: 200, g: 30, b: 40, alpha } } });
}

describe('a picture', () => {
  it.each(['png', 'jpeg', 'webp'] as const)(
    'a picture uploaded as %s becomes a PNG of at most 512 pixels',
    async (format) => {
      const file = await colours({ width: 1200, height: 600 }).toFormat(format).toBuffer();
      const answer = await put('picture', file, { 'content-type': `image/${format}` });
      expect([answer.status, answer.body.message]).toEqual([200, 'apple now has a picture.']);
      expect(itemOf(answer)).toMatchObject({ hasPicture: true, pictureSource: 'upload' });
      const { status, bytes, headers } = await picture();
      expect([status, headers.get('content-type')]).toEqual([200, 'image/png']);
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 512, height: 256 });
    },
  );

  it('a picture stays transparent, is not enlarged, and has fewer colours if that is smaller', async () => {
    await put('picture', await colours({ width: 100, height: 40, alpha: 0.5 }).png().toBuffer());
    const small = await sharp((await picture()).bytes).metadata();
    expect(small).toMatchObject({ width: 100, height: 40, hasAlpha: true });
    await put('picture', await colours({ width: 400, height: 400, noise: true }).png().toBuffer());
    const { bytes } = await picture();
    expect((await sharp(bytes).metadata()).isPalette).toBe(true);
    expect(bytes.length).toBeLessThan(400 * 400 * 1.5);
  });

  it('a picture is upright regardless of the camera orientation', async () => {
    const file = await colours({ width: 400, height: 200 })
      .jpeg()
      .withMetadata({ orientation: 6 })
      .toBuffer();
    await put('picture', file);
    const { width, height, orientation, exif } = await sharp((await picture()).bytes).metadata();
    expect([width, height, orientation, exif]).toEqual([200, 400, undefined, undefined]);
  });

  it('a picture replaces the previous one, whose object is deleted', async () => {
    await put('picture', await colours({ width: 10, height: 10 }).png().toBuffer());
    const [before] = await service.keys();
    const etag = (await picture()).headers.get('etag') ?? '';
    await put('picture', await colours({ width: 20, height: 20 }).png().toBuffer());
    const after = await service.call('GET', '/Images/A/apple.png', {
      as: null,
      headers: { 'if-none-match': etag },
    });
    expect([after.status, (await sharp(after.bytes).metadata()).width]).toEqual([200, 20]);
    await service.sweep();
    const keys = await service.keys();
    expect(keys).toHaveLength(1);
    expect(keys[0]).toMatch(/^game\/[0-9a-f-]{36}\/picture\.png$/);
    expect(keys).not.toContain(before);
  });

  it('an uploaded picture takes precedence over the one in the folder until it is removed', async () => {
    await place(service.publicDir, 'Images/A/apple.png', 'by hand');
    await put('picture', await colours({ width: 10, height: 10 }).png().toBuffer());
    expect((await picture()).bytes.toString()).not.toBe('by hand');
    const removed = await service.call('DELETE', `${MEDIA}/${item.id}/picture/`);
    expect(itemOf(removed)).toMatchObject({ hasPicture: true, pictureSource: 'folder' });
    expect((await picture()).bytes.toString()).toBe('by hand');
    await service.sweep();
    expect(await service.keys()).toEqual([]);
  });

  it.each([
    ['GIF', Buffer.from('GIF89a\x01\0\x01\0\0\0\0;')],
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['PDF', Buffer.from('%PDF-1.7 ')],
    ['text', Buffer.from('just words')],
  ])('a picture is refused if it is a %s', async (_name, file) => {
    const { status, body } = await put('picture', file, { 'content-type': 'image/png' });
    expect([status, body]).toMatchObject([
      415,
      { code: 'UNSUPPORTED_MEDIA_TYPE', message: 'This file is not a PNG, JPEG or WebP picture.' },
    ]);
    expect(await service.keys()).toEqual([]);
  });

  it('a picture is refused if it is damaged, empty, or larger than 40 megapixels', async () => {
    const whole = await colours({ width: 300, height: 300, noise: true }).png().toBuffer();
    const large = await colours({ width: 8001, height: 5000 }).png({ compressionLevel: 9 }).toBuffer();
    expect(large.length).toBeLessThan(MAX_BYTES);
    const unreadable = 'This picture cannot be read. Please choose another JPEG, PNG or WebP file.';
    const cases: [Buffer, string][] = [
      [whole.subarray(0, 20), unreadable],
      [whole.subarray(0, 9), unreadable],
      [large, 'This picture has too many pixels. Please make it smaller and try again.'],
    ];
    for (const [file, message] of cases) {
      const { status, body } = await put('picture', file);
      expect([status, body.code, body.message]).toEqual([400, 'VALIDATION_FAILED', message]);
    }
    expect((await put('picture', new Uint8Array(0))).body.message).toBe('The file is empty.');
  });
});

describe('an upload', () => {
  it('an upload is accepted with any content type and without one', async () => {
    const file = await colours({ width: 10, height: 10 }).png().toBuffer();
    for (const type of [
      'application/json',
      'multipart/form-data; boundary=x',
      'text/plain',
      'audio/webm;codecs=opus',
    ])
      expect((await put('picture', file, { 'content-type': type })).status).toBe(200);
    expect((await put('picture', file)).status).toBe(200);
  });

  it('an upload that is one byte too large is refused, even without a declared length', async () => {
    const file = new Uint8Array(MAX_BYTES + 1);
    const chunks = new ReadableStream({
      start(controller) {
        for (let start = 0; start < file.length; start += 65_536)
          controller.enqueue(file.subarray(start, start + 65_536));
        controller.close();
      },
    });
    for (const body of [file, chunks]) {
      const response = await fetch(`${service.url}${MEDIA}/${item.id}/sound`, {
        method: 'PUT',
        headers: service.superadmin.headers,
        body,
        duplex: 'half',
      });
      expect([response.status, await response.json()]).toMatchObject([
        413,
        { code: 'PAYLOAD_TOO_LARGE', message: 'This file is larger than the 2 MB that can be uploaded.' },
      ]);
    }
    expect((await put('sound', Buffer.concat([MP3, file]).subarray(0, MAX_BYTES))).status).toBe(200);
  });

  it('an upload for a missing item is refused before its body is read', async () => {
    const { status, body } = await put('picture', randomBytes(1_000_000), {}, ABSENT);
    expect([status, body.code]).toEqual([404, 'ITEM_NOT_FOUND']);
  });

  it('an upload that is aborted or stalls leaves nothing behind', async () => {
    const { hostname, port } = new URL(service.url);
    const head = [
      `PUT ${MEDIA}/${item.id}/picture HTTP/1.1`,
      'host: game',
      `authorization: ${service.superadmin.headers.authorization}`,
      'content-length: 1000',
      '\r\n',
    ].join('\r\n');
    for (const isBrokenOff of [true, false]) {
      const socket = connect(Number(port), hostname);
      socket.on('error', () => {});
      socket.resume();
      await once(socket, 'connect');
      socket.write(`${head}\x89PNG`);
      if (isBrokenOff) socket.end();
      await once(socket, 'close');
    }
    expect(await service.keys()).toEqual([]);
    expect(await service.db.selectFrom('sweeps').selectAll().execute()).toEqual([]);
  });

  it('an upload beyond the concurrency limit is refused with a time to retry', async () => {
    const places: (() => void)[] = [];
    try {
      for (;;) places.push(service.storage.reserveUpload());
    } catch {
      // Every slot is in use now.
    }
    const { status, body, headers } = await put('sound', MP3);
    expect([status, body.code]).toEqual([503, 'TOO_BUSY']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    for (const free of places) free();
    expect((await put('sound', MP3)).status).toBe(200);
  });
});

describe('uploaded files', () => {
  it('uploaded files stay until the last card of their name is deleted', async () => {
    await put('picture', await colours({ width: 10, height: 10 }).png().toBuffer());
    await put('sound', MP3);
    const cards = await service.db.selectFrom('items').select('id').execute();
    const [first, second] = cards.map(({ id }) => id);
    await service.call('DELETE', `/api/admin/game/items/${first}`);
    await service.sweep();
    expect(await service.keys()).toHaveLength(2);
    await service.call('DELETE', `/api/admin/game/items/${second}`);
    await service.sweep();
    expect(await service.keys()).toEqual([]);
    await service.addItem({ id: item.categoryId }, 'apple');
    expect((await picture()).status).toBe(404);
  });

  it('uploaded files are deleted with their letter, even after an outage of storage', async () => {
    await put('picture', await colours({ width: 10, height: 10 }).png().toBuffer());
    await put('sound', MP3);
    const told = service.told.sweep;
    await service.call('DELETE', `/api/admin/game/categories/${item.categoryId}`);
    expect(service.told.sweep).toBeGreaterThan(told);
    const { storage } = service;
    const away = new Proxy(storage, {
      get: () => () => Promise.reject(new Error('storage is away')),
    });
    await sweepFolders({ db: service.db, storage: away, logger: createTestLogger() });
    expect(await service.keys()).toHaveLength(2);
    await service.sweep();
    expect(await service.keys()).toEqual([]);
    // Later rounds check again for late objects, and then the sweep ends.
    for (let round = 0; round < 6; round += 1) await service.sweep();
    expect(await service.db.selectFrom('sweeps').selectAll().execute()).toEqual([]);
  });

  it('uploaded files that were never committed are swept', async () => {
    await noteFolder(service.db, `game/${ABSENT}/`);
    await service.storage.put(`game/${ABSENT}/source`, Buffer.from('left by a crash'));
    await sweepFolders({ db: service.db, storage: service.storage, logger: createTestLogger() });
    expect(await service.keys()).toHaveLength(1); // the upload could still be running
    await service.sweep();
    expect(await service.keys()).toEqual([]);
  });

  it('an upload that races with a deletion leaves a consistent state', async () => {
    const file = await colours({ width: 10, height: 10 }).png().toBuffer();
    for (let round = 0; round < 5; round += 1) {
      const category = await service.addLetter('Z');
      const { id } = await service.addItem(category, 'zebra');
      const [upload] = await Promise.all([
        put('picture', file, {}, id),
        service.call('DELETE', `/api/admin/game/categories/${category.id}`),
      ]);
      expect([200, 404]).toContain(upload.status);
      await service.sweep();
      expect(await service.keys()).toEqual([]);
    }
  });
});
