import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { renderSite } from '../../testing/render.tsx';
import {
  failure,
  OLIVE,
  startSite,
  success,
  tokensOf,
  type Reply,
  type Request,
  type TestSite,
} from '../../testing/site.ts';
import { signIn, signOut } from '../auth/session.ts';

const MIB = 1024 * 1024;
const PART_BYTES = 8 * MIB;
const UPLOAD = '0198f3c2-7a1e-7d40-b1c9-00000000a001';
const VIDEO = '0198f3c2-7a1e-7d40-b1c9-00000000b001';
const START = 'POST /api/admin/uploads';
const FINISH = 'POST /api/admin/videos/upload';
const SUCCESS = /^Upload started\. Transcoding \(720p, 480p, 360p\) will run in the background\./;

const user = userEvent.setup({ applyAccept: false });
/** Two parts of 8 MiB and one of 3. */
const film = new File([new Uint8Array(19 * MIB).map((_, at) => at % 251)], 'film.mp4', {
  type: 'video/mp4',
  lastModified: 5,
});

let site: TestSite;
/** What the server has of the upload, by part. */
let stored: Map<number, Buffer>;

const part = (number: number, id = UPLOAD) => `PUT /api/admin/uploads/${id}/parts/${number}`;
const toUpload = (id = UPLOAD) => ({
  upload: {
    id,
    sizeBytes: film.size,
    partSizeBytes: PART_BYTES,
    partCount: 3,
    storedParts: [1, 2, 3].filter((number) => stored.has(number)),
    expiresAt: '2026-12-01T00:00:00.000Z',
  },
});

function store(number: number) {
  return ({ body }: Request): Reply => {
    stored.set(number, body as Buffer); // these parts come as plain bytes
    return success({ sizeBytes: 1 });
  };
}

beforeEach(async () => {
  site = await startSite();
  stored = new Map();
  site.on('POST /api/auth/logout', () => success());
  site.on(START, () => success(toUpload(), 201));
  site.on(`GET /api/admin/uploads/${UPLOAD}`, () => success(toUpload()));
  site.on(FINISH, () => success({ video: { id: VIDEO } }, 201));
  for (const number of [1, 2, 3]) site.on(part(number), store(number));
});

afterEach(async () => {
  await act(() => signOut());
  cleanup();
  await site[Symbol.asyncDispose]();
});

async function fillIn(title = 'A film'): Promise<void> {
  renderSite('/upload');
  await screen.findByRole('heading', { level: 1 });
  act(() => signIn({ ...tokensOf(OLIVE), user: OLIVE }));
  await screen.findByRole('heading', { name: 'Upload Video' });
  await user.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, film);
  if (title !== '') await user.type(screen.getByLabelText('Title'), title);
}

const submit = () => user.click(screen.getByRole('button', { name: 'Upload' }));

/** All that the server has, in order. */
function storedBytes(): Buffer {
  return Buffer.concat([1, 2, 3].map((number) => stored.get(number) ?? Buffer.alloc(0)));
}

test('a large file goes in parts, and is whole on the server', async () => {
  let form = '';
  site.on(FINISH, ({ body }) => {
    form = String(body);
    return success({ video: { id: VIDEO } }, 201);
  });
  await fillIn();
  await submit();
  expect(await screen.findByText(SUCCESS, {}, { timeout: 10_000 })).toBeTruthy();
  expect(storedBytes().equals(Buffer.from(await film.arrayBuffer()))).toBe(true);
  expect(form).toContain(UPLOAD);
  expect(form).toContain('A film');
  expect(form).not.toContain('name="video"');
  expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('');
  expect(localStorage.getItem('upload.unfinished')).toBeNull();
}, 20_000);

/** Answers the parts in this way until it is called. */
function refuseParts(reply: Reply): () => void {
  let isOver = false;
  for (const number of [1, 2, 3])
    site.on(part(number), (request) => (isOver ? store(number)(request) : reply));
  return () => {
    isOver = true;
  };
}

test('with the connection lost it says so, and goes on by itself', async () => {
  const comeBack = refuseParts('drop');
  await fillIn();
  await submit();
  expect(
    await screen.findByText('Connection lost. The upload goes on by itself when it is back.'),
  ).toBeTruthy();
  expect(screen.getByText('0 of 19.9 MB')).toBeTruthy();
  expect(screen.queryByText(/\/s/)).toBeNull();
  comeBack();
  window.dispatchEvent(new Event('online'));
  expect(await screen.findByText(SUCCESS, {}, { timeout: 10_000 })).toBeTruthy();
  expect(storedBytes().equals(Buffer.from(await film.arrayBuffer()))).toBe(true);
}, 20_000);

test('a busy site is waited for', async () => {
  const comeBack = refuseParts({
    status: 503,
    body: { success: false, code: 'TOO_BUSY', message: 'The site is busy.', requestId: 'test' },
    headers: { 'retry-after': '1' },
  });
  await fillIn();
  await submit();
  expect(await screen.findByText('The site is busy right now. The upload goes on by itself.')).toBeTruthy();
  comeBack();
  expect(await screen.findByText(SUCCESS, {}, { timeout: 10_000 })).toBeTruthy();
  expect(storedBytes().length).toBe(film.size);
}, 20_000);

test.each([
  ['STORAGE_FULL', 507, 'There is not enough space left on the server for this file.'],
  ['PAYLOAD_TOO_LARGE', 413, 'A video can have at most 10 GB.'],
])('%s is told before a byte is sent', async (code, status, sentence) => {
  site.on(START, () => failure(status, code, sentence));
  await fillIn();
  await submit();
  expect(await screen.findByText(sentence)).toBeTruthy();
  expect(site.calls.filter((call) => call.startsWith('PUT'))).toEqual([]);
});

test('a refused form leaves the parts where they are', async () => {
  site.on(FINISH, () => failure(400, 'VALIDATION_FAILED', 'The title can have at most 200 characters.'));
  await fillIn();
  await submit();
  expect(
    await screen.findByText('The title can have at most 200 characters.', {}, { timeout: 10_000 }),
  ).toBeTruthy();
  site.on(FINISH, () => success({ video: { id: VIDEO } }, 201));
  await user.type(screen.getByLabelText('Title'), ' in short');
  await submit();
  expect(await screen.findByText(SUCCESS, {}, { timeout: 10_000 })).toBeTruthy();
  expect(site.calls.filter((call) => call.startsWith('PUT'))).toHaveLength(3);
  expect(site.count(START)).toBe(1);
}, 20_000);

test('a refused part ends it with the sentence', async () => {
  site.on(part(1), () => failure(413, 'PAYLOAD_TOO_LARGE', 'This part is too long.'));
  await fillIn();
  await submit();
  expect(await screen.findByText('This part is too long.')).toBeTruthy();
  expect(site.count(FINISH)).toBe(0);
});

test('an upload that the server forgot begins again, and says so', async () => {
  const other = '0198f3c2-7a1e-7d40-b1c9-00000000a002';
  const gone = () => failure(404, 'UPLOAD_NOT_FOUND', 'This upload does not exist any more.');
  for (const number of [1, 2, 3]) {
    site.on(part(number), () => {
      site.on(START, () => success(toUpload(other), 201));
      return gone();
    });
  }
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  for (const number of [1, 2, 3])
    site.on(part(number, other), async (request) => {
      await released;
      return store(number)(request);
    });
  await fillIn();
  await submit();
  expect(
    await screen.findByText(
      'The server does not have what was sent before any more. The upload starts again from the beginning.',
    ),
  ).toBeTruthy();
  release();
  expect(await screen.findByText(SUCCESS, {}, { timeout: 10_000 })).toBeTruthy();
  expect(storedBytes().length).toBe(film.size);
}, 20_000);

test('after a reload the same file goes on where it was', async () => {
  localStorage.setItem(
    'upload.unfinished',
    JSON.stringify([{ uploadId: UPLOAD, name: 'film.mp4', size: film.size, lastModified: 5 }]),
  );
  const bytes = Buffer.from(await film.arrayBuffer());
  stored.set(1, bytes.subarray(0, PART_BYTES));
  stored.set(2, bytes.subarray(PART_BYTES, 2 * PART_BYTES));
  await fillIn();
  expect(screen.getByText('An earlier upload of this file did not end. It goes on from there.')).toBeTruthy();
  await submit();
  expect(await screen.findByText(SUCCESS, {}, { timeout: 10_000 })).toBeTruthy();
  expect([site.count(START), site.count(part(1)), site.count(part(3))]).toEqual([0, 0, 1]);
  expect(storedBytes().equals(bytes)).toBe(true);
}, 20_000);

test('cancelled, the server forgets it too', async () => {
  const CANCEL = `DELETE /api/admin/uploads/${UPLOAD}`;
  site.on(CANCEL, () => success());
  site.on(part(1), () => new Promise<Reply>(() => {}));
  await fillIn();
  await submit();
  await waitFor(() => expect(site.count(part(1))).toBe(1));
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(site.count(CANCEL)).toBe(1));
  expect(screen.getByRole('button', { name: 'Upload' })).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Upload' }));
  expect(localStorage.getItem('upload.unfinished')).toBeNull();
  expect(site.count(FINISH)).toBe(0);
}, 20_000);

test('a token that ended on the way is renewed', async () => {
  site.on('POST /api/auth/refresh-token', () => success(tokensOf(OLIVE)));
  let isEnded = true;
  site.on(part(1), (request) => {
    if (!isEnded) return store(1)(request);
    isEnded = false;
    return failure(401, 'UNAUTHENTICATED', 'Please sign in.');
  });
  await fillIn();
  await submit();
  expect(await screen.findByText(SUCCESS, {}, { timeout: 10_000 })).toBeTruthy();
  expect(site.count('POST /api/auth/refresh-token')).toBe(1);
}, 20_000);
