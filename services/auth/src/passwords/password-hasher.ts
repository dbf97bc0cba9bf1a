import { randomBytes } from 'node:crypto';

import { hash, verify } from '@node-rs/argon2';

import { createFairQueue, type Claim, type FairQueueRules } from './fair-queue.ts';

/** Cost of Argon2id, the library's default algorithm: KiB, passes and lanes. */
export interface PasswordCost {
  memoryCost: number;
  timeCost: number;
  parallelism: number;
}

/** 19 MiB, two passes and one lane (design section 4). */
export const PASSWORD_COST: PasswordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export interface PasswordHasher {
  /** Returns the hash of a password. Throws TOO_BUSY if its turn does not come in time. */
  hash(password: string, claim: Claim): Promise<string>;
  /** Returns whether the password matches; false at the same cost if there is no hash. Throws TOO_BUSY like `hash`. */
  verify(password: string, passwordHash: string | undefined, claim: Claim): Promise<boolean>;
}

/** Returns a hasher that runs only a few hashes at a time in this process, in fair turns, since attackers flood them. */
export async function createPasswordHasher(
  rules: FairQueueRules,
  cost: PasswordCost = PASSWORD_COST,
): Promise<PasswordHasher> {
  const nobodysHash = await hash(randomBytes(32), cost);
  const queue = createFairQueue(rules);
  return {
    hash: (password, claim) => queue(claim, () => hash(password.normalize('NFKC'), cost)),
    verify: (password, passwordHash, claim) =>
      queue(claim, async () => {
        const matches = await verify(passwordHash ?? nobodysHash, password.normalize('NFKC'));
        return matches && passwordHash !== undefined;
      }),
  };
}
