import { randomUUID } from 'node:crypto';
import { constants, type BigIntStats, type Dirent } from 'node:fs';
import {
  access,
  chmod,
  copyFile,
  open,
  readdir,
  rm,
  stat,
  statfs,
  unlink,
  type FileHandle,
} from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

import { AppError } from '../base/errors.ts';
import {
  asStorage,
  isMissing,
  makeFolder,
  moveIntoPlace,
  PRIVATE,
  readFully,
  removeEmptyFolders,
  syncFolder,
  systemCode,
  writeFully,
  type Modes,
} from './durable-files.ts';
import { FileUploads } from './file-uploads.ts';
import { checkFolderPrefix, checkKey, checkPrefix } from './keys.ts';
import { clampRange, orderParts } from './parts.ts';
import { hashPart } from './source-hash.ts';
import { deletedMeanwhile } from './storage-errors.ts';
import {
  MAX_PUT_BYTES,
  type Allocate,
  type ByteRange,
  type ObjectInfo,
  type ObjectStream,
  type Storage,
  type Upload,
  type UploadedPart,
} from './types.ts';
import { UploadPlaces } from './upload-places.ts';

/** Bytes per read. Larger reads switch less often between threads. */
const READ_BYTES = 256 * 1024;
/** Age at which a temporary file counts as left over from a crash. */
const STALE_MS = 60 * 60 * 1000;

interface FileStorageOptions {
  /** The folder, shared by the services of one machine; created if it is missing. */
  root: string;
  /** Maximum number of simultaneous uploads in this process, each with one part in memory. */
  maxUploads?: number;
  /** Whether only the owner may read files, even while they are being written. */
  isPrivate?: boolean;
}

/** Stores objects as files of a folder: written aside, synced, then renamed, so that a key has a whole object or none. */
export class FileStorage implements Storage {
  readonly #root: string;
  readonly #temporary: string;
  readonly #modes: Modes;
  readonly #uploads: FileUploads;
  readonly #places: UploadPlaces;
  #isSwept = false;

  constructor({ root, maxUploads = 16, isPrivate = false }: FileStorageOptions) {
    this.#root = resolve(root);
    this.#temporary = join(this.#root, '.tmp');
    this.#modes = isPrivate ? PRIVATE : {};
    this.#uploads = new FileUploads(join(this.#root, '.uploads'), this.#modes);
    this.#places = new UploadPlaces(maxUploads);
  }

  async put(key: string, body: Uint8Array | { path: string }): Promise<ObjectInfo> {
    checkKey(key);
    const sizeBytes = body instanceof Uint8Array ? body.length : (await stat(body.path)).size;
    if (sizeBytes > MAX_PUT_BYTES) throw new AppError('PAYLOAD_TOO_LARGE');
    return asStorage(async () => {
      await this.#prepareTemporary();
      const path = join(this.#temporary, randomUUID());
      try {
        if (!(body instanceof Uint8Array)) await copyFile(body.path, path, constants.COPYFILE_FICLONE);
        const file = await open(path, body instanceof Uint8Array ? 'wx' : 'r+', this.#modes.file);
        let stats: BigIntStats;
        try {
          if (body instanceof Uint8Array) await writeFully(file, body, 0);
          await file.sync();
          stats = await file.stat({ bigint: true });
        } finally {
          await file.close();
        }
        await moveIntoPlace(path, this.#path(key), this.#modes);
        return toObjectInfo(key, stats);
      } catch (error) {
        await rm(path, { force: true });
        throw error;
      }
    });
  }

  reserveUpload(): () => void {
    return this.#places.take();
  }

  async startUpload(key: string): Promise<Upload> {
    checkKey(key);
    return asStorage(() => this.#uploads.start(key));
  }

  async putPart(upload: Upload, partNumber: number, body: Uint8Array, hash?: Buffer): Promise<UploadedPart> {
    return asStorage(() => this.#uploads.putPart(upload, { partNumber, body, hash: hash ?? hashPart(body) }));
  }

  async listParts(upload: Upload): Promise<UploadedPart[]> {
    return asStorage(() => this.#uploads.listParts(upload));
  }

  async completeUpload(upload: Upload, parts: UploadedPart[]): Promise<ObjectInfo> {
    checkKey(upload.key);
    return asStorage(async () => {
      await this.#uploads.complete(upload, { parts: orderParts(parts), path: this.#path(upload.key) });
      const info = await this.stat(upload.key);
      if (!info) throw deletedMeanwhile();
      return info;
    });
  }

  async abortUpload(upload: Upload): Promise<void> {
    await asStorage(() => this.#uploads.abort(upload));
  }

  async listUploads(): Promise<(Upload & { startedAt: Date })[]> {
    return asStorage(() => this.#uploads.list());
  }

  async get(key: string, range?: ByteRange): Promise<ObjectStream | undefined> {
    checkKey(key);
    return asStorage(async () => {
      const file = await open(this.#path(key), 'r').catch(undefinedIfMissing);
      if (!file) return undefined;
      try {
        const stats = await file.stat({ bigint: true });
        if (stats.isFile()) return openStream(file, { key, stats, range });
        await file.close();
        return undefined;
      } catch (error) {
        await file.close();
        throw error;
      }
    });
  }

  async read(key: string, allocate: Allocate, range?: ByteRange): Promise<ObjectInfo | undefined> {
    checkKey(key);
    return asStorage(async () => {
      await using file = await open(this.#path(key), 'r').catch(undefinedIfMissing);
      const stats = await file?.stat({ bigint: true });
      if (!file || !stats?.isFile()) return undefined;
      const { start, end } = range ?? { start: 0, end: Number(stats.size) - 1 };
      const buffers = allocate(end + 1 - start);
      if (buffers) await readFully(file, buffers, start);
      return toObjectInfo(key, stats);
    });
  }

  async stat(key: string): Promise<ObjectInfo | undefined> {
    checkKey(key);
    return asStorage(async () => {
      const stats = await stat(this.#path(key), { bigint: true }).catch(undefinedIfMissing);
      return stats?.isFile() ? toObjectInfo(key, stats) : undefined;
    });
  }

  async *list(prefix: string): AsyncGenerator<ObjectInfo> {
    checkPrefix(prefix);
    const folder = prefix.slice(0, prefix.lastIndexOf('/') + 1);
    for await (const key of this.#keys(folder, prefix)) {
      const info = await this.stat(key);
      if (info) yield info;
    }
  }

  async delete(key: string): Promise<void> {
    checkKey(key);
    await asStorage(() => this.#unlink(key));
  }

  async deletePrefix(prefix: string): Promise<number> {
    checkFolderPrefix(prefix);
    return asStorage(async () => {
      let count = 0;
      for await (const key of this.#keys(prefix, prefix)) {
        await this.#unlink(key);
        count += 1;
      }
      return count;
    });
  }

  localPath(key: string): string | undefined {
    checkKey(key);
    return this.#path(key);
  }

  async freeBytes(): Promise<number | undefined> {
    try {
      await makeFolder(this.#root);
      const { bavail, bsize } = await statfs(this.#root);
      return bavail * bsize;
    } catch {
      return undefined; // the write itself reports the problem
    }
  }

  /** Resolves for a folder that can only be read: what is stored can still be watched, and the status names the reason. */
  async check(): Promise<void> {
    await asStorage(async () => {
      await makeFolder(this.#root);
      await access(this.#root, constants.R_OK | constants.X_OK);
    });
  }

  async close(): Promise<void> {} // nothing is open between calls

  #path(key: string): string {
    return join(this.#root, key);
  }

  /** Yields the keys under a folder (empty, or ending with a slash) that start with the prefix, in the order of S3. */
  async *#keys(folder: string, prefix: string): AsyncGenerator<string> {
    const entries = await readFolder(join(this.#root, folder));
    const keys = entries.map((entry) => `${folder}${entry.name}${entry.isDirectory() ? '/' : ''}`);
    for (const key of keys.toSorted(byBytes)) {
      if (key.startsWith('.') || !(key.startsWith(prefix) || prefix.startsWith(key))) continue;
      if (key.endsWith('/')) yield* this.#keys(key, prefix);
      else yield key;
    }
  }

  async #unlink(key: string): Promise<void> {
    const path = this.#path(key);
    try {
      await unlink(path);
      await syncFolder(dirname(path));
    } catch (error) {
      const isFolder = systemCode(error) === 'EISDIR' || systemCode(error) === 'EPERM';
      if (!isMissing(error) && !isFolder) throw error;
    }
    await removeEmptyFolders(dirname(path), this.#root);
  }

  async #prepareTemporary(): Promise<void> {
    await makeFolder(this.#temporary, this.#modes);
    if (this.#isSwept) return;
    this.#isSwept = true;
    if (this.#modes.folder) await chmod(this.#temporary, this.#modes.folder); // it may be older, open to others
    for (const { name } of await readFolder(this.#temporary)) {
      const path = join(this.#temporary, name);
      const stats = await stat(path).catch(undefinedIfMissing);
      if (stats && Date.now() - stats.mtimeMs > STALE_MS) await rm(path, { force: true });
    }
  }
}

function openStream(
  file: FileHandle,
  { key, stats, range }: { key: string; stats: BigIntStats; range: ByteRange | undefined },
): ObjectStream {
  const span = range && clampRange(range, Number(stats.size));
  const stream = file.createReadStream({ ...span, highWaterMark: READ_BYTES });
  // After a reader has gone away, a disk error must not end the process.
  stream.on('error', () => {});
  return { ...toObjectInfo(key, stats), stream };
}

/** Returns the metadata of an object. The tag changes with every write, since each creates a new file. */
function toObjectInfo(key: string, stats: BigIntStats): ObjectInfo {
  const tag = [stats.ino, stats.size, stats.mtimeNs].map((each) => each.toString(36)).join('-');
  return { key, sizeBytes: Number(stats.size), etag: `"${tag}"`, modifiedAt: stats.mtime };
}

async function readFolder(path: string): Promise<Dirent[]> {
  return asStorage(
    async () => (await readdir(path, { withFileTypes: true }).catch(undefinedIfMissing)) ?? [],
  );
}

function undefinedIfMissing(error: unknown): undefined {
  if (isMissing(error)) return undefined;
  throw error;
}

function byBytes(a: string, b: string): number {
  return a < b ? -1 : 1;
}
