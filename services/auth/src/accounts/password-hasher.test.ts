import { describe, expect, test } from 'vitest';

import { createPasswordHasher } from './password-hasher.ts';

describe('passwords', () => {
  test('are hashed with argon2id, 19 MiB, two passes, one lane', async () => {
    const passwords = await createPasswordHasher(4);
    expect(await passwords.hash('correct horse')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  test('match only their own hash, in whichever form the keyboard wrote them', async () => {
    const passwords = await createPasswordHasher(4);
    const hash = await passwords.hash('caf\u00e9 au lait');
    expect(await passwords.verify('cafe\u0301 au lait', hash)).toBe(true);
    expect(await passwords.verify('cafe au lait', hash)).toBe(false);
    expect(await passwords.verify('caf\u00e9 au lait', undefined)).toBe(false);
  });

  test('are hashed a few at a time; who comes on top is told to wait', async () => {
    const passwords = await createPasswordHasher(2);
    const results = await Promise.allSettled(
      Array.from({ length: 5 }, () => passwords.hash('correct horse')),
    );
    const refused = results.filter((result) => result.status === 'rejected');
    expect(refused).toHaveLength(3);
    for (const { reason } of refused)
      expect(reason).toMatchObject({ code: 'TOO_BUSY', status: 503, retryAfterSeconds: 1 });
    await expect(passwords.hash('correct horse')).resolves.toBeTypeOf('string');
  });
});
