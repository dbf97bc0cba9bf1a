import { createHmac, hkdfSync } from 'node:crypto';

import { seal, unseal } from '@larksong/service-kit';

import type { Code, CodeKind } from './codes.ts';

export interface LinkSecrets {
  /** The present secret first, then those with which links may still have been made. */
  secrets: readonly string[];
}

/** A code as it is stored: found by its hash, and shown again from its sealed copy. */
export interface StoredCode {
  code_hash: Buffer;
  code_sealed: Buffer;
  /** The secret that both were made with. */
  key_id: string;
}

export interface LinkKeys {
  /** Names the present secret. */
  id: string;
  store: (code: Code) => StoredCode;
  /** Returns the hashes that a code has with each secret, always as many. */
  hashesOf: (code: Code) => Buffer[];
  /** Returns a stored code; undefined if the secret that it was made with is no longer known. */
  open: (kind: CodeKind, stored: StoredCode) => Code | undefined;
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

/** Derives the keys of links from their secrets (HKDF, RFC 5869). Those of different purposes are independent. */
export function createLinkKeys({ secrets }: LinkSecrets): LinkKeys {
  const all = secrets.map((secret) => {
    const derive = (purpose: string) =>
      Buffer.from(hkdfSync('sha256', secret, '', `larksong ${purpose}`, 32));
    return {
      id: derive('link key id').toString('hex').slice(0, 16),
      hashing: derive('link codes'),
      sealing: derive('sealed link codes'),
      signing: derive('link cookies'),
    };
  });
  const [present] = all;
  if (!present) throw new Error('links need a secret');
  const hash = (key: Buffer, { kind, text }: Code) =>
    createHmac('sha256', key).update(`${kind} ${text}`).digest();
  return {
    id: present.id,
    store: (code) => ({
      code_hash: hash(present.hashing, code),
      code_sealed: seal(code.text, present.sealing, code.kind),
      key_id: present.id,
    }),
    hashesOf: (code) => all.map(({ hashing }) => hash(hashing, code)),
    open(kind, { code_sealed: sealed, key_id: id }) {
      const key = all.find((each) => each.id === id);
      return key && { kind, text: unseal(sealed, key.sealing, kind) };
    },
    signing: all.map(({ signing }) => signing),
  };
}
