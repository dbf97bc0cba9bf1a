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

  test('values of lists, links, approvals and of a site that closes are said in words', () => {
    expect(wordOf('added', 'x')).toMatchObject({ name: 'songs added' });
    expect(wordOf('hasPreview', true)).toMatchObject({
      name: 'shows its title where it is sent',
      after: 'yes',
    });
    expect(wordOf('sign', 'moon')).toMatchObject({ name: 'sign', after: 'Moon' });
    expect(wordOf('approval', 'sent_back')).toMatchObject({ after: 'sent back' });
    expect(wordOf('wanted', { visibility: 'public', privateUserId: null })).toMatchObject({
      after: 'public',
    });
    expect(wordOf('visitors', 'nobody')).toMatchObject({ name: 'songs without signing in', after: 'nobody' });
    expect(wordOf('game', 'everybody')).toMatchObject({ after: 'everybody' });
    expect(wordOf('links', 'teachers')).toMatchObject({ after: 'those of teachers and superadmins' });
    expect(wordOf('captions', { language: 'en', label: 'English' })).toMatchObject({ after: 'English' });
  });

  test('ids are told apart from what people read', () => {
    const id = '0198f3c2-7a1e-7d40-b1c9-5e2f6a90d8e1';
    expect(wordOf('added', [id, id])?.isId).toBe(true);
    expect(wordOf('thumbnail', id)?.isId).toBe(true);
    expect(wordOf('order', ['Morning circle'])?.isId).toBe(false);
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
