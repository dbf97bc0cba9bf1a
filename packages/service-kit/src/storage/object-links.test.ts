import { expect, test } from 'vitest';

import { createObjectLinks } from './object-links.ts';

const keys = { S3_ACCESS_KEY: 'key', S3_SECRET_KEY: 'secret-secret' };
const config = { ...keys, S3_ENDPOINT: 'http://minio:9000', S3_BUCKET: 'songs' };

test('a link names its object, its lifetime and no secret, and is made without calling the server', async () => {
  const links = await createObjectLinks(config, { seconds: 4 });
  const link = new URL(await links.create('videos/a/1.m4s', 'GET'));
  expect(link.origin).toBe('http://minio:9000');
  expect(link.pathname).toBe('/songs/videos/a/1.m4s');
  expect(link.searchParams.get('X-Amz-Expires')).toBe('4');
  expect(link.searchParams.get('response-cache-control')).toBe('no-store');
  expect(link.href).not.toContain('secret-secret');
});

test('links of GET and HEAD are signed differently', async () => {
  const links = await createObjectLinks(config, { seconds: 4 });
  const signatureOf = (link: string) => new URL(link).searchParams.get('X-Amz-Signature');
  const [get, head] = [await links.create('a/1', 'GET'), await links.create('a/1', 'HEAD')];
  expect(signatureOf(get)).not.toBe(signatureOf(head));
});

test('links begin with the public address of the server if it has one', async () => {
  const links = await createObjectLinks(config, { endpoint: 'https://media.songs.example/', seconds: 4 });
  expect(links.origin).toBe('https://media.songs.example');
  expect(await links.create('a/1', 'GET')).toMatch(/^https:\/\/media\.songs\.example\/songs\/a\/1\?/);
});

test('the origin of links to a server that has a name for each region contains the region', async () => {
  const amazon = { ...config, S3_ENDPOINT: 'https://s3.amazonaws.com', S3_REGION: 'eu-central-1' };
  const links = await createObjectLinks(amazon, { seconds: 4 });
  expect(links.origin).toContain('eu-central-1.amazonaws.com');
  expect(new URL(await links.create('a/1', 'GET')).origin).toBe(links.origin);
});

test('keys outside the rules of storage, and folders as storage, have no links', async () => {
  const links = await createObjectLinks(config, { seconds: 4 });
  await expect(links.create('../a', 'GET')).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
  await expect(createObjectLinks({ STORAGE_DIR: '/data' }, { seconds: 4 })).rejects.toThrow(
    'S3_ENDPOINT is not set',
  );
});
