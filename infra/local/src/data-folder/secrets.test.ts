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

it('a site of a version without links gets the secret that it lacks, and keeps the others', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'larksong-secrets-'));
  const { linkSecret, ...earlier } = await openSecrets(dataDir);
  await writeFile(join(dataDir, 'secrets.json'), JSON.stringify(earlier));
  await writeFile(join(dataDir, 'given-servers.json'), '{}');
  expect(readSecrets(dataDir)).toEqual(earlier);
  const completed = await openSecrets(dataDir);
  expect(completed).toEqual({ ...earlier, linkSecret: expect.stringMatching(/^[0-9a-f]{64}$/) });
  expect(completed.linkSecret).not.toBe(linkSecret);
  expect(await openSecrets(dataDir)).toEqual(completed);
  await rm(dataDir, { recursive: true });
});
