import type { Explanation } from '@larksong/contracts';
import { describe, expect, it } from 'vitest';

import { decodeText } from './decode-text.ts';
import { planImport } from './plan-import.ts';

const toMessage = ({ message }: Explanation) => message;
const file = (path: string) => ({ path, sizeBytes: 1 });
const plan = (paths: string[], table?: string) =>
  planImport(paths.map(file), { table, visibility: 'private', tags: [{ tagType: 'grade', tagValue: '1' }] });

describe('the plan of an import', () => {
  it('a film has the title of its file, and the visibility and the tags of the import', () => {
    const [film] = plan(['songs/01 - Ducks.mp4', 'songs/01 - Ducks.jpg']).films;
    expect(film).toMatchObject({
      title: 'Ducks',
      isGenerated: false,
      visibility: 'private',
      tags: [{ tagType: 'grade', tagValue: '1' }],
      picture: file('songs/01 - Ducks.jpg'),
    });
  });

  it('a song has the title, the author and the year of its tags, unless the table says otherwise', () => {
    const songTags = new Map([
      ['IMG_0001.mp3', { title: 'Five ducks', artist: 'Ada', year: 1987 }],
      ['b.m4b', { title: 'Geese', artist: 'Ben', year: 1999 }],
    ]);
    const table = 'file,title,author,description\nb.m4b,Swans,Cid,Lake';
    const paths = ['IMG_0001.mp3', 'b.m4b', 'c.flac'].map(file);
    const { films } = planImport(paths, { table, visibility: 'public', tags: [], songTags });
    expect(films.map(({ title, description, tags }) => [title, description, tags[0]?.tagValue])).toEqual([
      ['Swans', 'Lake', 'Cid'],
      ['c', '', undefined],
      ['Five ducks', 'Year: 1987', 'Ada'],
    ]);
    expect(films.every(({ isGenerated }) => !isGenerated)).toBe(true);
    expect(films.flatMap(({ tags }) => tags)).toHaveLength(2);
  });

  it('a line of the table has precedence, and adds its tags', () => {
    const table =
      'File;Title;Visibility;Grade;Category;Letters;Description;Language;Notes\r\nIMG_1.mp4;"Five ""ducks""";Public;1;animals, songs;b a;"Count,\r\nplease";DE;x\r\n';
    const { films, problems, notes } = plan(['songs/IMG_1.mp4', 'songs/B.mp4'], table);
    expect(films.map(({ title, visibility }) => [title, visibility])).toEqual([
      ['B', 'private'],
      ['Five "ducks"', 'public'],
    ]);
    expect(films[1]).toMatchObject({
      isGenerated: false,
      description: 'Count,\r\nplease',
      letters: ['A', 'B'],
      language: 'de',
      tags: [
        { tagType: 'grade', tagValue: '1' },
        { tagType: 'category', tagValue: 'animals' },
        { tagType: 'category', tagValue: 'songs' },
      ],
    });
    expect(problems).toEqual([]);
    expect(notes.map(toMessage)).toEqual(['The column “Notes” is not used.']);
  });

  it('a table names a film by its path, its name, or its name without the extension', () => {
    const paths = ['songs/a/Ducks.mp4', 'songs/b/Ducks.mp4', 'songs/GEESE.mkv'];
    const table = 'file,title\nsongs/a/Ducks.mp4,First\nb\\ducks,Second\ngeese,Third\n';
    const { films, problems } = plan(paths, table);
    expect(films.map(({ title }) => title)).toEqual(['First', 'Second', 'Third']);
    expect(problems).toEqual([]);
  });

  it('the language of all films is that of those whose line states none', () => {
    const table = 'file,language\na.mp4,uk\nb.mp4,\n';
    const { films } = planImport(['a.mp4', 'b.mp4', 'c.mp4'].map(file), {
      ...{ table, visibility: 'private', language: 'tr', tags: [] },
    });
    expect(films.map(({ language }) => language)).toEqual(['uk', 'tr', 'tr']);
    expect(plan(['a.mp4'], '').films[0]?.language).toBeNull();
  });

  it('an unknown language is named by its line', () => {
    const { problems, films } = plan(['a.mp4'], 'file,language\na.mp4,Klingon\n');
    expect(problems.map(toMessage)).toEqual([
      'Line 2: the language is one of de, en, es, fr, pl, tr, uk, ar, not “klingon”.',
    ]);
    expect(films[0]).toMatchObject({ language: null, doubts: [{ part: 'rest' }] });
  });

  it('every error of a table is named by its line', () => {
    const table = [
      'file,title,visibility,letters,author',
      'a.mp4,,hidden',
      `b.mp4,${'x'.repeat(201)}`,
      ',No file',
      'a.mp4,Again',
      'c.mp4,Several',
      'd.mp4,Absent',
      'e.mp4,"Too",public,AB',
      'f.mp4,A, title, with, commas, inside',
      `e.mp4,,,,${'y'.repeat(101)}`,
    ].join('\n');
    const { problems, notes } = plan(['a.mp4', 'b.mp4', 'x/c.mp4', 'y/c.mp4', 'e.mp4', 'f.mp4'], table);
    expect(problems.map(toMessage)).toEqual([
      'Line 2: the visibility is public, registered, private, not “hidden”.',
      'Line 3: the title has more than 200 characters.',
      'Line 4: the name of the file is missing.',
      'Line 8: A letter is exactly one character.',
      'Line 9: there are more cells than columns. A text with a separator needs quotation marks around it.',
      'Line 10: the tag “yyyyyyyyyyyyyyyyyyyy…” has more than 100 characters.',
      'Line 5: line 2 is about the same file, a.mp4.',
      'Line 6: several videos are named c.mp4. Please write the folder before the name.',
      'Line 10: line 8 is about the same file, e.mp4.',
    ]);
    expect(notes.map(toMessage)).toEqual(['Line 7 of the table: there is no video named d.mp4.']);
  });

  it('a film with a mistake in its line keeps the rest of the line, and says what to decide', () => {
    const table =
      'file,title,visibility,grade,letters\na.mp4,Ducks,secret,2,AB\nb.mp4,Geese,public,1,\nx/c.mp4,,,,';
    const { films, fault } = plan(['a.mp4', 'b.mp4', 'c.mp4'], table);
    expect(fault).toBeNull();
    expect(films.map(({ title, visibility, letters }) => [title, visibility, letters])).toEqual([
      ['Ducks', 'private', []],
      ['Geese', 'public', []],
      ['c', 'private', []],
    ]);
    const doubtsOf = ({ doubts }: (typeof films)[number]) =>
      doubts.map(({ part, explanation }) => ({ part, sentence: explanation.message }));
    expect(films.map(doubtsOf)).toEqual([
      [
        {
          part: 'visibility',
          sentence: 'Line 2: the visibility is public, registered, private, not “secret”.',
        },
        { part: 'rest', sentence: 'Line 2: A letter is exactly one character.' },
      ],
      [],
      [],
    ]);
  });

  it('films of one name and lines about one film are in doubt, too', () => {
    const table = 'file,title\nc.mp4,Several\na.mp4,First\na.mp4,Second';
    const { films } = plan(['x/c.mp4', 'y/c.mp4', 'a.mp4'], table);
    expect(films.map(({ title, doubts }) => [title, doubts.map(({ part }) => part)])).toEqual([
      ['First', ['rest']],
      ['c', ['rest']],
      ['c', ['rest']],
    ]);
  });

  it.each([
    ['title\nDucks', 'Line 1: there is no column named file.'],
    ['file,title,Title\na.mp4,1,2', 'Line 1: the column title appears twice.'],
    ['file\n"a.mp4', 'Line 2: a quotation mark is opened here and never closed.'],
  ])('the table %j cannot be used', (table, sentence) => {
    const { problems, fault } = plan(['a.mp4'], table);
    expect(problems[0]?.message).toContain(sentence);
    expect(fault).toBe(problems[0]);
  });

  it('more tags than a video can have are a problem of their file', () => {
    const tags = Array.from({ length: 51 }, (_, number) => `t${number}`).join('|');
    expect(plan(['a.mp4'], `file,grade\na.mp4,${tags}`).problems.map(toMessage)).toEqual([
      'a.mp4: A video has at most 50 tags.',
    ]);
  });
});

describe('the text of a file', () => {
  it.each([
    ['UTF-8', Buffer.from('Größe “A”')],
    ['UTF-8 with a byte order mark', Buffer.from('\uFEFFGröße “A”')],
    ['UTF-16', Buffer.from('\uFEFFGröße “A”', 'utf16le')],
    ['Windows-1252', Buffer.from([0x47, 0x72, 0xf6, 0xdf, 0x65, 0x20, 0x93, 0x41, 0x94])],
  ])('text in %s is read', (_name, bytes) => {
    expect(decodeText(bytes)).toBe('Größe “A”');
  });
});
