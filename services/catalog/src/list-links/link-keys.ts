import { createCodeKeys, deriveCodeKey, type CodeKeys, type CodeKind } from '@larksong/service-kit/codes';

export interface LinkSecrets {
  /** The present secret first, then those with which links may still have been made. */
  secrets: readonly string[];
}

export interface LinkKeys extends CodeKeys<CodeKind> {
  /** Keys for the signatures of cookies, the present one first. */
  signing: readonly Buffer[];
}

/** Returns the settings' secrets for links, each once: without `LINK_SECRET`, that of streams is used. */
export function linkSecretsOf(config: {
  LINK_SECRET?: string;
  PREVIOUS_LINK_SECRET?: string;
  STREAM_COOKIE_SECRET: string;
}): LinkSecrets {
  const { LINK_SECRET: present, PREVIOUS_LINK_SECRET: previous, STREAM_COOKIE_SECRET: earlier } = config;
  const secrets = [present, previous, earlier].filter((secret) => secret !== undefined);
  return { secrets: [...new Set(secrets)] };
}

/** Derives the keys of links from their secrets. */
export function createLinkKeys({ secrets }: LinkSecrets): LinkKeys {
  const purposes = { id: 'link key id', hashing: 'link codes', sealing: 'sealed link codes' };
  return {
    ...createCodeKeys<CodeKind>(secrets, purposes),
    signing: secrets.map((secret) => deriveCodeKey(secret, 'link cookies')),
  };
}
