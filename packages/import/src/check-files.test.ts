import type { catalog, Call } from '@larksong/contracts';
import { expect, test } from 'vitest';

import { checkFiles } from './check-files.ts';
import type { ListedFile } from './find-films.ts';

const source = (hash: string | null, sizeBytes: number): catalog.KnownSource => ({
  id: '0198f3c2-7a1e-7d40-b1c9-00000000b001',
  title: 'A film',
  status: 'completed',
  sizeBytes,
  hash,
  captionLanguages: [],
  hasOwnThumbnail: false,
});

/** Responds to every call with these sources. */
const callOf = (sources: catalog.KnownSource[]): Call =>
  (async () => ({ message: undefined, data: { sources } })) as unknown as Call; // the only call that is made

const duck = { path: 'duck.mp4', sizeBytes: 10 };
const copy = { path: 'copy of duck.mp4', sizeBytes: 10 };
const goose = { path: 'goose.mp4', sizeBytes: 20 };
const swan = { path: 'swan.mp4', sizeBytes: 30 };
const HASHES = new Map<ListedFile, string>([
  [duck, 'd'],
  [copy, 'd'],
  [goose, 'g'],
  [swan, 's'],
]);

const { signal } = new AbortController();

test('files on the site and repeated ones are found, and only files whose size occurs twice are read', async () => {
  const read: string[] = [];
  const progress: [number, number][] = [];
  const hash = async (file: ListedFile) => {
    read.push(file.path);
    return HASHES.get(file) ?? '';
  };
  const files = [duck, goose, swan, copy];
  const sources = [source('g', 20)];
  const onRead = (done: number, total: number) => void progress.push([done, total]);
  const { twins, hashes, uncertain } = await checkFiles(files, {
    call: callOf(sources),
    hash,
    signal,
    onRead,
  });
  expect([...twins]).toEqual([
    [goose, { kind: 'on-site', source: sources[0] }],
    [copy, { kind: 'in-import', file: duck }],
  ]);
  expect(read).toEqual([duck.path, goose.path, copy.path]);
  expect([...hashes.values()]).toEqual(['d', 'g', 'd']);
  expect(progress).toEqual([
    [0, 3],
    [1, 3],
    [2, 3],
  ]);
  expect(uncertain).toEqual([]);
});

test('a file that cannot be read, or not be compared yet, counts as new', async () => {
  const hash = () => Promise.reject(new Error('gone'));
  const found = await checkFiles([duck, swan], { call: callOf([source(null, 10)]), hash, signal });
  expect(found).toEqual({ twins: new Map(), hashes: new Map(), uncertain: [duck] });
});

test('an aborted check reads no further file', async () => {
  const ending = new AbortController();
  const read: string[] = [];
  const hash = async ({ path }: ListedFile) => {
    read.push(path);
    ending.abort(new Error('stopped'));
    return 'd';
  };
  const checking = checkFiles([duck, copy], { call: callOf([]), hash, signal: ending.signal });
  await expect(checking).rejects.toThrow('stopped');
  expect(read).toEqual([duck.path]);
});
