import { createCodeKeys, deriveCodeKey, type CodeKeys } from '@larksong/service-kit/codes';

/** Keys of the codes of cards, and of the short codes of classes. */
export interface CardKeys extends CodeKeys<'card' | 'class'> {
  /** Keys of the cookie that tells apart browsers in which short codes are typed, the present one first. */
  signing: readonly Buffer[];
}

/** Derives the keys of cards from AUTH_SECRET, and from the one before if it is given. */
export function createCardKeys(config: { AUTH_SECRET: string; PREVIOUS_AUTH_SECRET?: string }): CardKeys {
  const { AUTH_SECRET: present, PREVIOUS_AUTH_SECRET: previous } = config;
  const secrets = [...new Set([present, previous].filter((secret) => secret !== undefined))];
  const purposes = { id: 'nest card key id', hashing: 'nest cards', sealing: 'sealed nest cards' };
  return {
    ...createCodeKeys<'card' | 'class'>(secrets, purposes),
    signing: secrets.map((secret) => deriveCodeKey(secret, 'nest typing cookies')),
  };
}
