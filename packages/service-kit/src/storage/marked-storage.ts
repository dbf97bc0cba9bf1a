import type { StorageMark } from './storage-mark.ts';
import type {
  Allocate,
  ByteRange,
  ObjectInfo,
  ObjectStream,
  Storage,
  Upload,
  UploadedPart,
} from './types.ts';

/**
 * A storage that is used only while it has the mark of the site: otherwise nothing is written or deleted, and a missing
 * object is not believed to be missing. Such calls fail with `AppError('UNAVAILABLE')`, until the mark is back.
 */
export class MarkedStorage implements Storage {
  readonly #inner: Storage;
  readonly #mark: StorageMark;

  constructor(inner: Storage, mark: StorageMark) {
    this.#inner = inner;
    this.#mark = mark;
  }

  async put(...args: Parameters<Storage['put']>): Promise<ObjectInfo> {
    await this.#mark.assert(args[0]);
    return this.#inner.put(...args);
  }

  reserveUpload(): () => void {
    return this.#inner.reserveUpload();
  }

  async startUpload(key: string): Promise<Upload> {
    await this.#mark.assert(key);
    return this.#inner.startUpload(key);
  }

  async putPart(...args: Parameters<Storage['putPart']>): Promise<UploadedPart> {
    await this.#mark.assert(args[0].key);
    return this.#inner.putPart(...args);
  }

  async listParts(upload: Upload): Promise<UploadedPart[]> {
    await this.#mark.assert(upload.key);
    return this.#inner.listParts(upload);
  }

  async completeUpload(upload: Upload, parts: UploadedPart[]): Promise<ObjectInfo> {
    await this.#mark.assert(upload.key);
    return this.#inner.completeUpload(upload, parts);
  }

  async abortUpload(upload: Upload): Promise<void> {
    await this.#mark.assert(upload.key);
    await this.#inner.abortUpload(upload);
  }

  async listUploads(): Promise<(Upload & { startedAt: Date })[]> {
    await this.#mark.assert('');
    return this.#inner.listUploads();
  }

  get(key: string, range?: ByteRange): Promise<ObjectStream | undefined> {
    return this.#unlessGone(key, this.#inner.get(key, range));
  }

  read(key: string, allocate: Allocate, range?: ByteRange): Promise<ObjectInfo | undefined> {
    return this.#unlessGone(key, this.#inner.read(key, allocate, range));
  }

  stat(key: string): Promise<ObjectInfo | undefined> {
    return this.#unlessGone(key, this.#inner.stat(key));
  }

  async #unlessGone<T>(key: string, found: Promise<T | undefined>): Promise<T | undefined> {
    const result = await found;
    if (result === undefined) await this.#mark.assert(key);
    return result;
  }

  async *list(prefix: string): AsyncGenerator<ObjectInfo> {
    await this.#mark.assert(prefix);
    yield* this.#inner.list(prefix);
    await this.#mark.assert(prefix); // the end of the list is believed, too
  }

  async delete(key: string): Promise<void> {
    await this.#mark.assert(key);
    await this.#inner.delete(key);
  }

  async deletePrefix(prefix: string): Promise<number> {
    await this.#mark.assert(prefix);
    return this.#inner.deletePrefix(prefix);
  }

  localPath(key: string): string | undefined {
    return this.#inner.localPath(key);
  }

  async freeBytes(): Promise<number | undefined> {
    const isThere = await this.#mark.assert('').then(
      () => true,
      () => false,
    );
    return isThere ? this.#inner.freeBytes() : undefined;
  }

  /**
   * Does not reject if the mark is missing; the service answers the calls that it can, and its status names the reason.
   */
  async check(): Promise<void> {
    const isThere = await this.#mark.assert('').then(
      () => true,
      () => false,
    );
    if (isThere) await this.#inner.check();
  }

  async close(): Promise<void> {
    await this.#inner.close();
  }
}
