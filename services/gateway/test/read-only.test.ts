import { once } from 'node:events';
import { connect } from 'node:net';

import { auth as contract } from '@larksong/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { startGateway, startUpstream, type RunningGateway, type Upstream } from './start-gateway.ts';

const SENTENCE = 'We move to a new server until 8 o’clock.';
const announcement = { message: SENTENCE, isReadOnly: true, startedAt: '2026-11-25T07:00:00.000Z' };

let auth: Upstream;
let catalog: Upstream;
let gateway: RunningGateway;

beforeAll(async () => {
  [auth, catalog] = await Promise.all([startUpstream(), startUpstream()]);
  gateway = await startGateway({ AUTH_URL: auth.origin, CATALOG_URL: catalog.origin });
});
afterAll(async () => {
  await gateway.stop();
  await Promise.all([auth.stop(), catalog.stop()]);
});

async function send(
  method: string,
  path: string,
): Promise<{ status: number; code?: string; reason?: string; values?: object; message?: string }> {
  const response = await fetch(gateway.baseUrl + path, { method });
  return { status: response.status, ...((await response.json()) as object) };
}

test('a read-only site refuses changes with its sentence, and accepts them within seconds after its end', async () => {
  expect(await send('POST', '/api/videos/1/like')).toMatchObject({ status: 200 });
  auth.announce(announcement);
  const explanation = { reason: 'site.announced', values: { announcement: SENTENCE } };
  const refused = { status: 503, code: 'MAINTENANCE', message: SENTENCE, ...explanation };
  await expect.poll(() => send('POST', '/api/videos/1/like'), { timeout: 5000 }).toMatchObject(refused);
  expect(await send('PUT', '/api/admin/uploads/1/parts/1')).toMatchObject(refused);
  expect(await send('POST', '/api/auth/register')).toMatchObject(refused);
  for (const [method, path] of [
    ['GET', '/api/videos'],
    ['POST', '/api/videos/1/view'],
    ['POST', '/api/auth/login'],
    ['POST', '/api/auth/logout'],
    ['PUT', '/api/admin/site/announcement'],
  ] as const)
    expect(await send(method, path)).toMatchObject({ status: 200 });
  auth.announce({ ...announcement, isReadOnly: false });
  await expect
    .poll(() => send('POST', '/api/videos/1/like'), { timeout: 5000 })
    .toMatchObject({ status: 200 });
});

test('an upload to a read-only site is refused before its body is sent', async () => {
  auth.announce(announcement);
  await expect
    .poll(() => send('POST', '/api/videos/1/like'), { timeout: 5000 })
    .toMatchObject({ status: 503 });
  catalog.requests.length = 0;
  const socket = connect(gateway.port, '127.0.0.1');
  socket.write(
    'POST /api/admin/videos/upload HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: 9000000\r\n\r\n',
  );
  const [answer] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  expect(answer.toString()).toMatch(/^HTTP\/1.1 503 [^]*retry-after: 30/i);
  expect(answer.toString()).toContain(SENTENCE);
  expect(catalog.requests).toEqual([]);
});

test('the default sentence of a read-only site has a reason that can be translated', async () => {
  auth.announce({ ...announcement, message: contract.READ_ONLY_SENTENCE });
  await expect
    .poll(() => send('POST', '/api/videos/1/like'), { timeout: 5000 })
    .toMatchObject({ message: contract.READ_ONLY_SENTENCE, reason: 'site.read-only' });
});
