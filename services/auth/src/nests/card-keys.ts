import { createCodeKeys, type CodeKeys } from '@larksong/service-kit/codes';

/** Keys of the codes of cards. */
export type CardKeys = CodeKeys<'card'>;

/** Derives the keys of cards from AUTH_SECRET, and from the one before if it is given. */
export function createCardKeys(config: { AUTH_SECRET: string; PREVIOUS_AUTH_SECRET?: string }): CardKeys {
  const { AUTH_SECRET: present, PREVIOUS_AUTH_SECRET: previous } = config;
  const secrets = [present, previous].filter((secret) => secret !== undefined);
  const purposes = { id: 'nest card key id', hashing: 'nest cards', sealing: 'sealed nest cards' };
  return createCodeKeys<'card'>([...new Set(secrets)], purposes);
}
