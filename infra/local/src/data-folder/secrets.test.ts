import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { LostSecrets, openSecrets, readSecrets } from './secrets.ts';

it.each(['', '{"internalTo'])('secrets of which %j is left are lost, and stay as they are', async (left) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'larksong-secrets-'));
  const file = join(dataDir, 'secrets.json');
  await writeFile(file, left);
  const sentence =
    /^The file secrets\.json in .+ is damaged, so nobody can open the database.+restore a backup/;
  expect(() => readSecrets(dataDir)).toThrow(sentence);
  await expect(openSecrets(dataDir)).rejects.toThrow(LostSecrets);
  expect(await readFile(file, 'utf8')).toBe(left);
  await rm(dataDir, { recursive: true });
});

it('secrets that are missing next to a database are lost, and no others are made', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'larksong-secrets-'));
  await writeFile(join(dataDir, 'given-servers.json'), '{}');
  const sentence = /^The file secrets\.json is missing in .+restore a backup/;
  expect(() => readSecrets(dataDir)).toThrow(sentence);
  await expect(openSecrets(dataDir)).rejects.toThrow(sentence);
  expect(await readdir(dataDir)).toEqual(['given-servers.json']);
  await rm(dataDir, { recursive: true });
});
