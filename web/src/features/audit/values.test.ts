import { AUDIT_ACTIONS } from '@larksong/contracts';
import { describe, expect, test } from 'vitest';

import { listValues, toActionName } from './values.ts';

test('every kind of change has a name, and one of another version is shown as it is', () => {
  const actions: string[] = Object.values(AUDIT_ACTIONS).flat();
  expect(actions.filter((action) => toActionName(action) === action)).toEqual([]);
  expect(toActionName('video.delete')).toBe('Video deleted');
  expect(toActionName('video.sing')).toBe('video.sing');
});

describe('the words of values', () => {
  const wordOf = (name: string, value: unknown) => listValues({}, { [name]: value })[0];

  test('names and values of another version are shown in their own words', () => {
    expect(wordOf('songKey', 'C')).toMatchObject({ name: 'song key', after: 'C' });
    expect(wordOf('role', 'conductor')).toMatchObject({ name: 'role', after: 'conductor' });
    expect(wordOf('tags', [{ tagType: 'mood', tagValue: 'calm' }])).toMatchObject({ after: 'mood: calm' });
  });

  test('a title that is also the name of a value stays as it is', () => {
    expect(wordOf('title', 'public')).toMatchObject({ after: 'public' });
  });

  test('what a teacher may do is said in words', () => {
    const teacher = { isTrusted: true, editsLetters: false, quotaBytes: 5e9 };
    expect(wordOf('teacher', teacher)).toMatchObject({ after: 'yes, No approval needed, Up to 5 GB' });
    expect(wordOf('teacher', null)).toMatchObject({ after: null });
  });

  test('pictures of the site are named, and others are not told by their paths', () => {
    expect(wordOf('picture', '/scenes/duck-pond.svg')).toMatchObject({ after: 'duck pond' });
    expect(wordOf('picture', '/scenes/new-moon.svg')).toMatchObject({ after: 'new moon' });
    expect(wordOf('picture', '/media/0198f3c2.webp')).toMatchObject({ after: 'an uploaded picture' });
  });
});
