import { createHash } from 'node:crypto';
import { link, mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';

import { AppError, CommandError } from '@larksong/service-kit';
import { rootOf } from '@larksong/service-kit/status';
import { uploadStream, type Storage } from '@larksong/service-kit/storage';
import { Type, type Static } from 'typebox';

import { describeFailure } from '../describe-failure.ts';
import type { Cipher } from './cipher.ts';

/** A file of a backup, with the SHA-256 of its stored, perhaps encrypted, bytes in hexadecimal. */
export const StoredFile = Type.Object({
  name: Type.String(),
  sizeBytes: Type.Integer({ minimum: 0 }),
  storedBytes: Type.Integer({ minimum: 0 }),
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
});
export type StoredFile = Static<typeof StoredFile>;

type Bytes = AsyncIterable<Uint8Array>;

/** Files up to this size are written with one call. */
const SMALL_BYTES = 8 * 1024 * 1024;

/** A folder or a part of a bucket that has backups, whose files may be encrypted. */
export class Vault implements AsyncDisposable {
  /** For people: the folder, or the address of the bucket. */
  readonly place: string;
  readonly isEncrypted: boolean;
  /** Whether it is encrypted and was opened without its passphrase: only manifests can be read. */
  readonly isLocked: boolean;
  /** Whether encrypted backups count that were made before manifests were signed. */
  readonly acceptsFromBefore: boolean;
  readonly #storage: Storage;
  readonly #prefix: string;
  readonly #cipher: Cipher | undefined;

  constructor(of: {
    place: string;
    storage: Storage;
    prefix: string;
    cipher: Cipher | undefined;
    isLocked: boolean;
    acceptsFromBefore: boolean;
  }) {
    this.place = of.place;
    this.isLocked = of.isLocked;
    this.acceptsFromBefore = of.acceptsFromBefore;
    this.isEncrypted = of.cipher !== undefined;
    this.#storage = of.storage;
    this.#prefix = of.prefix;
    this.#cipher = of.cipher;
  }

  /** Returns a code that proves who wrote these bytes; undefined if the vault is not encrypted. */
  sign(bytes: Uint8Array): string | undefined {
    return this.#cipher?.sign(bytes);
  }

  /** Writes a file, whole or not at all, and reads it again. Throws `CommandError` if other bytes come back. */
  async write(name: string, source: Bytes): Promise<StoredFile> {
    let sizeBytes = 0;
    async function* count(): Bytes {
      for await (const chunk of source) {
        sizeBytes += chunk.length;
        yield chunk;
      }
    }
    const stored = createHash('sha256');
    let storedBytes = 0;
    const encoded = this.#cipher === undefined ? count() : await this.#cipher.encrypt(count());
    async function* digest(): Bytes {
      for await (const chunk of encoded) {
        stored.update(chunk);
        storedBytes += chunk.length;
        yield chunk;
      }
    }
    await this.#store(this.#prefix + name, digest()).catch((error: unknown) => {
      throw toVaultError(error, this.place);
    });
    const file = { name, sizeBytes, storedBytes, sha256: stored.digest('hex') };
    await this.check(file);
    return file;
  }

  async #store(key: string, source: Bytes): Promise<void> {
    const chunks = source[Symbol.asyncIterator]();
    const head: Uint8Array[] = [];
    let headBytes = 0;
    while (headBytes <= SMALL_BYTES) {
      const next = await chunks.next();
      if (next.done === true) return void (await this.#storage.put(key, Buffer.concat(head)));
      head.push(next.value);
      headBytes += next.value.length;
    }
    async function* all(): Bytes {
      yield* head;
      for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) yield next.value;
    }
    const stream = Readable.from(all(), { objectMode: false });
    await uploadStream(this.#storage, { key, source: stream, maxBytes: Number.MAX_SAFE_INTEGER });
  }

  /**
   * Makes a local file of the vault a hard link to `path`, which is not encrypted; returns false if that is not possible
   * here. Such files are never changed in place.
   */
  async linkFrom(name: string, path: string | undefined): Promise<boolean> {
    const target = this.#storage.localPath(this.#prefix + name);
    if (target === undefined || path === undefined) return false;
    try {
      await mkdir(dirname(target), { recursive: true, mode: 0o700 });
      await link(path, target);
      return true;
    } catch (error) {
      return error instanceof Error && 'code' in error && error.code === 'EEXIST';
    }
  }

  /** Describes a file by its bytes, and its content; undefined if it cannot be read with the key of the vault. */
  async inspect(
    name: string,
  ): Promise<{ file: Pick<StoredFile, 'storedBytes' | 'sha256'>; contentSha256: string } | undefined> {
    const [stored, content] = [createHash('sha256'), createHash('sha256')];
    let storedBytes = 0;
    const source = await this.readStored(name);
    async function* digest(): Bytes {
      for await (const chunk of source) {
        stored.update(chunk);
        storedBytes += chunk.length;
        yield chunk;
      }
    }
    try {
      const plain = this.#cipher === undefined ? digest() : await this.#cipher.decrypt(digest());
      for await (const chunk of plain) content.update(chunk);
    } catch (error) {
      if (error instanceof AppError) throw error; // the disk, or the server
      return undefined;
    }
    return {
      file: { storedBytes, sha256: stored.digest('hex') },
      contentSha256: content.digest('hex'),
    };
  }

  /** Reads a file as it is stored and throws `CommandError` if it is missing or damaged. */
  async check(file: StoredFile): Promise<void> {
    for await (const chunk of await this.#openStored(file)) void chunk;
  }

  /** Returns the content of a file. Reading it fails with `CommandError` at the end if the file is damaged. */
  async read(file: StoredFile): Promise<Bytes> {
    const stored = await this.#openStored(file);
    if (this.#cipher === undefined) return stored;
    return namingDamage(file.name, await this.#cipher.decrypt(stored).catch(rethrowAsDamage(file.name)));
  }

  /** Returns a file that is never encrypted; undefined if it is missing. */
  async readPlain(name: string): Promise<Buffer | undefined> {
    const object = await this.#storage.get(this.#prefix + name);
    return object && Buffer.concat(await object.stream.toArray());
  }

  /** Returns the bytes of a file as they are stored. Throws `DamagedFile` if it is missing. */
  async readStored(name: string): Promise<Bytes> {
    const object = await this.#storage.get(this.#prefix + name);
    if (object === undefined) throw damage(name, 'is missing');
    return object.stream;
  }

  /** Writes a file unencrypted. */
  async writePlain(name: string, content: Uint8Array): Promise<void> {
    await this.#storage.put(this.#prefix + name, content).catch((error: unknown) => {
      throw toVaultError(error, this.place);
    });
  }

  async #openStored(file: StoredFile): Promise<Bytes> {
    return whileChecking(await this.readStored(file.name), file);
  }

  /** Returns the stored sizes of all files under a prefix, by name. */
  async listSizes(prefix: string): Promise<Map<string, number>> {
    const sizes = new Map<string, number>();
    for await (const { key, sizeBytes } of this.#storage.list(this.#prefix + prefix))
      sizes.set(key.slice(this.#prefix.length), sizeBytes);
    return sizes;
  }

  async remove(name: string): Promise<void> {
    await this.#storage.delete(this.#prefix + name);
  }

  async removeFolder(prefix: string): Promise<void> {
    await this.#storage.deletePrefix(this.#prefix + prefix);
  }

  async freeBytes(): Promise<number | undefined> {
    return this.#storage.freeBytes();
  }

  async close(): Promise<void> {
    await this.#storage.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}

async function* whileChecking(source: Bytes, { name, sha256 }: StoredFile): Bytes {
  const hash = createHash('sha256');
  for await (const chunk of source) {
    hash.update(chunk);
    yield chunk;
  }
  if (hash.digest('hex') !== sha256) throw damage(name, 'is damaged');
}

async function* namingDamage(name: string, plain: Bytes): Bytes {
  try {
    yield* plain;
  } catch (error) {
    rethrowAsDamage(name)(error);
  }
}

function rethrowAsDamage(name: string): (error: unknown) => never {
  return (error) => {
    throw error instanceof CommandError ? error : damage(name, 'is damaged', error);
  };
}

/** Returns an error of the vault's storage as a sentence that names the place, and any other error unchanged. */
export function toVaultError(error: unknown, place: string): unknown {
  if (!(error instanceof AppError)) return error;
  const { code } = rootOf(error);
  const sentence =
    code === 'ENOSPC' || code === 'EDQUOT'
      ? `There is no space left in ${place}. This backup does not count; older ones still exist.`
      : describeFailure(place, error);
  return new CommandError(sentence, { cause: error });
}

/** A file of a backup that is missing or was changed. */
export class DamagedFile extends CommandError {
  override name = 'DamagedFile';
}

function damage(name: string, what: string, cause?: unknown): DamagedFile {
  return new DamagedFile(`The file ${name} of the backup ${what}.`, { cause });
}
