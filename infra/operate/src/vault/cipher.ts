import { createHmac, hkdfSync } from 'node:crypto';

import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';

type Bytes = AsyncIterable<Uint8Array>;

/** Encrypts and decrypts files in the format age (age-encryption.org/v1). */
export interface Cipher {
  encrypt: (plain: Bytes) => Promise<Bytes>;
  /** The result fails while it is read if the file is damaged or was encrypted with another key. */
  decrypt: (encrypted: Bytes) => Promise<Bytes>;
  /** Returns a code (HMAC-SHA-256, in hexadecimal) that only the owner of the key can make for these bytes. */
  sign: (bytes: Uint8Array) => string;
}

/** As age's own; a guess takes about a second and 256 MB. */
const SCRYPT_LOG_N = 18;
/** Keeps the key of `sign` apart from other uses of the same secret. */
const SIGNING = 'larksong backups: manifest';

/** Returns a new key, encrypted with a passphrase; a smaller `scryptLogN` is for tests. */
export async function createKey(passphrase: string, scryptLogN = SCRYPT_LOG_N): Promise<Uint8Array> {
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  encrypter.setScryptWorkFactor(scryptLogN);
  return encrypter.encrypt(await generateX25519Identity());
}

/** Opens a key of `createKey`; undefined if the passphrase is wrong or the key is damaged. */
export async function openKey(key: Uint8Array, passphrase: string): Promise<Cipher | undefined> {
  const opener = new Decrypter();
  opener.addPassphrase(passphrase);
  const identity = await opener.decrypt(key, 'text').catch(() => undefined);
  if (identity === undefined) return undefined;
  const encrypter = new Encrypter();
  encrypter.addRecipient(await identityToRecipient(identity));
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  const signingKey = new Uint8Array(hkdfSync('sha256', identity, '', SIGNING, 32));
  return {
    encrypt: (plain) => encrypter.encrypt(ReadableStream.from(plain) as ReadableStream<Uint8Array>), // of bytes
    decrypt: (encrypted) => decrypter.decrypt(ReadableStream.from(encrypted) as ReadableStream<Uint8Array>),
    sign: (bytes) => createHmac('sha256', signingKey).update(bytes).digest('hex'),
  };
}
