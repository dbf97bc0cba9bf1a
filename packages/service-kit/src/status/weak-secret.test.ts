import { randomBytes } from 'node:crypto';

import { describe, expect, it } from 'vitest';

import { isLoopback, isWeakSecret, listWeakSecrets, remotePassword } from './weak-secret.ts';

describe('weak secrets', () => {
  it.each([
    'change-me-change-me-change-me-change',
    'my secret of thirty-two characters',
    'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
    'abababababababababababababababababab',
    'minioadmin',
    'short',
  ])('%s is weak', (secret) => {
    expect(isWeakSecret(secret)).toBe(true);
  });

  it('random secrets are not weak, in hexadecimal and in base64', () => {
    const isWeak = (encoding: BufferEncoding) => isWeakSecret(randomBytes(32).toString(encoding));
    const found = Array.from({ length: 200 }, () => [isWeak('hex'), isWeak('base64')]);
    expect(found.flat()).not.toContain(true);
  });

  it('secrets with one value are all named; passwords may share one, and missing ones are not named', () => {
    const random = () => randomBytes(32).toString('hex');
    const shared = random();
    const secrets = { A: shared, B: shared, C: random() };
    const passwords = { D: shared, E: shared, F: undefined, G: 'larksong' };
    expect(listWeakSecrets({ secrets, passwords })).toEqual(['A', 'B', 'G']);
  });

  it('only passwords of servers on other machines are looked at', () => {
    expect(remotePassword('postgres://auth:p%40ss@db:5432/auth')).toBe('p@ss');
    expect(remotePassword('redis://:secret@127.0.0.1:6379')).toBeUndefined();
    expect(remotePassword('redis://redis:6379')).toBeUndefined();
    expect(['localhost', '127.0.0.1', '[::1]', 'a.localhost'].every(isLoopback)).toBe(true);
    expect(['songs.example', '192.168.1.2', 'localhost.example'].some(isLoopback)).toBe(false);
  });
});
