import { auth, catalog } from '@larksong/contracts';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { renderSite } from '../../testing/render.tsx';
import { OLIVE, tokensOf } from '../../testing/accounts.ts';
import { failure, NO_ANSWER, type Reply } from '../../testing/answers.ts';
import { at, startSite, type Request, type TestSite } from '../../testing/site.ts';
import { signIn, signOut } from '../auth/session.ts';

const MIB = 1024 * 1024;
const PART_BYTES = 8 * MIB;
const UPLOAD = '0198f3c2-7a1e-7d40-b1c9-00000000a001';
const VIDEO = '0198f3c2-7a1e-7d40-b1c9-00000000b001';
const START = catalog.startUpload;
const FINISH = catalog.uploadVideo;
const SUCCESS = /^Upload started\. Transcoding \(720p, 480p, 360p\) will run in the background\./;

const user = userEvent.setup({ applyAccept: false });
/** Two parts of 8 MiB and one of 3 MiB. */
const film = new File([new Uint8Array(19 * MIB).map((_, at) => at % 251)], 'film.mp4', {
  type: 'video/mp4',
  lastModified: 5,
});

let site: TestSite;
/** The server's parts of the upload. */
let stored: Map<number, Buffer>;

const part = (number: number) => at(catalog.putUploadPart, { id: UPLOAD, number: String(number) });
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

function store({ params, bytes }: Request<typeof catalog.putUploadPart>) {
  stored.set(Number(params.number), bytes);
  return { sizeBytes: bytes.length };
}

beforeEach(async () => {
  site = await startSite();
  stored = new Map();
  site.on(START, () => toUpload());
  site.on(at(catalog.getUpload, { id: UPLOAD }), () => toUpload());
  site.on(FINISH, () => ({ video: { id: VIDEO } }));
  site.on(at(catalog.putUploadPart, { id: UPLOAD }), store);
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
  await user.clear(screen.getByLabelText('Title'));
  if (title !== '') await user.type(screen.getByLabelText('Title'), title);
}

const submit = () => user.click(screen.getByRole('button', { name: 'Upload' }));

/** Returns everything that the server has, in order. */
function storedBytes(): Buffer {
  return Buffer.concat([1, 2, 3].map((number) => stored.get(number) ?? Buffer.alloc(0)));
}

test('a large file is sent in parts and complete on the server', async () => {
  await fillIn();
  await submit();
  expect(await screen.findByText(SUCCESS, {}, { timeout: 10_000 })).toBeTruthy();
  expect(storedBytes().equals(Buffer.from(await film.arrayBuffer()))).toBe(true);
  expect(site.bodies(FINISH)).toMatchObject([{ uploadId: UPLOAD, title: 'A film' }]);
  expect(site.bodies(FINISH)[0]).not.toHaveProperty('video');
  expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('');
  expect(localStorage.getItem('upload.unfinished')).toBeNull();
}, 20_000);

/** Responds to all parts with this reply until the returned function is called. */
function refuseParts(reply: Reply): () => void {
  let isOver = false;
  site.on(catalog.putUploadPart, (request) => (isOver ? store(request) : reply));
  return () => {
    isOver = true;
  };
}

test('an upload that loses the connection says so and continues automatically', async () => {
  const comeBack = refuseParts(NO_ANSWER);
  await fillIn();
  await submit();
  expect(await screen.findByText('Connection lost. The upload continues when it is back.')).toBeTruthy();
  expect(screen.getByText('0 of 19.9 MB')).toBeTruthy();
  expect(screen.queryByText(/\/s/)).toBeNull();
  comeBack();
  window.dispatchEvent(new Event('online'));
  expect(await screen.findByText(SUCCESS, {}, { timeout: 10_000 })).toBeTruthy();
  expect(storedBytes().equals(Buffer.from(await film.arrayBuffer()))).toBe(true);
}, 20_000);

test.each([
  ['busy', 'TOO_BUSY', 'The site is busy right now. The upload continues shortly.'],
  [
    'read-only',
    'MAINTENANCE',
    'The site is read-only at the moment. The upload continues automatically afterwards.',
  ],
] as const)(
  'an upload waits for a site that is %s, and says so',
  async (_state, code, sentence) => {
    const comeBack = refuseParts(failure(code, 'Please wait.', { retryAfterSeconds: 1 }));
    await fillIn();
    await submit();
    expect(await screen.findByText(sentence)).toBeTruthy();
    comeBack();
    expect(await screen.findByText(SUCCESS, {}, { timeout: 10_000 })).toBeTruthy();
    expect(storedBytes().length).toBe(film.size);
  },
  20_000,
);

test.each([
  ['STORAGE_FULL', 'There is not enough space left on the server for this file.'],
  ['PAYLOAD_TOO_LARGE', 'A video can have at most 10 GB.'],
] as const)('an upload refused with %s is reported before a byte is sent', async (code, sentence) => {
  site.on(START, () => failure(code, sentence));
  await fillIn();
  await submit();
  expect(await screen.findByText(sentence)).toBeTruthy();
  expect(site.count(catalog.putUploadPart)).toBe(0);
});

test('a refused form leaves the stored parts in place', async () => {
  site.on(FINISH, () => failure('VALIDATION_FAILED', 'The title can have at most 200 characters.'));
  await fillIn();
  await submit();
  expect(
    await screen.findByText('The title can have at most 200 characters.', {}, { timeout: 10_000 }),
  ).toBeTruthy();
  site.on(FINISH, () => ({ video: { id: VIDEO } }));
  await user.type(screen.getByLabelText('Title'), ' in short');
  await submit();
  expect(await screen.findByText(SUCCESS, {}, { timeout: 10_000 })).toBeTruthy();
  expect(site.count(catalog.putUploadPart)).toBe(3);
  expect(site.count(START)).toBe(1);
}, 20_000);

test('a refused part ends the upload with the server’s sentence', async () => {
  site.on(part(1), () => failure('PAYLOAD_TOO_LARGE', 'This part is too long.'));
  await fillIn();
  await submit();
  expect(await screen.findByText('This part is too long.')).toBeTruthy();
  expect(site.count(FINISH)).toBe(0);
});

test('an upload that the server has lost starts again and says so', async () => {
  const other = '0198f3c2-7a1e-7d40-b1c9-00000000a002';
  site.on(at(catalog.putUploadPart, { id: UPLOAD }), () => {
    site.on(START, () => toUpload(other));
    return failure('UPLOAD_NOT_FOUND', 'This upload no longer exists.');
  });
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  site.on(at(catalog.putUploadPart, { id: other }), async (request) => {
    await released;
    return store(request);
  });
  await fillIn();
  await submit();
  expect(
    await screen.findByText(
      'The server no longer has the earlier parts. The upload starts again from the beginning.',
    ),
  ).toBeTruthy();
  release();
  expect(await screen.findByText(SUCCESS, {}, { timeout: 10_000 })).toBeTruthy();
  expect(storedBytes().length).toBe(film.size);
}, 20_000);

test('an upload of the same file continues after a reload', async () => {
  localStorage.setItem(
    'upload.unfinished',
    JSON.stringify([{ uploadId: UPLOAD, name: 'film.mp4', size: film.size, lastModified: 5 }]),
  );
  const bytes = Buffer.from(await film.arrayBuffer());
  stored.set(1, bytes.subarray(0, PART_BYTES));
  stored.set(2, bytes.subarray(PART_BYTES, 2 * PART_BYTES));
  await fillIn();
  expect(
    screen.getByText('An earlier upload of this file was interrupted. It will continue from there.'),
  ).toBeTruthy();
  await submit();
  expect(await screen.findByText(SUCCESS, {}, { timeout: 10_000 })).toBeTruthy();
  expect([site.count(START), site.count(part(1)), site.count(part(3))]).toEqual([0, 0, 1]);
  expect(storedBytes().equals(bytes)).toBe(true);
}, 20_000);

test('a cancelled upload is deleted from the server', async () => {
  const CANCEL = at(catalog.cancelUpload, { id: UPLOAD });
  site.on(CANCEL, () => {});
  site.on(part(1), () => new Promise(() => {}));
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

test('a token that expires during an upload is renewed', async () => {
  site.on(auth.refreshToken, () => tokensOf(OLIVE));
  let isEnded = true;
  site.on(part(1), (request) => {
    if (!isEnded) return store(request);
    isEnded = false;
    return failure('UNAUTHENTICATED', 'Please sign in.');
  });
  await fillIn();
  await submit();
  expect(await screen.findByText(SUCCESS, {}, { timeout: 10_000 })).toBeTruthy();
  expect(site.count(auth.refreshToken)).toBe(1);
}, 20_000);
