import { describe, expect, test } from 'vitest';

import {
  changeLanguage,
  findCaptionProblem,
  guessLanguage,
  readCaption,
  toLanguageName,
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
])('%s is in %s', (name, language) => {
  expect(guessLanguage(name)).toBe(language);
});

test('a language has a name only if there is such a language', () => {
  expect(toLanguageName('de')).toBe('German');
  expect(toLanguageName('not a language')).toBe('');
  expect(toLanguageName('')).toBe('');
});

describe('another language', () => {
  test('brings its name', () => {
    expect(changeLanguage(draft, 'de')).toMatchObject({ language: 'de', label: 'German' });
    expect(changeLanguage({ ...draft, label: '' }, 'fr').label).toBe('French');
  });

  test('leaves a name alone that somebody wrote', () => {
    expect(changeLanguage({ ...draft, label: 'For singing along' }, 'de').label).toBe('For singing along');
  });
});

test('language and name are checked', () => {
  expect(findCaptionProblem(draft)).toBeUndefined();
  expect(findCaptionProblem({ ...draft, language: 'english!' })).toBe(
    'The language is a code such as en or pt-BR.',
  );
  expect(findCaptionProblem({ ...draft, label: ' ' })).toBe('The name of subtitles has 1 to 60 characters.');
});

describe('a file', () => {
  const content = 'WEBVTT\n\n00:00.000 --> 00:02.000\nQuack\n';

  test('becomes subtitles in the language of its name', async () => {
    expect(await readCaption(new File([content], 'ducks.de.vtt'))).toEqual({
      fileName: 'ducks.de.vtt',
      content,
      language: 'de',
      label: 'German',
    });
  });

  test('of another kind is refused', async () => {
    await expect(readCaption(new File(['1\n00:00:01,000 --> x'], 'ducks.srt'))).rejects.toThrow(
      'This is not a WebVTT file.',
    );
  });

  test('that is too long is refused', async () => {
    const long = new File([content, 'x'.repeat(500_000)], 'ducks.vtt');
    await expect(readCaption(long)).rejects.toThrow('Subtitles have at most 500,000 characters.');
  });
});
