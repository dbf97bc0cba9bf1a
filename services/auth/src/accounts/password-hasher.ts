import { randomBytes } from 'node:crypto';

import { AppError } from '@larksong/service-kit';
import { hash, verify } from '@node-rs/argon2';

/** Argon2id, the library's default algorithm, with 19 MiB, two passes and one lane (design section 4). */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export interface PasswordHasher {
  /** Throws TOO_BUSY while as many hashes run as are allowed. */
  hash(password: string): Promise<string>;
  /** False for an account without a hash too, and at the same cost. Throws TOO_BUSY like `hash`. */
  verify(password: string, passwordHash: string | undefined): Promise<boolean>;
}

/** The hash is what an attacker floods, so only `atOnce` of them run at a time in this process. */
export async function createPasswordHasher(atOnce: number): Promise<PasswordHasher> {
  const nobodysHash = await hash(randomBytes(32), COST);
  let running = 0;

  async function limited<Result>(work: () => Promise<Result>): Promise<Result> {
    if (running >= atOnce) throw new AppError('TOO_BUSY', { retryAfterSeconds: 1 });
    running += 1;
    try {
      return await work();
    } finally {
      running -= 1;
    }
  }

  return {
    hash: (password) => limited(() => hash(password.normalize('NFKC'), COST)),
    verify: (password, passwordHash) =>
      limited(async () => {
        const matches = await verify(passwordHash ?? nobodysHash, password.normalize('NFKC'));
        return matches && passwordHash !== undefined;
      }),
  };
}
