import { describe, expect, test } from 'vitest';

import { normalizeEmail, normalizeUsername, usernameKey } from './account.ts';

describe('normalized accounts', () => {
  test('an email has one normalized form, however it is typed', () => {
    expect(normalizeEmail('  Ada@Example.Test ')).toBe('ada@example.test');
  });

  test('a username keeps its case, but usernames that differ only in case are the same', () => {
    expect(normalizeUsername(' Ada ')).toBe('Ada');
    expect(usernameKey('ADA')).toBe(usernameKey('ada'));
    expect(usernameKey('Ａda')).toBe(usernameKey('ada')); // a full-width A
    expect(usernameKey('ada')).not.toBe(usernameKey('adam'));
  });
});
