import { describe, expect, test } from 'vitest';

import {
  changeLanguage,
  findCaptionProblem,
  findCaptionProblems,
  guessLanguage,
  readCaption,
  type CaptionDraft,
} from './captions.ts';

const draft: CaptionDraft = { fileName: 'a.vtt', content: 'WEBVTT', language: 'en', label: 'English' };

test.each([
  ['song.de.vtt', 'de'],
  ['song_fr.vtt', 'fr'],
  ['Song.pt-BR.vtt', 'pt-BR'],
  ['song.vtt', 'en'],
  ['a-song-about-it.vtt', 'it'],
  ['song.qqx.vtt', 'en'],
])('the file %s is in %s', (name, language) => {
  expect(guessLanguage(name)).toBe(language);
});

describe('another language', () => {
  test('choosing another language changes the name with it', () => {
    expect(changeLanguage(draft, 'de')).toMatchObject({ language: 'de', label: 'German' });
    expect(changeLanguage({ ...draft, label: '' }, 'fr').label).toBe('French');
  });

  test('choosing another language keeps a name that was typed', () => {
    expect(changeLanguage({ ...draft, label: 'For singing along' }, 'de').label).toBe('For singing along');
  });
});

test('the language and the name of subtitles are checked', () => {
  expect(findCaptionProblem(draft)).toBeUndefined();
  expect(findCaptionProblem({ ...draft, language: 'english!' })).toBe(
    'The language must be a code such as en or pt-BR.',
  );
  expect(findCaptionProblem({ ...draft, label: ' ' })).toBe(
    'The name of subtitles must have 1 to 60 characters.',
  );
  expect(findCaptionProblem({ ...draft, label: '\u200B\u2060' })).toBe(
    'The name of subtitles must have 1 to 60 characters.',
  );
});

test('text that only looks like a language code is refused', () => {
  expect(findCaptionProblem({ ...draft, language: 'en-12' })).toBe(
    'The language must be a code such as en or pt-BR.',
  );
});

describe('several subtitles', () => {
  const inLanguages = (...languages: string[]) => languages.map((language) => ({ ...draft, language }));

  test('several subtitle files must have different languages', () => {
    expect(findCaptionProblems(inLanguages('en', 'en-GB', 'de'))).toEqual([undefined, undefined, undefined]);
  });

  test('a language that is used twice, however it is written, is reported at the second file', () => {
    const english = 'There is already a file in English (en). Change the language of one, or remove it.';
    expect(findCaptionProblems(inLanguages('en', 'de', ' EN '))).toEqual([undefined, undefined, english]);
    expect(findCaptionProblems(inLanguages('pt-BR', 'pt-br'))[1]).toContain('Brazilian Portuguese (pt-BR)');
    expect(findCaptionProblems(inLanguages('qqx', 'qqx'))[1]).toContain('already a file in qqx');
  });
});

describe('a file', () => {
  const content = 'WEBVTT\n\n00:00.000 --> 00:02.000\nQuack\n';

  test('a subtitle file gets the language of its name', async () => {
    expect(await readCaption(new File([content], 'ducks.de.vtt'))).toEqual({
      fileName: 'ducks.de.vtt',
      content,
      language: 'de',
      label: 'German',
    });
  });

  test('a file that is not WebVTT is refused as subtitles', async () => {
    await expect(readCaption(new File(['1\n00:00:01,000 --> x'], 'ducks.srt'))).rejects.toThrow(
      'ducks.srt cannot be used. Line 1: these are no subtitles. WebVTT begins with the word WEBVTT, SubRip with a number and a time.',
    );
  });

  test('a subtitle file with an error below its first line is refused, with its name and that line', async () => {
    const broken = new File(['WEBVTT\n\n00:05.000 --> 00:02.000\nQuack\n'], 'ducks.vtt');
    await expect(readCaption(broken)).rejects.toThrow(
      'ducks.vtt cannot be used. Line 3: this subtitle ends before it begins.',
    );
  });

  test('a subtitle file that is too long is refused', async () => {
    const long = new File([content, 'x'.repeat(500_000)], 'ducks.vtt');
    await expect(readCaption(long)).rejects.toThrow('Subtitles can be at most 500 kB.');
  });

  test('the size of a subtitle file is measured in bytes, as on the server', async () => {
    const inBytes = (sizeBytes: number) => {
      const letters = sizeBytes - content.length;
      const text = 'ä'.repeat(Math.floor(letters / 2)) + 'x'.repeat(letters % 2);
      return new File([content.trimEnd(), text, '\n'], 'ducks.vtt');
    };
    expect(inBytes(500_000).size).toBe(500_000);
    expect((await readCaption(inBytes(500_000))).content.length).toBeLessThan(260_000);
    await expect(readCaption(inBytes(500_001))).rejects.toThrow('Subtitles can be at most 500 kB.');
  });
});
