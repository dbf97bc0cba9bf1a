import { describe, expect, it } from 'vitest';

import { checkCredentials } from './credentials.ts';

const GOOD = { username: 'mira', email: 'mira@maple-street.example', password: 'larksong1' };

describe('checkCredentials', () => {
  it('checkCredentials accepts good credentials', () => {
    expect(checkCredentials('login', GOOD)).toEqual({});
    expect(checkCredentials('register', GOOD)).toEqual({});
  });

  it('a name with spaces is refused with the username that it could be', () => {
    const error = (username: string) => checkCredentials('register', { ...GOOD, username }).username ?? '';
    expect(error(' Lena  Müller ')).toContain('Spaces are not allowed; try “lena.müller”.');
    expect(error('a!')).not.toContain('possible');
    expect(error('Lena Müller!')).not.toContain('possible');
    expect(error('')).toBe('Enter a username.');
  });

  it('checkCredentials reports every empty field, the username only for a registration', () => {
    const empty = { username: ' ', email: '  ', password: '' };
    expect(checkCredentials('login', empty)).toEqual({
      email: 'Enter your email.',
      password: 'Enter your password.',
    });
    expect(Object.keys(checkCredentials('register', empty))).toEqual(['username', 'email', 'password']);
  });

  it.each(['mira', 'mira@', '@street.example', 'mira@street', 'mi ra@street.example'])(
    'checkCredentials refuses the email %s',
    (email) => {
      expect(checkCredentials('login', { ...GOOD, email })).toEqual({ email: 'Enter a valid email.' });
    },
  );

  it('checkCredentials applies the rules of the contract to new accounts, but not to an older password', () => {
    const short = { ...GOOD, username: 'mi', password: 'larks' };
    expect(checkCredentials('register', short)).toEqual({
      username: 'A username must have 3 to 32 letters, digits, dots, dashes or underscores.',
      password: 'A password must have 8 to 128 characters.',
    });
    expect(checkCredentials('login', short)).toEqual({});
  });

  it('checkCredentials counts characters, not UTF-16 units, and accepts letters of any script', () => {
    expect(checkCredentials('register', { ...GOOD, username: 'Зоя' })).toEqual({});
    expect(checkCredentials('register', { ...GOOD, password: '🐤🐤🐤🐤' })).toHaveProperty('password');
    expect(checkCredentials('register', { ...GOOD, password: '🐤'.repeat(128) })).toEqual({});
  });

  it('checkCredentials does not trim a password', () => {
    expect(checkCredentials('login', { ...GOOD, password: ' ' })).toEqual({});
  });
});
