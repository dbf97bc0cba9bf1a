import { readFileSync } from 'node:fs';

import { because, type Explanation } from '@larksong/contracts';

const COMMON = new Set(
  readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#')),
);

/** Returns why a password of allowed length is rejected, or undefined if it is acceptable. */
export function findPasswordProblem(
  password: string,
  account: { email: string; username: string },
): Explanation | undefined {
  const lower = password.toLowerCase();
  if (COMMON.has(lower) || new Set(lower).size <= 2) return because('account.password-common');
  const own = [account.email, account.email.split('@')[0], account.username].map((text) =>
    text?.toLowerCase(),
  );
  if (own.includes(lower)) return because('account.password-is-own-name');
  return undefined;
}
