import type { catalog } from '@larksong/contracts';
import { describe, expect, it } from 'vitest';

import { findTwin, isUncertain, listAmbiguous, listMissing, listSizes } from './known-sources.ts';
import { planImport } from './plan-import.ts';

const source = (changes: Partial<catalog.KnownSource> = {}): catalog.KnownSource => ({
  id: '0198f3c2-7a1e-7d40-b1c9-00000000b001',
  title: 'Ducks',
  status: 'completed',
  sizeBytes: 5,
  hash: 'a',
  captionLanguages: [],
  hasOwnThumbnail: false,
  ...changes,
});
const files = [5, 6, 7, 6].map((sizeBytes, index) => ({ path: `${index}.mp4`, sizeBytes }));
const [five, six, seven, otherSix] = files as [
  (typeof files)[0],
  (typeof files)[0],
  (typeof files)[0],
  (typeof files)[0],
]; // four of them

describe('known files', () => {
  it('only files whose size occurs twice have to be read', () => {
    expect(listAmbiguous(files, [source()])).toEqual([five, six, otherSix]);
    expect(listSizes(files)).toEqual([[5, 6, 7]]);
    expect(listSizes(Array.from({ length: 1500 }, (_, sizeBytes) => ({ path: '', sizeBytes })))).toHaveLength(
      2,
    );
  });

  it('a file is known if a source, or an earlier file, has its hash', () => {
    const hashes = new Map([
      [five, 'a'],
      [six, 'b'],
      [otherSix, 'b'],
    ]);
    const known = { files, hashes, sources: [source()] };
    expect(findTwin(five, known)).toEqual({ kind: 'on-site', source: source() });
    expect(findTwin(six, known)).toBeUndefined();
    expect(findTwin(otherSix, known)).toEqual({ kind: 'in-import', file: six });
    expect(findTwin(seven, known)).toBeUndefined();
  });

  it('a source that is not hashed yet makes files of its size uncertain', () => {
    expect(isUncertain(five, [source({ hash: null })])).toBe(true);
    expect(isUncertain(five, [source()])).toBe(false);
  });

  it('a video on the site gets only what it lacks', () => {
    const paths = ['a.mp4', 'a.de.srt', 'a.pt-br.srt', 'a.jpg'].map((path) => ({ path, sizeBytes: 1 }));
    const [film] = planImport(paths, { visibility: 'private', tags: [] }).films;
    if (!film) throw new Error('no film');
    const missing = listMissing(film, source({ captionLanguages: ['pt-BR'] }));
    expect(missing.captions.map(({ language }) => language)).toEqual(['de']);
    expect(missing.picture?.path).toBe('a.jpg');
    expect(listMissing(film, source({ hasOwnThumbnail: true })).picture).toBeNull();
  });
});
