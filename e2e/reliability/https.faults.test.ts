import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';

import { freePort, type Stack } from '@larksong/local';
import { findObstacle } from '@larksong/local/testing/front-proxies';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { describeGrowth, measureGrowth } from '../support/memory.ts';
import { startSite } from '../support/start-site.ts';

const FILM = join(dirname(dirname(import.meta.dirname)), 'services/game/starter-pack/demo.mp4');
const GIB = 1024 ** 3;
const PIECE = Buffer.alloc(1024 ** 2);
const MAX_GROWTH_MIB = 50;

const obstacle = await findObstacle('caddy');
const reason = obstacle === undefined ? '' : `, skipped: ${obstacle}`;

describe.skipIf(obstacle !== undefined)(`a site on https with its own authority${reason}`, () => {
  let site: Stack;
  let authority: string;
  let plainPort: number;

  beforeAll(async () => {
    const port = await freePort();
    plainPort = await freePort();
    const https = { site: 'localhost', tls: 'internal', port, plainPort } as const;
    site = await startSite({ https, publicUrl: `https://localhost:${port}`, workers: 1 });
    const file = await fetch(`http://127.0.0.1:${plainPort}/larksong-ca.crt`);
    if (file.headers.get('content-type') !== 'application/x-x509-ca-cert')
      throw new Error(`it came as ${file.headers.get('content-type')}`);
    authority = await file.text();
  });
  afterAll(() => site?.stop());

  interface Options {
    method?: string;
    headers?: Record<string, string>;
    body?: (write: (bytes: Buffer) => Promise<void>) => Promise<void>;
  }

  /** Sends a request that trusts only the site's authority, from its own address. */
  async function send(path: string, { method = 'GET', headers = {}, body }: Options = {}) {
    const from = process.platform === 'linux' ? { localAddress: '127.0.7.2' } : {};
    const sent = request(new URL(path, site.url), { method, headers, ca: authority, family: 4, ...from });
    const answered = once(sent, 'response') as Promise<[IncomingMessage]>; // the event's own argument
    await body?.(async (bytes) => {
      if (!sent.write(bytes)) await once(sent, 'drain');
    });
    sent.end();
    const [response] = await answered;
    return { status: response.statusCode, headers: response.headers, body: await text(response) };
  }

  async function signIn() {
    const { email, password } = site.superadmin;
    return send('/api/auth/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: (write) => write(Buffer.from(JSON.stringify({ email, password }))),
    });
  }

  it('plain http is redirected to https, whatever name was asked for', async () => {
    const response = await fetch(`http://127.0.0.1:${plainPort}/songs?v=1`, { redirect: 'manual' });
    expect([response.status, response.headers.get('location')]).toEqual([308, `${site.url}/songs?v=1`]);
  });

  it('a page on https is remembered as https only, and cookies are secure', async () => {
    const page = await send('/');
    expect([page.status, page.headers['strict-transport-security']]).toEqual([200, 'max-age=31536000']);
    const { status, headers } = await signIn();
    expect(status).toBe(200);
    expect(headers['set-cookie']?.length).toBeGreaterThan(0);
    for (const cookie of headers['set-cookie'] ?? []) expect(cookie).toContain('; Secure');
  });

  it('the client’s own address is seen behind Caddy, whatever it claims', async () => {
    const claims = {
      'x-forwarded-for': '203.0.113.9',
      'x-real-ip': '203.0.113.9',
      forwarded: 'for=203.0.113.9',
    };
    expect((await send('/api/videos?claims=1', { headers: claims })).status).toBe(200);
    const findLine = () =>
      site
        .logs('gateway')
        .split('\n')
        .findLast((each) => each.includes('"/api/videos"')) ?? '';
    const network = process.platform === 'linux' ? '127.0.7.0/24' : '127.0.0.0/24';
    await expect.poll(findLine).toContain(`"network":"${network}"`); // logged once the response has ended
    expect(site.logs('gateway')).not.toContain('203.0.113.');
  });

  it('an upload of more than 1 GiB streams through Caddy in bounded memory', async () => {
    const { accessToken } = (JSON.parse((await signIn()).body) as { data: { accessToken: string } }).data; // the envelope
    const { result, growth } = await measureGrowth(site, () => uploadLarge(accessToken));
    console.log(`MiB of growth during the upload: ${describeGrowth(growth)}`);
    expect([result.status, result.body.slice(0, 200)]).toEqual([
      201,
      expect.stringContaining('"success":true'),
    ]);
    expect(growth.get('caddy')).toBeLessThanOrEqual(MAX_GROWTH_MIB);
  });

  /** Uploads the demo film, followed by a box of more than 1 GiB that players skip (ISO/IEC 14496-12, `free`). */
  async function uploadLarge(accessToken: string) {
    const film = await readFile(FILM);
    const box = Buffer.alloc(8);
    box.writeUInt32BE(8 + GIB);
    box.write('free', 4);
    const part = (name: string) => `--x\r\ncontent-disposition: form-data; name="${name}"`;
    const head = `${part('title')}\r\n\r\nLarge\r\n${part('video')}; filename="a.mp4"\r\ncontent-type: video/mp4\r\n\r\n`;
    const tail = '\r\n--x--\r\n';
    const bytes = head.length + film.length + box.length + GIB + tail.length;
    return send('/api/admin/videos/upload', {
      method: 'POST',
      headers: {
        authorization: `Bearer ${accessToken}`,
        'content-type': 'multipart/form-data; boundary=x',
        'content-length': String(bytes),
      },
      body: async (write) => {
        for (const piece of [Buffer.from(head), film, box]) await write(piece);
        for (let left = GIB; left > 0; left -= PIECE.length) await write(PIECE);
        await write(Buffer.from(tail));
      },
    });
  }
});
