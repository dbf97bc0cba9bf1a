import { mkdir, readdir, symlink, unlink } from 'node:fs/promises';
import { join } from 'node:path';

import type { game } from '@larksong/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { place, startGame, type TestGame } from './support.ts';

let service: TestGame;
beforeAll(async () => {
  service = await startGame();
  await place(service.publicDir, 'Images/A/apple.png', 'the picture');
  await place(service.publicDir, 'Audio/A/apple.mp3', 'the sound of it');
  await place(service.publicDir, 'Images/क्ष/क्षेत्र.png', 'field');
  await place(service.publicDir, 'Images/É/élan.png'.normalize('NFD'), 'taken apart');
  await place(service.publicDir, 'Audio/match.mp3', 'own match');
  await place(service.publicDir, 'secret.png', 'not for everybody');
  await place(service.builtInDir, 'effects/match.mp3', 'built-in match');
  await place(service.builtInDir, 'effects/victory.mp3', 'built-in victory');
  await place(service.builtInDir, 'sounds/letters/A.mp3', 'built-in A');
  await place(service.builtInDir, 'sounds/letters/B.mp3', 'built-in B');
  await place(service.publicDir, 'Audio/letters/B.mp3', 'own B');
  await place(service.publicDir, 'Audio/letters/É.mp3'.normalize('NFD'), 'own É');
  await place(join(service.publicDir, '..'), 'outside.png', 'outside');
});
afterAll(() => service?.stop());

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  service.call(method, path, { as: null, headers });

describe('a file that was placed by hand', () => {
  it('a picture or sound placed by hand is public', async () => {
    const { status, headers, bytes } = await get('/Images/A/apple.png');
    expect([status, bytes.toString()]).toEqual([200, 'the picture']);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': '11',
      'cache-control': 'public, no-cache',
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
    });
    const sound = await get('/Audio/A/apple.mp3/');
    expect([sound.bytes.toString(), sound.headers.get('content-type')]).toEqual([
      'the sound of it',
      'audio/mpeg',
    ]);
  });

  it.each([
    ['/Images/क्ष/क्षेत्र.png', 'field'],
    ['/Images/É/élan.png', 'taken apart'],
    ['/Images/É/élan.png'.normalize('NFD'), 'taken apart'],
  ])('a file placed by hand is found in any script: %s', async (path, content) => {
    const { status, bytes } = await get(encodeURI(path));
    expect([status, bytes.toString()]).toEqual([200, content]);
  });

  it('a cached file is not sent again until it changes', async () => {
    const etag = (await get('/Images/A/apple.png')).headers.get('etag') ?? '';
    const known = await get('/Images/A/apple.png', { 'if-none-match': `"other", ${etag}` });
    expect([known.status, known.bytes.length]).toEqual([304, 0]);
    await place(service.publicDir, 'Images/A/apple.png', 'THE PICTURE');
    const changed = await get('/Images/A/apple.png', { 'if-none-match': etag });
    expect([changed.status, changed.bytes.toString()]).toEqual([200, 'THE PICTURE']);
  });

  it.each([
    ['bytes=4-6', 206, 'sou', 'bytes 4-6/15'],
    ['bytes=-2', 206, 'it', 'bytes 13-14/15'],
    ['bytes=10-', 206, 'of it', 'bytes 10-14/15'],
    ['bytes=15-', 416, '', 'bytes */15'],
    ['lines=1-2', 200, 'the sound of it', null],
  ])('a file is sent in ranges: %s', async (range, status, content, contentRange) => {
    const answer = await get('/Audio/A/apple.mp3', { range });
    expect([answer.status, answer.headers.get('content-range')]).toEqual([status, contentRange]);
    if (status < 400) expect(answer.bytes.toString()).toBe(content);
    else expect(answer.body.code).toBe('RANGE_NOT_SATISFIABLE');
  });

  it('HEAD returns the headers of a file without its body', async () => {
    const { status, headers, bytes } = await get('/Audio/A/apple.mp3', {}, 'HEAD');
    expect([status, headers.get('content-length'), bytes.length]).toEqual([200, '15', 0]);
    expect((await get('/Audio/A/apple.mp3', {}, 'POST')).status).toBe(404);
  });

  it('sending files leaves no file open', async () => {
    const openFiles = async () => (await readdir('/proc/self/fd')).length;
    const before = await openFiles();
    for (let times = 0; times < 40; times += 1) {
      await get('/Audio/A/apple.mp3');
      await get('/Audio/A/apple.mp3', {}, 'HEAD');
      await get('/Audio/A/apple.mp3', { range: 'bytes=99-' });
    }
    await expect.poll(openFiles).toBeLessThan(before + 20);
  });
});

describe('the name of a letter', () => {
  it.each([
    ['/Audio/letters/A.mp3', 'built-in A'],
    ['/Audio/letters/B.mp3', 'own B'],
    ['/Audio/letters/É.mp3', 'own É'],
  ])('the name of a letter comes from the folder, otherwise from the game: %s', async (path, content) => {
    const { status, headers, bytes } = await get(encodeURI(path));
    expect([status, headers.get('content-type'), bytes.toString()]).toEqual([200, 'audio/mpeg', content]);
  });

  it('a letter without a recorded name, and a picture of a name, respond with 404', async () => {
    for (const path of ['/Audio/letters/C.mp3', '/Images/letters/A.png', '/Audio/letters/..%2fmatch.mp3'])
      expect((await get(path)).status).toBe(404);
  });

  it('the cards of a board say whether the name of their letter has a sound', async () => {
    const isSpoken = async (letter: string, name: string) => {
      await service.addPair(await service.addLetter(letter), name);
      const { body } = await get(`/api/game/items?letters=${letter}&limit=2`);
      const { items = [] } = body.data as unknown as { items?: game.DealtItem[] };
      return items.map(({ hasLetterSound }) => hasLetterSound);
    };
    expect(await isSpoken('A', 'apple')).toEqual([true, true]);
    expect(await isSpoken('C', 'cat')).toEqual([false, false]);
  });
});

describe('a missing file', () => {
  it.each([
    '/Images/A/banana.png',
    '/Images/B/apple.png',
    '/Images/A/apple.mp3',
    '/Images/A',
    '/Images/',
    '/Images/a/apple.png',
    '/Audio/error.mp3',
    '/Audio/other.mp3',
    '/Images/%2e%2e/secret.png',
    '/Images/..%2fsecret.png',
    '/Images/A/..%2f..%2fsecret.png',
    '/Images/A/%2e%2e%2f%2e%2e%2f%2e%2e%2foutside.png',
    '/Images/A/apple.png%00.png',
    '/Images/A/x%5c..%5capple.png',
    `/Images/A/${'%F0%9F%8D%8E'.repeat(60)}.png`,
  ])('the missing file %s is answered with 404 in the envelope', async (path) => {
    const { status, body } = await get(path);
    expect([status, body]).toMatchObject([404, { success: false, code: 'NOT_FOUND' }]);
  });

  it('a link out of the folder and anything but a file are answered with 404', async () => {
    const folder = join(service.publicDir, 'Images/A');
    await symlink(join(service.publicDir, '..', 'outside.png'), join(folder, 'out.png'));
    await symlink('apple.png', join(folder, 'in.png'));
    await mkdir(join(folder, 'folder.png'));
    expect((await get('/Images/A/out.png')).status).toBe(404);
    expect((await get('/Images/A/folder.png')).status).toBe(404);
    expect((await get('/Images/A/in.png')).status).toBe(200);
    await Promise.all(['out.png', 'in.png'].map((name) => unlink(join(folder, name))));
  });

  it('a path with malformed escapes is answered with a clear error', async () => {
    const { status, body } = await get('/Images/A/%zz.png');
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
    expect(body.success).toBe(false);
  });
});

describe('the sounds of the game itself', () => {
  it('the game includes its sound effects, and one placed by hand takes precedence', async () => {
    expect((await get('/Audio/victory.mp3')).bytes.toString()).toBe('built-in victory');
    expect((await get('/Audio/match.mp3')).bytes.toString()).toBe('own match');
  });
});

it('files are looked up again on every request', async () => {
  expect((await get('/Images/N/new.png')).status).toBe(404);
  await place(service.publicDir, 'Images/N/new.png', 'new');
  expect((await get('/Images/N/new.png')).bytes.toString()).toBe('new');
});
