import { describe, expect, it } from 'vitest';

import { findFilms } from './find-films.ts';

const find = (...paths: string[]) => {
  const { films, tables, strays } = findFilms(paths.map((path) => ({ path, sizeBytes: 1 })));
  return {
    films: films.map(({ file, captions, picture }) => [
      file.path,
      captions.map((caption) => `${caption.language}: ${caption.file.path}`),
      picture?.path ?? null,
    ]),
    tables: tables.map(({ path }) => path),
    strays: strays.map(({ message }) => message),
  };
};

describe('files next to a film', () => {
  it('subtitles and pictures belong to the film of their name in their folder', () => {
    const found = find(
      'a/Ducks.mp4',
      'a/ducks.de.SRT',
      'a/Ducks.pt-BR.vtt',
      'a/Ducks_fr.vtt',
      'a/Ducks.jpg',
      'b/Ducks.mp4',
      'b/Ducks.srt',
      'b/Ducks-poster.png',
    );
    expect(found.films).toEqual([
      [
        'a/Ducks.mp4',
        ['fr: a/Ducks_fr.vtt', 'de: a/ducks.de.SRT', 'pt-BR: a/Ducks.pt-BR.vtt'],
        'a/Ducks.jpg',
      ],
      ['b/Ducks.mp4', ['und: b/Ducks.srt'], 'b/Ducks-poster.png'],
    ]);
    expect(found.strays).toEqual([]);
  });

  it('the film with the longest name owns a file, and accents compare in both forms', () => {
    const found = find('Ducks.mp4', 'Ducks 2.mp4', 'Ducks 2.en.srt', 'Ducks.en.srt', 'A\u0308.mp4', 'Ä.jpg');
    expect(found.films).toEqual([
      ['A\u0308.mp4', [], 'Ä.jpg'],
      ['Ducks 2.mp4', ['en: Ducks 2.en.srt'], null],
      ['Ducks.mp4', ['en: Ducks.en.srt'], null],
    ]);
  });

  it('the language may be a code of three letters, with a word before or behind it', () => {
    const found = find('Ducks.mp4', 'Ducks.ger.forced.srt', 'Ducks.forced.eng.srt', 'Ducks.mp4.webp');
    expect(found.films).toEqual([
      ['Ducks.mp4', ['en: Ducks.forced.eng.srt', 'de: Ducks.ger.forced.srt'], 'Ducks.mp4.webp'],
    ]);
  });

  it('files without a film, and second ones of a language, are named with the reason', () => {
    const found = find(
      'Ducks.mp4',
      'Ducks.de.srt',
      'Ducks.de.vtt',
      'Ducks.jpg',
      'Ducks.png',
      'Geese.srt',
      'notes.txt',
      'Ducklings.jpg',
      '.DS_Store',
      '__MACOSX/Ducks.mp4',
      '._Ducks.mp4',
      'Thumbs.db',
      'songs.csv',
    );
    expect(found.strays.toSorted()).toEqual([
      'Ducklings.jpg is left out: No video has this name.',
      'Ducks.de.vtt is left out: The video already has subtitles in this language (German).',
      'Ducks.png is left out: The video already has a picture.',
      'Geese.srt is left out: No video has this name.',
      'notes.txt is left out: This is neither a video nor a song.',
    ]);
    expect(found.tables).toEqual(['songs.csv']);
    expect(found.films).toHaveLength(1);
  });

  it('films are in reading order', () => {
    expect(find('10.mp4', '9.mp4', 'a/1.mp4').films.map(([path]) => path)).toEqual([
      '9.mp4',
      '10.mp4',
      'a/1.mp4',
    ]);
  });
});
