import { describe, expect, test } from 'vitest';

import { createPasswordHasher } from './password-hasher.ts';

const RULES = { atOnce: 2, waitMs: 60_000, waitingPerNetwork: 2 };
const CLAIM = { network: '192.0.2.1', isKnown: false };

describe('PasswordHasher', () => {
  test('passwords are hashed with argon2id, 19 MiB, two passes, one lane', async () => {
    const passwords = await createPasswordHasher(RULES);
    expect(await passwords.hash('correct horse', CLAIM)).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  test('a password matches only its own hash, in any Unicode form', async () => {
    const passwords = await createPasswordHasher(RULES);
    const hash = await passwords.hash('caf\u00e9 au lait', CLAIM);
    expect(await passwords.verify('cafe\u0301 au lait', hash, CLAIM)).toBe(true);
    expect(await passwords.verify('cafe au lait', hash, CLAIM)).toBe(false);
    expect(await passwords.verify('caf\u00e9 au lait', undefined, CLAIM)).toBe(false);
  });

  test('a few passwords are hashed concurrently, a few more wait, and the rest is rejected', async () => {
    const passwords = await createPasswordHasher(RULES);
    const results = await Promise.allSettled(
      Array.from({ length: 7 }, () => passwords.hash('correct horse', CLAIM)),
    );
    const refused = results.filter((result) => result.status === 'rejected');
    expect(refused).toHaveLength(3);
    for (const { reason } of refused)
      expect(reason).toMatchObject({ code: 'TOO_BUSY', status: 503, retryAfterSeconds: 1 });
    await expect(passwords.hash('correct horse', CLAIM)).resolves.toBeTypeOf('string');
  });
});
