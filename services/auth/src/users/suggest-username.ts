const MAX_LENGTH = 32;
const MIN_LENGTH = 3;
/** Names that are tried if the first one is taken. */
const LAST_NUMBER = 30;

/** Returns a username made of the part of an email before the @; undefined if it has too few letters. */
export function suggestUsername(email: string): string | undefined {
  const [local = ''] = email.split(/[@+]/);
  const letters = local.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-').replace(/^[^\p{L}\p{N}]+/u, '');
  const name = letters.slice(0, MAX_LENGTH);
  return name.length < MIN_LENGTH ? undefined : name;
}

/** Returns the usernames to try for an email, the best first: `ada`, `ada2` and so on, or `class1`, `class1-2`. */
export function suggestUsernames(email: string): string[] {
  const name = suggestUsername(email);
  if (name === undefined) return [];
  const short = name.slice(0, MAX_LENGTH - '-30'.length);
  const stem = /\p{N}$/u.test(short) ? `${short}-` : short;
  return [name, ...Array.from({ length: LAST_NUMBER - 1 }, (_, index) => `${stem}${index + 2}`)];
}
