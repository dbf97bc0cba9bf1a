import { createHmac, timingSafeEqual } from 'node:crypto';

import { deriveKey } from '../derive-key.ts';

/** Without 0, O, 1, I and L, which look alike on paper; 32 characters with the digits. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const GROUPS = 4;
const GROUP_LENGTH = 4;

/**
 * Returns the one-time code of a site: 16 characters in groups, about 79 bits. It follows from AUTH_SECRET and from when
 * the page was opened, so that all processes know it and it is stored nowhere.
 */
export function toSetupCode(authSecret: string, openedAt: Date): string {
  const bytes = createHmac('sha256', deriveKey(authSecret, 'setup code'))
    .update(openedAt.toISOString())
    .digest();
  const letters = Array.from({ length: GROUPS * GROUP_LENGTH }, (_, index) =>
    ALPHABET.charAt(bytes.readUInt8(index) % ALPHABET.length),
  );
  return Array.from({ length: GROUPS }, (_, group) =>
    letters.slice(group * GROUP_LENGTH, (group + 1) * GROUP_LENGTH).join(''),
  ).join('-');
}

/** Returns whether a typed code is the right one; case, dashes and spaces do not matter. Takes the same time either way. */
export function isSetupCode(typed: string, code: string): boolean {
  const digest = (text: string) =>
    createHmac('sha256', 'setup code')
      .update(text.toUpperCase().replaceAll(/[^A-Z0-9]/g, ''))
      .digest();
  return timingSafeEqual(digest(typed), digest(code));
}
