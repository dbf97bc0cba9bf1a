import { describe, expect, test } from 'vitest';

import { addTags, NO_TAGS, toTagDrafts } from '../../parts/video-form/tags.ts';
import {
  applySongTags,
  changeForm,
  EMPTY_FORM,
  findProblem,
  isVideoFile,
  toFormData,
  type UploadForm,
} from './form.ts';

const file = new File(['moving pictures'], 'song.mp4', { type: 'video/mp4' });
const AUTHOR = [{ tagType: 'author', tagValue: 'Ben' }] as const;
const complete: UploadForm = { ...EMPTY_FORM, file, title: 'A song' };
const id = '0198f3c2-7a1e-7d40-b1c9-5e2f6a90d8e1';

describe('checks before sending', () => {
  test('a file and a title are enough for an upload', () => {
    expect(findProblem(complete)).toBeUndefined();
  });

  test('the checks come in the order of the specification', () => {
    const wrong: UploadForm = { ...EMPTY_FORM, visibility: 'private', resolutions: [] };
    expect(findProblem(wrong)?.sentence).toBe('Select a video file');
    expect(findProblem({ ...wrong, file })?.sentence).toBe('Enter a title');
    expect(findProblem({ ...wrong, file, title: 'A song' })?.sentence).toBe(
      'Private user ID is required for private visibility',
    );
    expect(findProblem({ ...wrong, file, title: 'A song', privateUserId: id })?.sentence).toBe(
      'Select at least one resolution',
    );
  });

  test('a blank title counts as missing', () => {
    expect(findProblem({ ...complete, title: '  \n' })?.part).toBe('title');
    expect(findProblem({ ...complete, title: '\u200B\u2060' })?.sentence).toBe('Enter a title');
  });

  test.each(['', 'olive', id.slice(1), `${id}0`])('the text "%s" is not a user id', (privateUserId) => {
    expect(findProblem({ ...complete, visibility: 'private', privateUserId })?.part).toBe('privateUserId');
  });

  test('the user id counts only for private videos, in upper or lower case', () => {
    expect(findProblem({ ...complete, visibility: 'registered', privateUserId: 'olive' })).toBeUndefined();
    const privateUserId = ` ${id.toUpperCase()} `;
    expect(findProblem({ ...complete, visibility: 'private', privateUserId })).toBeUndefined();
  });

  test('a file of another kind is not a video', () => {
    const picture = new File(['x'], 'duck.png', { type: 'image/png' });
    expect(findProblem({ ...complete, file: picture })?.sentence).toBe('Select a video file');
  });
});

test.each([
  ['song.mp4', 'video/mp4', true],
  ['song', 'video/x-matroska', true],
  ['song.MKV', '', true],
  ['song.txt', '', false],
  ['song.mp4', 'text/plain', false],
  ['song.mp3', 'audio/mpeg', true],
  ['song.m4b', '', true],
  ['song.opus', '', true],
  ['song.oga', 'application/ogg', true],
  ['ducks.gif', 'image/gif', true],
  ['ducks.png', 'image/png', false],
  ['cover.jpg', '', false],
])('the file %s of type "%s" becomes a video: %s', (name, type, expected) => {
  expect(isVideoFile({ name, type })).toBe(expected);
});

describe('a change of the form', () => {
  test('a change of one field leaves the others as they are', () => {
    const { form, problem } = changeForm(complete, { title: 'Another' });
    expect(form).toEqual({ ...complete, title: 'Another' });
    expect(problem).toBeUndefined();
    expect(changeForm(complete, { file: null }).problem).toBeUndefined();
  });

  test('the title of the form follows the name of the file, also of another file', () => {
    const first = changeForm(EMPTY_FORM, { file }).form;
    expect(first.title).toBe('song');
    const other = new File(['x'], 'Five_little-ducks  2024-05.final.MP4', { type: 'video/mp4' });
    expect(changeForm(first, { file: other }).form.title).toBe('Five little ducks 2024-05.final');
  });

  test('a typed title stays when a file is chosen', () => {
    const typed = { ...EMPTY_FORM, title: 'A song' };
    expect(changeForm(typed, { file }).form.title).toBe('A song');
    expect(changeForm({ ...complete, title: 'Mine' }, { file }).form.title).toBe('Mine');
  });

  test('the tags of a song fill in what was not typed', () => {
    const mp3 = new File(['x'], '01 - ducks.mp3', { type: 'audio/mpeg' });
    const tags = { title: 'Five Ducks', artist: 'Ada', year: 1987 };
    const chosen = changeForm(EMPTY_FORM, { file: mp3 }).form;
    expect(applySongTags(chosen, mp3, tags)).toMatchObject({
      title: 'Five Ducks',
      description: 'Year: 1987',
      tags: { author: { values: ['Ada'] } },
    });
    const typed = { ...chosen, title: 'Mine', description: 'For Olive', tags: toTagDrafts(AUTHOR) };
    expect(applySongTags(typed, mp3, tags)).toMatchObject({
      title: 'Mine',
      description: 'For Olive',
      tags: { author: { values: ['Ben'] } },
    });
    expect(applySongTags(chosen, mp3, {})).toEqual(chosen);
    expect(applySongTags({ ...chosen, file }, mp3, tags)).toEqual({ ...chosen, file });
  });

  test('the next file replaces what the last one suggested', () => {
    const mp3 = new File(['x'], 'ducks.mp3', { type: 'audio/mpeg' });
    const tags = { title: 'Five Ducks', artist: 'Ada', year: 1987 };
    const tagged = applySongTags(changeForm(EMPTY_FORM, { file: mp3 }).form, mp3, tags);
    expect(changeForm(tagged, { file }).form).toMatchObject({
      title: 'song',
      description: '',
      tags: { author: { values: [] } },
    });
    const changed = { ...tagged, title: 'Mine', description: 'For Olive', tags: toTagDrafts(AUTHOR) };
    expect(changeForm(changed, { file }).form).toMatchObject({
      title: 'Mine',
      description: 'For Olive',
      tags: { author: { values: ['Ben'] } },
    });
  });

  test('choosing a file that is not a video is refused at once', () => {
    const text = new File(['words'], 'words.txt', { type: 'text/plain' });
    const { form, problem } = changeForm(complete, { file: text });
    expect(form.file).toBeNull();
    expect(problem?.sentence).toBe('Select a video file');
  });
});

test('subtitles need a language and a name, checked after everything else', () => {
  const caption = { fileName: 'a.vtt', content: 'WEBVTT', language: 'x', label: 'English' };
  const problem = findProblem({ ...complete, captions: [caption] });
  expect(problem).toEqual({ part: 'captions', sentence: 'The language must be a code such as en or pt-BR.' });
  expect(findProblem({ ...complete, captions: [{ ...caption, language: 'en' }] })).toBeUndefined();
  expect(findProblem({ ...complete, title: '', captions: [caption] })?.part).toBe('title');
});

describe('further checks', () => {
  const caption = { fileName: 'a.vtt', content: 'WEBVTT', language: 'en', label: 'English' };
  const text = Array.from({ length: 51 }, (_, number) => `Tag ${number}`).join(',');
  const tags = { ...NO_TAGS, grade: addTags({ values: [], text }) };
  const captions = [caption, { ...caption, language: 'EN' }];

  test('tags and subtitles are checked after the fields of the specification', () => {
    expect(findProblem({ ...complete, resolutions: [], tags, captions })?.part).toBe('resolutions');
    expect(findProblem({ ...complete, tags, captions })).toEqual({
      part: 'tags',
      sentence: 'A video has at most 50 tags.',
    });
    const letters = { letters: ['A'], text: 'BC' };
    expect(findProblem({ ...complete, letters, captions })).toEqual({
      part: 'letters',
      sentence: 'A letter is exactly one character',
    });
    expect(findProblem({ ...complete, captions })).toEqual({
      part: 'captions',
      sentence: 'There is already a file in English (en). Change the language of one, or remove it.',
    });
  });
});

describe('the body', () => {
  test('the form data has its fields before the file', () => {
    const data = toFormData({ ...complete, title: ' A song ', resolutions: ['360p', '720p'] }, file);
    expect([...data.keys()]).toEqual(['title', 'description', 'visibility', 'resolutions', 'video']);
    expect(data.get('title')).toBe('A song');
    expect(data.get('resolutions')).toBe('["720p","360p"]');
  });

  test('the form data has letters only if there are some, also those still in the field', () => {
    const letters = { letters: ['B'], text: 'a' };
    expect(toFormData({ ...complete, letters }, file).get('letters')).toBe('["A","B"]');
    expect(toFormData(complete, file).has('letters')).toBe(false);
  });

  test('the form data has a language only if one was chosen', () => {
    expect(toFormData({ ...complete, language: 'ar' }, file).get('language')).toBe('ar');
    expect(toFormData(complete, file).has('language')).toBe(false);
  });

  test('the form data names a user only for a private video', () => {
    const form = { ...complete, privateUserId: id };
    expect(toFormData({ ...form, visibility: 'registered' }, file).has('privateUserId')).toBe(false);
    expect(toFormData({ ...form, visibility: 'private' }, file).get('privateUserId')).toBe(id);
  });

  test('the form data names the upload instead of a file that was sent in parts', () => {
    const data = toFormData(complete, { uploadId: id });
    expect(data.get('uploadId')).toBe(id);
    expect(data.has('video')).toBe(false);
  });
});
