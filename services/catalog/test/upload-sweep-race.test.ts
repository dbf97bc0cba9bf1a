import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';

import { PART_BYTES } from '@larksong/service-kit/storage';
import { createTestLogger } from '@larksong/service-kit/testing';
import { firstKinds } from '@larksong/service-kit/testing/random';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

import { discardUpload } from '../src/uploads/discard-upload.ts';
import { sweepUploads } from '../src/uploads/sweep-uploads.ts';
import { readSource, sendAll, submit, toReply, videoIdOf, type Reply } from './parts.ts';
import { holdBackWrites, startCatalog, toForm, videoFile, videoRow, type TestCatalog } from './support.ts';

const CONTENT = randomBytes(PART_BYTES + 1000);

/** Starts a substitute for auth, which is asked for a name between the last byte of an upload and its commit. */
let auth: Server;
let catalog: TestCatalog;
let inTheGap: () => Promise<void>;

beforeAll(async () => {
  // Catalog waits for auth as long as the sweep takes, even on a busy machine.
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => new AbortController().signal);
  auth = createServer((_request, response) => {
    const answer = () => response.writeHead(503).end('{}');
    inTheGap().then(answer, answer);
  });
  auth.listen(0, '127.0.0.1');
  await once(auth, 'listening');
  const { port } = auth.address() as AddressInfo;
  // The silence is long enough for a test that lets a commit wait.
  catalog = await startCatalog({ authUrl: `http://127.0.0.1:${port}`, databaseSilenceSeconds: 20 });
});
afterAll(async () => {
  vi.restoreAllMocks();
  await catalog.stop();
  auth.close();
});
beforeEach(async () => {
  inTheGap = async () => {};
  await catalog.db.deleteFrom('videos').execute();
  await catalog.storage.deletePrefix('videos/');
});

async function sendForm(headers: Record<string, string> = {}): Promise<Reply> {
  const body = toForm([
    ['title', 'Ducks'],
    ['video', videoFile(CONTENT)],
  ]);
  const url = `${catalog.url}/api/admin/videos/upload`;
  return toReply(
    await fetch(url, { method: 'POST', headers: { ...catalog.superadmin.headers, ...headers }, body }),
  );
}

async function sendParts(headers: Record<string, string> = {}): Promise<Reply> {
  const { id } = await sendAll(catalog, CONTENT);
  return submit(catalog, { uploadId: id, title: 'Ducks' }, { headers });
}

const sweep = () => {
  const { db, storage } = catalog;
  return sweepUploads({ db, storage, logger: createTestLogger(), uploadExpiryHours: 24 });
};

/** Makes every upload look untouched for two days, as after a suspension of the whole machine. */
const age = () => sql`update uploads set touched_at = now() - interval '2 days'`.execute(catalog.db);

/** Ages and sweeps every upload; again while one remains, whose last part was recorded in between. */
const sweepAll = () =>
  expect
    .poll(async () => {
      await age();
      await sweep();
      return catalog.db.selectFrom('uploads').select('id').execute();
    })
    .toEqual([]);

async function expectNothingLeft() {
  expect(await catalog.keys()).toEqual([]);
  expect(await catalog.storage.listUploads()).toEqual([]);
  expect(await catalog.db.selectFrom('uploads').selectAll().execute()).toEqual([]);
  expect(await catalog.db.selectFrom('videos').select('id').execute()).toEqual([]);
}

const GONE = {
  status: 404,
  body: {
    success: false,
    code: 'UPLOAD_NOT_FOUND',
    message: 'This upload no longer exists. Please start it again.',
  },
};

it('a form that is swept in the middle of its body is refused and leaves nothing', async () => {
  const { hostname, port } = new URL(catalog.url);
  const socket = connect(Number(port), hostname);
  const { authorization } = catalog.superadmin.headers;
  const lines = ['content-type: multipart/form-data; boundary=x', 'transfer-encoding: chunked'];
  const head = `POST /api/admin/videos/upload HTTP/1.1\r\nhost: x\r\nauthorization: ${authorization}\r\n`;
  socket.write(`${head}${lines.join('\r\n')}\r\n\r\n`);
  const write = (bytes: Buffer | string) =>
    socket.write(
      Buffer.concat([
        Buffer.from(`${bytes.length.toString(16)}\r\n`),
        Buffer.from(bytes),
        Buffer.from('\r\n'),
      ]),
    );
  write('--x\r\ncontent-disposition: form-data; name="video"; filename="a.mp4"\r\n\r\n');
  write(randomBytes(PART_BYTES + 1000));
  const stored = async () => {
    const [upload] = await catalog.storage.listUploads();
    return upload && (await catalog.storage.listParts(upload)).length;
  };
  await expect.poll(stored).toBe(1);
  await age();
  await sweep();
  write(randomBytes(PART_BYTES));
  const [answer] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  expect(answer.toString()).toMatch(/^HTTP\/1.1 404 /);
  expect(answer.toString()).toContain(GONE.body.message);
  await expectNothingLeft();
});

describe.each(
  firstKinds('KINDS', 1, [
    ['in parts', sendParts],
    ['by a form', sendForm],
  ] as const),
)('an upload %s', (_kind, send) => {
  it('an upload that is swept between its last byte and its commit is refused, never accepted without its file', async () => {
    inTheGap = sweepAll;
    expect(await send()).toMatchObject(GONE);
    await expectNothingLeft();
  });

  it('a swept upload becomes one video when it is sent again with its Idempotency-Key', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    inTheGap = async () => {
      inTheGap = async () => {};
      await sweepAll();
    };
    expect((await send(headers)).status).toBe(404);
    const again = await send(headers);
    expect(again.status).toBe(201);
    expect((await readSource(catalog, videoIdOf(again))).equals(CONTENT)).toBe(true);
    expect(videoIdOf(await send(headers))).toBe(videoIdOf(again));
  });

  it('a swept upload is answered with the video that its repetition created in the meantime', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    let repeated: Reply | undefined;
    inTheGap = async () => {
      inTheGap = async () => {};
      await sweepAll();
      repeated = await send(headers);
    };
    const first = await send(headers);
    expect([first.status, repeated?.status]).toEqual([201, 201]);
    expect(videoIdOf(first)).toBe(repeated && videoIdOf(repeated));
    expect(await catalog.db.selectFrom('videos').select('id').execute()).toHaveLength(1);
    expect((await readSource(catalog, videoIdOf(first))).equals(CONTENT)).toBe(true);
  });

  it('an upload whose sweep lost its database midway is refused, and the next round removes the rest', async () => {
    inTheGap = async () => {
      const { id } = await catalog.db.selectFrom('uploads').select('id').executeTakeFirstOrThrow();
      const storage = new Proxy(catalog.storage, {
        get: (target, name) =>
          name === 'delete'
            ? () => Promise.reject(new Error('away'))
            : Reflect.get(target, name).bind(target),
      });
      await discardUpload({ db: catalog.db, storage }, id).catch(() => {});
    };
    expect(await send()).toMatchObject(GONE);
    await age();
    await sql`update uploads set discarded_at = discarded_at - interval '1 hour'`.execute(catalog.db);
    await sweep();
    await expectNothingLeft();
  });

  it('a sweep that meets the commit of an upload leaves it unchanged', async () => {
    const commit = await holdBackWrites(catalog.db, 'videos'); // between its locks and its video
    const sending = send();
    await commit.isAwaited();
    await sweep();
    await sweepUploads(
      { db: catalog.db, storage: catalog.storage, logger: createTestLogger(), uploadExpiryHours: 0 },
      -1,
    );
    await commit.release();
    const reply = await sending;
    expect(reply.status).toBe(201);
    const id = videoIdOf(reply);
    expect((await videoRow(catalog, id)).status).toBe('processing');
    expect((await readSource(catalog, id)).equals(CONTENT)).toBe(true);
    await age();
    await sweep();
    expect((await readSource(catalog, id)).equals(CONTENT)).toBe(true);
  });
});
