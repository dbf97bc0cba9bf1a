import { createHash, createHmac } from 'node:crypto';

import type { Claim } from '../passwords/fair-queue.ts';
import type { PasswordHasher } from '../passwords/password-hasher.ts';

/** The result of a check; `unknown` if the PIN was stored with a key that the site no longer has. */
export type PinCheck = { isRight: boolean; isOfOldKey: boolean } | 'unknown';

/** Hashes PINs: so few digits would be found at once if the database alone were known. */
export interface PinHasher {
  /** Returns the hash of a member's PIN and the name of its key. Throws TOO_BUSY if its turn does not come in time. */
  hash(userId: string, pin: string, claim: Claim): Promise<{ hash: string; keyId: string }>;
  /** Returns whether the PIN matches; false at the same cost if there is no hash. Throws TOO_BUSY like `hash`. */
  check(
    userId: string,
    pin: string,
    given: { hash: string | null; keyId: string | null; claim: Claim },
  ): Promise<PinCheck>;
}

/** Returns a hasher. `keys` are derived from AUTH_SECRET, the present one first; `passwords` has its own queue. */
export function createPinHasher(options: { keys: readonly Buffer[]; passwords: PasswordHasher }): PinHasher {
  const { passwords } = options;
  const keys = options.keys.map((key) => ({ key, id: keyIdOf(key) }));
  const [present] = keys;
  if (!present) throw new Error('PINs need a key');
  return {
    hash: async (userId, pin, claim) => ({
      hash: await passwords.hash(toSecret(present.key, userId, pin), claim),
      keyId: present.id,
    }),
    async check(userId, pin, { hash, keyId, claim }) {
      const used = hash === null ? present : keys.find(({ id }) => id === keyId);
      if (!used) return 'unknown';
      const isRight = await passwords.verify(toSecret(used.key, userId, pin), hash ?? undefined, claim);
      return { isRight, isOfOldKey: used !== present };
    },
  };
}

function keyIdOf(key: Buffer): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 16);
}

function toSecret(key: Buffer, userId: string, pin: string): string {
  return createHmac('sha256', key).update(`${userId}:${pin}`).digest('base64url');
}
