import { readFileSync } from 'node:fs';

const COMMON = new Set(
  readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#')),
);

/** Returns a sentence on why a password of allowed length is rejected, or undefined if it is acceptable. */
export function findPasswordProblem(
  password: string,
  account: { email: string; username: string },
): string | undefined {
  const lower = password.toLowerCase();
  if (COMMON.has(lower) || new Set(lower).size <= 2)
    return 'This password is too common. Please choose another one.';
  const own = [account.email, account.email.split('@')[0], account.username].map((text) =>
    text?.toLowerCase(),
  );
  if (own.includes(lower)) return 'Your password must not be your username or your email.';
  return undefined;
}
