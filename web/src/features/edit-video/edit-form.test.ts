import { describe, expect, test } from 'vitest';

import { MIRA } from '../../testing/accounts.ts';
import { video as makeVideo } from '../../testing/videos.ts';
import { addTags } from '../../parts/video-form/tags.ts';
import { findProblem, isEmpty, toChanges, toEditForm } from './edit-form.ts';

const video = makeVideo({
  title: 'The Lark',
  description: 'A song.',
  tags: [
    { tagType: 'grade', tagValue: 'Grade 1' },
    { tagType: 'author', tagValue: 'Olive' },
  ],
});
const form = toEditForm(video);

test('an unchanged form has no changes to send', () => {
  expect(isEmpty(toChanges(form, video))).toBe(true);
  expect(isEmpty(toChanges({ ...form, title: ' The Lark ' }, video))).toBe(true);
});

describe('changes', () => {
  test('changed texts are sent one by one, trimmed', () => {
    expect(toChanges({ ...form, title: ' The Wren ' }, video)).toEqual({ title: 'The Wren' });
    expect(toChanges({ ...form, description: '' }, video)).toEqual({ description: '' });
  });

  test('changed tags are sent as the complete list of the video’s tags', () => {
    const author = addTags({ ...form.tags.author, text: 'Mira' });
    expect(toChanges({ ...form, tags: { ...form.tags, author } }, video)).toEqual({
      tags: [
        { tagType: 'grade', tagValue: 'Grade 1' },
        { tagType: 'author', tagValue: 'Olive' },
        { tagType: 'author', tagValue: 'Mira' },
      ],
    });
  });

  test('another order of the same tags does not count as a change', () => {
    const other = { ...video, tags: video.tags.toReversed() };
    expect(isEmpty(toChanges(toEditForm(video), other))).toBe(true);
  });

  test('changed letters are sent as all letters of the video, and unchanged ones are not sent', () => {
    const known = makeVideo({ ...video, letters: ['B', 'D'] });
    const edited = toEditForm(known);
    expect(isEmpty(toChanges(edited, known))).toBe(true);
    expect(toChanges({ ...edited, letters: { letters: ['D'], text: 'é' } }, known)).toEqual({
      letters: ['D', 'É'],
    });
    expect(toChanges({ ...edited, letters: { letters: [], text: '' } }, known)).toEqual({ letters: [] });
    expect(findProblem({ ...edited, letters: { letters: [], text: '?' } })?.part).toBe('letters');
  });

  test('a changed language is sent, also that there is none, and an unchanged one is not', () => {
    expect(toChanges({ ...form, language: 'de' }, video)).toEqual({ language: 'de' });
    const known = makeVideo({ ...video, language: 'tr' });
    expect(isEmpty(toChanges(toEditForm(known), known))).toBe(true);
    expect(toChanges({ ...toEditForm(known), language: null }, known)).toEqual({ language: null });
  });

  test('a change to private visibility names the user, and a change from it does not', () => {
    const mine = { ...form, visibility: 'private' as const, privateUserId: MIRA.id.toUpperCase() };
    expect(toChanges(mine, video)).toEqual({ visibility: 'private', privateUserId: MIRA.id });
    const known = makeVideo({ ...video, visibility: 'private', privateUserId: MIRA.id });
    expect(isEmpty(toChanges(toEditForm(known), known))).toBe(true);
    expect(toChanges({ ...toEditForm(known), visibility: 'public' }, known)).toEqual({
      visibility: 'public',
    });
  });
});

test('the edit form makes the checks of the upload form', () => {
  const wrong = { ...form, title: ' ', visibility: 'private' as const, privateUserId: 'mira' };
  expect(findProblem(wrong)).toEqual({ part: 'title', sentence: 'Enter a title' });
  expect(findProblem({ ...wrong, title: '\u200B\u2060' })?.part).toBe('title');
  expect(findProblem({ ...wrong, title: 'x' })).toEqual({
    part: 'privateUserId',
    sentence: 'Private user ID is required for private visibility',
  });
  expect(findProblem({ ...wrong, title: 'x', privateUserId: MIRA.id })).toBeUndefined();
});

test('a video with more than 50 tags is refused', () => {
  const withTags = (count: number) => {
    const text = Array.from({ length: count }, (_, number) => `Tag ${number}`).join(',');
    return { ...form, tags: { ...form.tags, grade: addTags({ values: [], text }) } };
  };
  expect(findProblem(withTags(49))).toBeUndefined(); // and an author
  expect(findProblem(withTags(50))).toEqual({ part: 'tags', sentence: 'A video has at most 50 tags.' });
});
