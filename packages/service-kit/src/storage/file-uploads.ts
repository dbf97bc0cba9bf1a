import { createHash, randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { AppError } from '../base/errors.ts';
import { createKeyedMutex } from '../limits/keyed-mutex.ts';
import { isMissing, makeFolder, moveIntoPlace, syncFolder, writeFully, type Modes } from './durable-files.ts';
import { checkPart } from './parts.ts';
import { PART_BYTES, type Upload, type UploadedPart } from './types.ts';
import { goneUpload, missingParts } from './storage-errors.ts';

const UPLOAD_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const MARKER = /^(\d{5})-([0-9a-f]{32})-(\d+)$/;

/**
 * Unfinished uploads of the folder driver. `<root>/<uploadId>.key` names the object, `<root>/<uploadId>/` holds
 * `data`, in which every part has its final place, and an empty marker `<part>-<hash>-<size>` for each part on disk.
 * Completing therefore copies nothing: it truncates `data` and renames it.
 * Calls of one process for one upload run sequentially, so that none sees a part that is being replaced. Two processes
 * may write the same part at the same time only with the same bytes, as a client does that repeats a part.
 */
export class FileUploads {
  readonly #root: string;
  /** Parts of one upload are written sequentially, and completing waits for them. */
  readonly #mutex = createKeyedMutex();

  readonly #modes: Modes;

  constructor(root: string, modes: Modes = {}) {
    this.#root = root;
    this.#modes = modes;
  }

  async start(key: string): Promise<Upload> {
    const upload = { key, uploadId: randomUUID() };
    await makeFolder(this.#root, this.#modes);
    try {
      await this.#create(upload);
    } catch (error) {
      await this.#remove(upload); // on a full disk, its key may have been created without content
      throw error;
    }
    return upload;
  }

  async #create(upload: Upload): Promise<void> {
    // The key is written first and deleted last, so that `list` finds everything after a crash.
    const file = await open(this.#keyPath(upload), 'wx', this.#modes.file);
    try {
      await file.writeFile(upload.key);
      await file.sync();
    } finally {
      await file.close();
    }
    await mkdir(this.#folder(upload), { mode: this.#modes.folder });
    await syncFolder(this.#root);
  }

  /** Stores a part with its hash on disk. Throws `AppError('NOT_FOUND')` if the upload no longer exists. */
  async putPart(
    upload: Upload,
    { partNumber, body, hash }: { partNumber: number; body: Uint8Array; hash: Buffer },
  ): Promise<UploadedPart> {
    checkPart(partNumber, body.length);
    const folder = this.#folder(upload);
    return this.#mutex.run(upload.uploadId, async () => {
      try {
        const part = {
          partNumber,
          etag: toTag(hash),
          sizeBytes: body.length,
        };
        // Repeated by a client that missed the response: the part is on disk and stays untouched.
        if (await this.#isStored(upload, part)) return part;
        await this.#dropMarkers(folder, partNumber);
        const file = await open(join(folder, 'data'), constants.O_CREAT | constants.O_RDWR, this.#modes.file);
        try {
          await writeFully(file, body, (partNumber - 1) * PART_BYTES);
          await file.sync();
        } finally {
          await file.close();
        }
        const name = `${String(partNumber).padStart(5, '0')}-${part.etag}-${body.length}`;
        await (await open(join(folder, name), 'w', this.#modes.file)).close();
        await syncFolder(folder);
        return part;
      } catch (error) {
        throw isMissing(error) ? goneUpload(error) : error;
      }
    });
  }

  /**
   * Returns the parts on disk by number; waits for a part that is being replaced. Throws `AppError('NOT_FOUND')` if the
   * upload no longer exists.
   */
  async listParts(upload: Upload): Promise<UploadedPart[]> {
    return this.#mutex.run(upload.uploadId, () => this.#readParts(upload));
  }

  async #readParts(upload: Upload): Promise<UploadedPart[]> {
    try {
      return toParts(await readdir(this.#folder(upload)));
    } catch (error) {
      throw isMissing(error) ? goneUpload(error) : error;
    }
  }

  /** Moves the joined parts to `path`. `parts` are in order and without gaps. */
  async complete(upload: Upload, { parts, path }: { parts: UploadedPart[]; path: string }): Promise<void> {
    const data = join(this.#folder(upload), 'data');
    const sizeBytes = parts.reduce((sum, part) => sum + part.sizeBytes, 0);
    await this.#mutex.run(upload.uploadId, async () => {
      try {
        if (!(await this.#isStored(upload, ...parts))) throw missingParts();
        const file = await open(data, 'r+');
        try {
          await file.truncate(sizeBytes);
          await file.sync();
        } finally {
          await file.close();
        }
        await moveIntoPlace(data, path, this.#modes);
      } catch (error) {
        const isGone = isMissing(error) || (error instanceof AppError && error.code === 'NOT_FOUND');
        // A crash or a repeated call after the rename: the object exists, the upload is partly or wholly deleted.
        if (!isGone || !(await hasContent(path, parts))) throw isGone ? goneUpload(error) : error;
      }
      await this.#remove(upload);
    });
  }

  async abort(upload: Upload): Promise<void> {
    if (UPLOAD_ID.test(upload.uploadId)) await this.#mutex.run(upload.uploadId, () => this.#remove(upload));
  }

  async list(): Promise<(Upload & { startedAt: Date })[]> {
    const names = await readdir(this.#root).catch(emptyIfMissing);
    const uploads: (Upload & { startedAt: Date })[] = [];
    for (const name of names) {
      if (!name.endsWith('.key')) continue;
      const path = join(this.#root, name);
      try {
        const startedAt = (await stat(path)).mtime;
        uploads.push({ key: await readFile(path, 'utf8'), uploadId: name.slice(0, -4), startedAt });
      } catch (error) {
        if (!isMissing(error)) throw error;
      }
    }
    return uploads;
  }

  async #isStored(upload: Upload, ...parts: UploadedPart[]): Promise<boolean> {
    const stored = new Map((await this.#readParts(upload)).map((part) => [part.partNumber, part]));
    return parts.every(({ partNumber, etag, sizeBytes }) => {
      const part = stored.get(partNumber);
      return part?.etag === etag && part.sizeBytes === sizeBytes;
    });
  }

  async #dropMarkers(folder: string, partNumber: number): Promise<void> {
    const names = await readdir(folder);
    const old = names.filter((name) => Number(MARKER.exec(name)?.[1]) === partNumber);
    for (const name of old) await rm(join(folder, name), { force: true });
    if (old.length > 0) await syncFolder(folder);
  }

  async #remove(upload: Upload): Promise<void> {
    await rm(this.#folder(upload), { recursive: true, force: true, maxRetries: 3 });
    await rm(this.#keyPath(upload), { force: true });
  }

  #folder(upload: Upload): string {
    // The id becomes part of a path, so its form is checked.
    if (!UPLOAD_ID.test(upload.uploadId)) throw goneUpload();
    return join(this.#root, upload.uploadId);
  }

  #keyPath(upload: Upload): string {
    return `${this.#folder(upload)}.key`;
  }
}

function toTag(hash: Buffer): string {
  return hash.toString('hex').slice(0, 32);
}

function toParts(names: string[]): UploadedPart[] {
  const parts: UploadedPart[] = [];
  for (const name of names) {
    const [, partNumber, etag, sizeBytes] = MARKER.exec(name) ?? [];
    if (etag !== undefined)
      parts.push({ partNumber: Number(partNumber), etag, sizeBytes: Number(sizeBytes) });
  }
  return parts.toSorted((a, b) => a.partNumber - b.partNumber);
}

/** Returns whether the file consists of exactly these parts, by their hashes. */
async function hasContent(path: string, parts: UploadedPart[]): Promise<boolean> {
  const file = await open(path, 'r').catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
  if (!file) return false;
  try {
    const sizeBytes = parts.reduce((sum, part) => sum + part.sizeBytes, 0);
    if ((await file.stat()).size !== sizeBytes) return false;
    for (const part of parts) {
      const hash = createHash('sha256'); // as `hashPart`, but of a stream
      const start = (part.partNumber - 1) * PART_BYTES;
      const end = start + part.sizeBytes - 1;
      if (part.sizeBytes > 0)
        for await (const chunk of file.createReadStream({ start, end, autoClose: false })) hash.update(chunk);
      if (toTag(hash.digest()) !== part.etag) return false;
    }
    return true;
  } finally {
    await file.close();
  }
}

function emptyIfMissing(error: unknown): string[] {
  if (isMissing(error)) return [];
  throw error;
}
