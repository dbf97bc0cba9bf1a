import { describe, expect, test } from 'vitest';

import { normalizeEmail, normalizeUsername, usernameKey } from './account.ts';

describe('an account', () => {
  test('has one email, however it is typed', () => {
    expect(normalizeEmail('  Ada@Example.Test ')).toBe('ada@example.test');
  });

  test('keeps the case of its username, which does not make it another one', () => {
    expect(normalizeUsername(' Ada ')).toBe('Ada');
    expect(usernameKey('ADA')).toBe(usernameKey('ada'));
    expect(usernameKey('Ａda')).toBe(usernameKey('ada')); // a full-width A
    expect(usernameKey('ada')).not.toBe(usernameKey('adam'));
  });
});
