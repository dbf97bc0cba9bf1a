import type { TestUser } from '@larksong/service-kit/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { addSong, type Headers } from './library.ts';
import { startCatalog, type TestCatalog } from './support.ts';

let service: TestCatalog;
let member: TestUser;
let other: TestUser;
let id: string;
beforeAll(async () => {
  service = await startCatalog();
  [member, other] = [await service.issuer.signIn(), await service.issuer.signIn()];
  await addSong(service, { title: 'For everybody', visibility: 'public' });
  id = await addSong(service, { title: 'For one', visibility: 'private', privateUserId: member.id });
});
afterAll(() => service.stop());

async function get(path: string, headers: Headers) {
  const response = await fetch(service.url + path, { headers });
  const text = await response.text();
  return {
    status: response.status,
    tag: response.headers.get('etag') ?? '',
    headers: response.headers,
    text,
  };
}

it.each(['/api/videos', '/api/videos?q=one', '/api/videos/user/liked'])(
  'the tag of one viewer’s %s returns only the other viewer’s own list',
  async (path) => {
    const own = await get(path, member.headers);
    expect([own.status, own.headers.get('cache-control')]).toEqual([200, 'private, no-cache']);
    expect((await get(path, { ...member.headers, 'if-none-match': own.tag })).status).toBe(304);
    const without = await get(path, other.headers);
    const withTag = await get(path, { ...other.headers, 'if-none-match': own.tag });
    // 304 says only that the lists are the same, byte for byte, which both viewers may know.
    if (without.text === own.text) expect(withTag.status).toBe(304);
    else expect([withTag.status, withTag.text]).toEqual([200, without.text]);
    expect(without.text).not.toContain('For one');
  },
);

it('the tag of a private video’s viewer is worth nothing to others', async () => {
  const path = `/api/videos/${id}`;
  const own = await get(path, member.headers);
  expect(own.status).toBe(200);
  for (const viewer of [other.headers, {}])
    for (const tag of [own.tag, '*']) {
      const { status, headers, tag: shown } = await get(path, { ...viewer, 'if-none-match': tag });
      expect([status, shown, headers.get('cache-control')]).toEqual([404, '', null]);
    }
});

it('the same video has other tags for viewers with other opinions of it', async () => {
  const song = await addSong(service, { visibility: 'public' });
  const path = `/api/videos/${song}`;
  const before = await get(path, member.headers);
  await fetch(`${service.url}${path}/like`, { method: 'POST', headers: other.headers });
  const liked = await get(path, { ...other.headers, 'if-none-match': before.tag });
  expect(liked.status).toBe(200);
  const unliked = await get(path, { ...member.headers, 'if-none-match': liked.tag });
  expect([unliked.status, unliked.text.includes('"userHasLiked":false')]).toEqual([200, true]);
});
