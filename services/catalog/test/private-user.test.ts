import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { addSong } from './library.ts';
import { startCatalog, toForm, videoFile, type TestCatalog } from './support.ts';

const KNOWN = randomUUID();
const REFUSED = {
  status: 400,
  message: 'There is no account with this private user ID. Please choose another one.',
};

/** A substitute for auth that knows one user. */
let auth: Server;
let isAway = false;
let catalog: TestCatalog;

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { ids } = (await json(request)) as { ids: string[] }; // catalog's own call
  const users = ids.filter((id) => id === KNOWN).map((id) => ({ id, username: 'mira', displayName: null }));
  response.writeHead(isAway ? 503 : 200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ success: true, data: { users } }));
}

beforeAll(async () => {
  auth = createServer((request, response) => void answer(request, response));
  auth.listen(0, '127.0.0.1');
  await once(auth, 'listening');
  const { port } = auth.address() as AddressInfo; // it listens on TCP
  catalog = await startCatalog({ authUrl: `http://127.0.0.1:${port}` });
});
afterAll(async () => {
  await catalog.stop();
  auth.close();
});

async function send(path: string, init: RequestInit) {
  const headers = { ...catalog.superadmin.headers, ...(init.headers as Record<string, string>) };
  const response = await fetch(`${catalog.url}${path}`, { ...init, headers });
  const { message } = (await response.json()) as { message?: string };
  return { status: response.status, message };
}

function upload(privateUserId: string, isFileFirst = false) {
  const fields: [string, string][] = [
    ['title', 'For one'],
    ['visibility', 'private'],
    ['privateUserId', privateUserId],
  ];
  const file: [string, File] = ['video', videoFile()];
  const body = toForm(isFileFirst ? [file, ...fields] : [...fields, file]);
  return send('/api/admin/videos/upload', { method: 'POST', body });
}

it('a video for a user who does not exist is refused, and nothing of it is kept', async () => {
  expect(await upload(randomUUID())).toEqual(REFUSED);
  expect(await upload(randomUUID(), true)).toEqual(REFUSED);
  expect(await catalog.keys()).toEqual([]);
  expect((await upload(KNOWN.toUpperCase())).status).toBe(201);
});

it('a video is not made private for a user who does not exist', async () => {
  const id = await addSong(catalog, { title: 'For all' });
  const edit = (privateUserId: string) =>
    send(`/api/admin/videos/${id}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ visibility: 'private', privateUserId }),
    });
  expect(await edit(randomUUID())).toEqual(REFUSED);
  expect((await edit(KNOWN)).status).toBe(200);
});

it('while auth is away, the id is believed', async () => {
  isAway = true;
  expect((await upload(randomUUID())).status).toBe(201);
});
