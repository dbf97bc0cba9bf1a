import { describe, expect, test } from 'vitest';

import { deriveKey } from '../derive-key.ts';
import { createRefreshToken, decideRefresh, deriveSuccessor, hashRefreshToken } from './refresh-token.ts';

describe('refresh tokens', () => {
  const key = deriveKey('a secret of the server, 32 characters', 'refresh tokens');

  test('a refresh token has 256 bits and is unique', () => {
    const tokens = new Set(Array.from({ length: 1000 }, createRefreshToken));
    expect(tokens.size).toBe(1000);
    for (const token of tokens) expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  });

  test("a refresh token has one successor, which depends on the server's key", () => {
    const token = createRefreshToken();
    expect(deriveSuccessor(token, key)).toBe(deriveSuccessor(token, key));
    expect(Buffer.from(deriveSuccessor(token, key), 'base64url')).toHaveLength(32);
    const other = deriveKey('another secret, 32 characters long!!', 'refresh tokens');
    expect(deriveSuccessor(token, other)).not.toBe(deriveSuccessor(token, key));
    expect(hashRefreshToken(token).toString('base64url')).not.toBe(deriveSuccessor(token, key));
  });

  test.each([
    { usedSecondsAgo: null, isSuccessorUsed: false, outcome: 'rotate' },
    { usedSecondsAgo: 0.2, isSuccessorUsed: false, outcome: 'repeat' },
    { usedSecondsAgo: 10, isSuccessorUsed: false, outcome: 'repeat' },
    { usedSecondsAgo: 10.1, isSuccessorUsed: false, outcome: 'revoke' },
    { usedSecondsAgo: 0.2, isSuccessorUsed: true, outcome: 'revoke' },
  ])(
    'a token used $usedSecondsAgo s ago (successor used: $isSuccessorUsed) leads to $outcome',
    ({ outcome, ...use }) => {
      expect(decideRefresh({ ...use, repeatSeconds: 10 })).toBe(outcome);
    },
  );
});
