import { createHmac, hkdfSync } from 'node:crypto';

import { seal, unseal } from '../base/seal.ts';

/** A code as it is hashed: what it opens, and its characters. */
export interface KeyedCode<Kind extends string> {
  kind: Kind;
  text: string;
}

/** A code as it is stored: found by its hash, and shown again from its sealed copy. */
export interface StoredCode {
  code_hash: Buffer;
  code_sealed: Buffer;
  /** The secret that both were made with. */
  key_id: string;
}

/** The keys of codes. The kind is a part of hash and seal, so that a code of one kind opens nothing of another. */
export interface CodeKeys<Kind extends string> {
  /** Names the present secret. */
  id: string;
  store: (code: KeyedCode<Kind>) => StoredCode;
  /** Returns the hashes that a code has with each secret, always as many. */
  hashesOf: (code: KeyedCode<Kind>) => Buffer[];
  /** Returns a stored code; undefined if the secret that it was made with is no longer known. */
  open: <K extends Kind>(kind: K, stored: StoredCode) => KeyedCode<K> | undefined;
}

/** Derives a key for one purpose from a secret (HKDF, RFC 5869). Those of different purposes are independent. */
export function deriveCodeKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `larksong ${purpose}`, 32));
}

/** Derives the keys of codes from their secrets, the present one first. */
export function createCodeKeys<Kind extends string>(
  secrets: readonly string[],
  purposes: { id: string; hashing: string; sealing: string },
): CodeKeys<Kind> {
  const all = secrets.map((secret) => ({
    id: deriveCodeKey(secret, purposes.id).toString('hex').slice(0, 16),
    hashing: deriveCodeKey(secret, purposes.hashing),
    sealing: deriveCodeKey(secret, purposes.sealing),
  }));
  const [present] = all;
  if (!present) throw new Error('codes need a secret');
  const hash = (key: Buffer, { kind, text }: KeyedCode<Kind>) =>
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
  };
}
