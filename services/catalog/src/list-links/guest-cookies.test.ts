import { SignJWT } from 'jose';
import { expect, test } from 'vitest';

import { createStreamCookies } from '../streaming/stream-cookie.ts';
import { createGuestCookies } from './guest-cookies.ts';
import { createLinkKeys } from './link-keys.ts';

const [SECRET, OTHER] = ['first', 'other'].map((word) => word.repeat(8)) as [string, string];
const keys = createLinkKeys({ secrets: [SECRET] });
const LINK = '0198f2a4-77aa-7abc-8abc-0123456789ab';
const idOf = (n: number) => `0198f2a4-77aa-7abc-8abc-${String(n).padStart(12, '0')}`;

/** Keeps cookies of one path, as a browser does. */
function createJar() {
  const cookies: Record<string, string> = {};
  return {
    cookies,
    take(set: string[]) {
      for (const line of set.filter((each) => each.includes('Path=/hls/;'))) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (line.includes('Max-Age=0;')) delete cookies[name];
        else cookies[name] = value;
      }
    },
  };
}

test('a cookie holds the right to one link for ten minutes, below the streams and the calls of links alone', async () => {
  let now = 1_800_000_000_000;
  const guests = createGuestCookies({ keys, secure: true, now: () => now });
  const set = await guests.issue(LINK, []);
  expect(set.map((line) => line.replace(/=[^;]+/, '=…'))).toEqual([
    'larksong_guest_0123456789ab=…; Path=/hls/; Max-Age=600; HttpOnly; SameSite=Strict; Secure',
    'larksong_guest_0123456789ab=…; Path=/api/links/; Max-Age=600; HttpOnly; SameSite=Strict; Secure',
  ]);
  const jar = createJar();
  jar.take(set);
  const [right] = await guests.read(jar.cookies);
  expect(right).toEqual({ linkId: LINK, issuedAt: now / 1000 });
  expect(right && guests.isAgeing(right)).toBe(false);
  now += 301_000;
  expect(right && guests.isAgeing(right)).toBe(true);
  now += 300_000;
  expect(await guests.read(jar.cookies)).toEqual([]);
});

test('of more than eight links the oldest goes', async () => {
  let now = 1_800_000_000_000;
  const guests = createGuestCookies({ keys, secure: false, now: () => now });
  const jar = createJar();
  for (let n = 0; n < 10; n += 1) {
    now += 1000;
    jar.take(await guests.issue(idOf(n), await guests.read(jar.cookies)));
  }
  const links = (await guests.read(jar.cookies)).map(({ linkId }) => linkId);
  expect(links).toEqual([9, 8, 7, 6, 5, 4, 3, 2].map(idOf));
  jar.take(await guests.issue(idOf(2), await guests.read(jar.cookies))); // renewed
  expect(await guests.read(jar.cookies)).toHaveLength(8);
  jar.take(guests.remove(idOf(9)));
  expect((await guests.read(jar.cookies)).map(({ linkId }) => linkId)).not.toContain(idOf(9));
});

test('cookies of other kinds, sites, links and times are refused, and the secret before is accepted', async () => {
  const guests = createGuestCookies({ keys, secure: false });
  const name = 'larksong_guest_0123456789ab';
  const read = (value: string, from = guests) => from.read({ [name]: value });
  const sign = (key: Buffer, typ: string, audience: string) =>
    new SignJWT()
      .setProtectedHeader({ alg: 'HS256', typ })
      .setSubject(LINK)
      .setIssuer('larksong-catalog')
      .setAudience(audience)
      .setIssuedAt()
      .setExpirationTime('10m')
      .sign(key);
  const [key] = keys.signing as [Buffer];
  const good = await sign(key, 'guest+jwt', 'larksong-guest');
  expect(await read(good)).toHaveLength(1);
  expect(await guests.read({ larksong_guest_0123456789ac: good })).toEqual([]);
  expect(await read(await sign(key, 'JWT', 'larksong-guest'))).toEqual([]);
  expect(await read(await sign(key, 'guest+jwt', 'larksong-stream'))).toEqual([]);
  expect(await read(`${good.slice(0, good.lastIndexOf('.'))}.`)).toEqual([]);
  expect(await read('')).toEqual([]);
  const after = createLinkKeys({ secrets: [OTHER, SECRET] });
  expect(await read(good, createGuestCookies({ keys: after, secure: false }))).toHaveLength(1);
  const lost = createLinkKeys({ secrets: [OTHER] });
  expect(await read(good, createGuestCookies({ keys: lost, secure: false }))).toEqual([]);
  // The version before knows only the cookie of streams.
  for (const secret of [SECRET, key.toString('latin1')])
    expect(await createStreamCookies({ secret, secure: false }).read(good)).toBeUndefined();
});
