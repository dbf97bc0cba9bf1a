import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';

import { beforeAll, expect, it } from 'vitest';

import { createKey, openKey, type Cipher } from './cipher.ts';

const PASSPHRASE = 'correct horse battery';
let key: Uint8Array;
let cipher: Cipher;

beforeAll(async () => {
  key = await createKey(PASSPHRASE, 4);
  cipher = await open(key);
});

async function open(sealed: Uint8Array): Promise<Cipher> {
  const opened = await openKey(sealed, PASSPHRASE);
  if (opened === undefined) throw new Error('The key was not opened.');
  return opened;
}

async function* toChunks(bytes: Uint8Array, size = 50_000): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function collect(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  return Buffer.concat(await Readable.from(source).toArray());
}

it.each([0, 1, 64 * 1024, 200_001])('%i encrypted bytes are decrypted by the same key', async (count) => {
  const plain = randomBytes(count);
  const encrypted = await collect(await cipher.encrypt(toChunks(plain)));
  expect(encrypted.subarray(0, 21).toString()).toBe('age-encryption.org/v1');
  const again = await open(key);
  expect(await collect(await again.decrypt(toChunks(encrypted)))).toEqual(plain);
});

it('a file with a flipped byte, a missing end, or of another key is refused', async () => {
  const encrypted = await collect(await cipher.encrypt(toChunks(randomBytes(200_000))));
  const flipped = Buffer.from(encrypted);
  flipped[150_000] = (flipped[150_000] ?? 0) ^ 1;
  const decrypt = async (bytes: Uint8Array, by = cipher) => collect(await by.decrypt(toChunks(bytes)));
  await expect(decrypt(flipped)).rejects.toThrow(/./);
  await expect(decrypt(encrypted.subarray(0, 100_000))).rejects.toThrow(/./);
  await expect(decrypt(encrypted, await open(await createKey(PASSPHRASE, 4)))).rejects.toThrow(/./);
});

it('a wrong passphrase does not open a key', async () => {
  expect(await openKey(key, 'wrong horse battery')).toBeUndefined();
});
