import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

import { isLongRun } from '@larksong/service-kit/testing/random';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { sweepUploads } from '../src/uploads/sweep-uploads.ts';
import { createTestLogger } from '@larksong/service-kit/testing';
import { holdBackWrites, startCatalog, toForm, videoFile, type TestCatalog } from './support.ts';

let catalog: TestCatalog;
beforeAll(async () => {
  catalog = await startCatalog({ maxUploadBytes: 20_000_000 });
});
afterAll(() => catalog.stop());
beforeEach(async () => {
  await catalog.db.deleteFrom('videos').execute();
  await catalog.storage.deletePrefix('videos/');
});

async function send(parts: [string, string | File][], headers: Record<string, string> = {}) {
  const response = await fetch(`${catalog.url}/api/admin/videos/upload/`, {
    method: 'POST',
    headers: { ...catalog.superadmin.headers, ...headers },
    body: toForm(parts),
  });
  return { status: response.status, body: (await response.json()) as Record<string, never> };
}

async function expectNothingLeft() {
  expect(await catalog.keys()).toEqual([]);
  expect(await catalog.storage.listUploads()).toEqual([]);
  expect(await catalog.db.selectFrom('uploads').selectAll().execute()).toEqual([]);
  expect(await catalog.db.selectFrom('videos').select('id').execute()).toEqual([]);
}

describe('an upload', () => {
  const content = randomBytes(9_000_000);

  it.each(['before', 'after'])('an upload is accepted with its fields %s the file', async (order) => {
    const fields: [string, string][] = [
      ['title', ' Five Ducks '],
      ['description', 'Count them'],
      ['visibility', 'registered'],
      ['resolutions', '["360p","720p"]'],
    ];
    const file: [string, File] = ['video', videoFile(content)];
    const { status, body } = await send(order === 'before' ? [...fields, file] : [file, ...fields]);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      success: true,
      message: 'Upload started. Transcoding (720p, 480p, 360p) will run in the background.',
    });
    const { video } = body['data'] as unknown as { video: { id: string } };
    const row = await catalog.db
      .selectFrom('videos')
      .selectAll()
      .where('id', '=', video.id)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({
      title: 'Five Ducks',
      description: 'Count them',
      visibility: 'registered',
      requested_resolutions: ['720p', '360p'],
      status: 'processing',
      source_size_bytes: String(content.length),
    });
    const stored = await catalog.storage.get(row.source_key);
    expect(Buffer.concat(await Array.fromAsync(stored?.stream ?? [])).equals(content)).toBe(true);
    const units = await catalog.db
      .selectFrom('transcode_units')
      .select(['kind', 'state'])
      .where('video_id', '=', video.id)
      .execute();
    expect(units).toEqual([{ kind: 'plan', state: 'due' }]);
    expect(await catalog.db.selectFrom('uploads').selectAll().execute()).toEqual([]);
  });

  it('a second submission with the same key needs neither Redis nor a second form', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const form = (): [string, string | File][] => [
      ['title', 'Ducks'],
      ['video', videoFile(content)],
    ];
    const [first, second] = await Promise.all([send(form(), key), send(form(), key)]);
    const third = await send(form(), key);
    expect([first.status, second.status, third.status]).toEqual([201, 201, 201]);
    expect(second.body['data']).toEqual(first.body['data']);
    expect(third.body['data']).toEqual(first.body['data']);
    expect((await catalog.keys()).filter((name) => name.endsWith('/source'))).toHaveLength(1);
  });
});

describe('a refused upload says why and leaves nothing', () => {
  const file: [string, File] = ['video', videoFile()];
  it.each([
    ['no file', [['title', 'x']], 'Select a video file'],
    [
      'an empty file input',
      [
        ['title', 'x'],
        ['video', new File([], '')],
      ],
      'Select a video file',
    ],
    ['no file and no title', [], 'Select a video file'],
    ['a blank title', [['title', '  '], file], 'Enter a title'],
    ['a title that comes late and is blank', [file, ['title', '']], 'Enter a title'],
    ['no title at all', [file], 'Enter a title'],
    [
      'nobody to be private for',
      [['title', 'x'], ['visibility', 'private'], file],
      'Private user ID is required for private visibility',
    ],
    [
      'a description of 100 kB',
      [['title', 'x'], ['description', 'y'.repeat(100_000)], file],
      'The description can have at most 5000 characters.',
    ],
    [
      'an empty file',
      [
        ['title', 'x'],
        ['video', videoFile(new Uint8Array())],
      ],
      'The file is empty. Please choose another one.',
    ],
    ['no resolution', [['title', 'x'], ['resolutions', '[]'], file], 'Select at least one resolution'],
  ] as [string, [string, string | File][], string][])(
    'a refused upload (%s) says why and leaves nothing',
    async (_case, parts, sentence) => {
      const { status, body } = await send(parts);
      expect({ status, message: body['message'], code: body['code'] }).toEqual({
        status: 400,
        message: sentence,
        code: 'VALIDATION_FAILED',
      });
      await expectNothingLeft();
    },
  );

  it('a refused upload is too large, whatever its header says', async () => {
    const { status, body } = await send([
      ['title', 'x'],
      ['video', videoFile(randomBytes(20_000_001))],
    ]);
    expect({ status, message: body['message'] }).toEqual({
      status: 413,
      message: 'This file is larger than the 19 MB that can be uploaded.',
    });
    await expectNothingLeft();
  });

  it.runIf(isLongRun)('a far too large upload is refused while its sender is still sending', async () => {
    const { status, body } = await send([
      ['title', 'x'],
      ['video', videoFile(new Uint8Array(120_000_000))],
    ]);
    expect({ status, code: body['code'] }).toEqual({ status: 413, code: 'PAYLOAD_TOO_LARGE' });
    const late = await send([
      ['title', ' '],
      ['video', videoFile(new Uint8Array(19_000_000))],
    ]);
    expect({ status: late.status, message: late.body['message'] }).toEqual({
      status: 400,
      message: 'Enter a title',
    });
    await expectNothingLeft();
  });

  it('an upload of two files is refused and leaves nothing', async () => {
    const { status } = await send([['title', 'x'], file, ['video', videoFile('second')]]);
    expect(status).toBe(413);
    await expectNothingLeft();
  });

  it('an upload whose body has no end is refused and leaves nothing', async () => {
    const response = await fetch(`${catalog.url}/api/admin/videos/upload`, {
      method: 'POST',
      headers: { ...catalog.superadmin.headers, 'content-type': 'multipart/form-data; boundary=x' },
      body: '--x\r\ncontent-disposition: form-data; name="video"; filename="a.mp4"\r\n\r\nabc',
    });
    expect(response.status).toBe(400);
    await expectNothingLeft();
  });

  it('a body that is not a form is refused and leaves nothing', async () => {
    const response = await fetch(`${catalog.url}/api/admin/videos/upload`, {
      method: 'POST',
      headers: { ...catalog.superadmin.headers, 'content-type': 'application/json' },
      body: '{}',
    });
    expect(response.status).toBe(415);
  });
});

describe('the role is checked before the body is read', () => {
  it.each([
    ['nobody', 401],
    ['user', 403],
  ] as const)('an upload by %s is answered with %i before its body is read', async (role, expected) => {
    const { authorization } =
      role === 'user' ? (await catalog.issuer.signIn('user')).headers : { authorization: '' };
    const { hostname, port } = new URL(catalog.url);
    const socket = connect(Number(port), hostname);
    // A head that announces a body that never arrives.
    socket.write(
      `POST /api/admin/videos/upload HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: 1000000\r\n${authorization && `authorization: ${authorization}\r\n`}\r\n`,
    );
    const [answer] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    expect(answer.toString()).toMatch(new RegExp(`^HTTP/1.1 ${expected} `));
  });
});

describe('a broken connection', () => {
  const uploadRows = () => catalog.db.selectFrom('uploads').selectAll().execute();

  /** Sends the beginning of an upload and waits until it is recorded; retries if a busy database refused it. */
  async function beginUpload(sentBytes: number): Promise<Socket> {
    const { hostname, port } = new URL(catalog.url);
    const socket = connect(Number(port), hostname);
    const head =
      '--x\r\ncontent-disposition: form-data; name="title"\r\n\r\nDucks\r\n--x\r\ncontent-disposition: form-data; name="video"; filename="a.mp4"\r\ncontent-type: video/mp4\r\n\r\n';
    socket.write(
      `POST /api/admin/videos/upload HTTP/1.1\r\nhost: x\r\nauthorization: ${catalog.superadmin.headers.authorization}\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: 19000000\r\n\r\n${head}`,
    );
    let answer = '';
    socket.on('data', (data: Buffer) => (answer += data.toString()));
    socket.on('error', () => {}); // a refusal may close the connection before everything is written
    socket.write(randomBytes(sentBytes));
    await expect.poll(async () => answer !== '' || (await uploadRows()).length === 1).toBe(true);
    if (!answer.startsWith('HTTP/1.1 503 ')) expect(answer).toBe('');
    return answer === '' ? socket : beginUpload(sentBytes);
  }

  it('an upload whose connection breaks leaves nothing behind', async () => {
    for (let round = 0; round < 5; round += 1) {
      const socket = await beginUpload(1 + round * 3_000_000);
      socket.destroy();
      await expect.poll(uploadRows).toEqual([]);
    }
    await expectNothingLeft();
  });

  it('a broken upload leaves nothing if the form ends while its row is still being written', async () => {
    const { hostname, port } = new URL(catalog.url);
    const noting = await holdBackWrites(catalog.db, 'uploads');
    const socket = connect(Number(port), hostname);
    const body =
      '--x\r\ncontent-disposition: form-data; name="video"; filename="a.mp4"\r\ncontent-type: video/mp4\r\n\r\nquack';
    socket.write(
      `POST /api/admin/videos/upload HTTP/1.1\r\nhost: x\r\nauthorization: ${catalog.superadmin.headers.authorization}\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    );
    const answer = once(socket, 'data') as Promise<[Buffer]>;
    await noting.isAwaited();
    // A response now would be too early; the right one waits for the row.
    await Promise.race([answer, delay(500)]);
    await noting.release();
    const [bytes] = await answer;
    socket.destroy();
    expect(bytes.toString()).toMatch(/^HTTP\/1.1 400 /);
    await expectNothingLeft();
  });

  it('an upload that stalls is aborted', async () => {
    const stalled = await startCatalog({ stallSeconds: 1 });
    const { hostname, port } = new URL(stalled.url);
    const socket = connect(Number(port), hostname);
    socket.write(
      `POST /api/admin/videos/upload HTTP/1.1\r\nhost: x\r\nauthorization: ${stalled.superadmin.headers.authorization}\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: 19000000\r\n\r\n--x\r\n`,
    );
    await once(socket, 'close');
    expect(await stalled.keys()).toEqual([]);
    await stalled.stop();
  });

  it('an upload whose process died is swept', async () => {
    const upload = await catalog.storage.startUpload('videos/0198f3c2-7a1e-7d40-b1c9-5e2f6a90d8e1/source');
    await catalog.storage.putPart(upload, 1, Buffer.from('x'));
    await catalog.db
      .insertInto('uploads')
      .values({
        id: randomUUID(),
        key: upload.key,
        storage_upload_id: upload.uploadId,
        uploader_id: randomUUID(),
      })
      .execute();
    const { db, storage } = catalog;
    const deps = { db, storage, logger: createTestLogger(), uploadExpiryHours: 24 };
    await sweepUploads(deps);
    expect(await catalog.storage.listUploads()).toHaveLength(1); // it may still be alive
    await sweepUploads(deps, -1);
    await expectNothingLeft();
  });
});
