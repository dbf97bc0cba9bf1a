import { readFile, stat } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';

import { AppError } from '../../base/errors.ts';
import { checkFolderPrefix, checkKey, checkPrefix } from '../keys.ts';
import { checkPart, checkRange, orderParts } from '../parts.ts';
import { S3Bucket } from './s3-bucket.ts';
import { IDLE_MS, S3Client, type S3Connection } from './s3-client.ts';
import {
  isMissingObject,
  isMissingUpload,
  isResetConnection,
  s3Code,
  toS3StorageError,
} from './s3-errors.ts';
import {
  MAX_PUT_BYTES,
  type Allocate,
  type ByteRange,
  type ObjectInfo,
  type ObjectStream,
  type Storage,
  type Upload,
  type UploadedPart,
} from '../types.ts';
import { multipartTag, readInto, toObjectInfo } from './s3-objects.ts';
import { createS3Reader, type S3Reader } from './s3-reader.ts';
import { goneUpload } from '../storage-errors.ts';
import { createSpaceMeter, type SpaceMeter } from './s3-space.ts';
import { UploadPlaces } from '../upload-places.ts';

const LIST_PAGE = 1000;
/** Lifetime of the links to objects, which equals the permitted clock difference of other requests. */
const LINK_SECONDS = 900;
/** The characters of upload ids; any others would end up unescaped in a query. */
const UPLOAD_ID = /^[A-Za-z0-9._~-]{1,1024}$/;

interface S3StorageOptions extends S3Connection {
  /** Created if it is missing. */
  bucket: string;
  /** Maximum number of simultaneous uploads in this process, each with one part in memory. */
  maxUploads: number;
  /** URL of MinIO's metrics with the free space; without it the free space is unknown. */
  metricsUrl?: string | undefined;
}

/** Stores objects in a bucket of MinIO or any other S3 server. */
export class S3Storage implements Storage {
  readonly #client: S3Client;
  readonly #reader: S3Reader;
  readonly #bucket: string;
  readonly #places: UploadPlaces;
  readonly #space: SpaceMeter;
  readonly #ownBucket: S3Bucket;

  constructor({ bucket, maxUploads, metricsUrl, ...connection }: S3StorageOptions) {
    this.#client = new S3Client(connection);
    this.#reader = createS3Reader({ timeoutMs: connection.timeoutMs, idleMs: IDLE_MS });
    this.#bucket = bucket;
    this.#ownBucket = new S3Bucket(this.#client, { name: bucket, region: connection.region });
    this.#places = new UploadPlaces(maxUploads);
    this.#space = createSpaceMeter({ url: metricsUrl });
  }

  async put(
    key: string,
    body: Uint8Array | { path: string },
    { contentType }: { contentType?: string } = {},
  ): Promise<ObjectInfo> {
    checkKey(key);
    const sizeBytes = body instanceof Uint8Array ? body.length : (await stat(body.path)).size;
    if (sizeBytes > MAX_PUT_BYTES) throw new AppError('PAYLOAD_TOO_LARGE');
    // A buffer is sent as one request; the client would buffer a stream anyway.
    const bytes = body instanceof Uint8Array ? toBuffer(body) : await readFile(body.path);
    const headers = contentType === undefined ? {} : { 'Content-Type': contentType };
    return this.#call(async () => {
      await this.#client.putObject(this.#bucket, key, bytes, bytes.length, headers);
      this.#space.noteWritten(bytes.length);
      return this.#getInfo(key);
    });
  }

  reserveUpload(): () => void {
    return this.#places.take();
  }

  async startUpload(key: string): Promise<Upload> {
    checkKey(key);
    const uploadId = await this.#call(() => this.#client.initiateNewMultipartUpload(this.#bucket, key, {}));
    return { key, uploadId };
  }

  async putPart(upload: Upload, partNumber: number, body: Uint8Array): Promise<UploadedPart> {
    checkUpload(upload);
    checkPart(partNumber, body.length);
    const part = { bucketName: this.#bucket, objectName: upload.key, uploadID: upload.uploadId, partNumber };
    const { etag } = await this.#call(() =>
      this.#client.uploadPart({ ...part, headers: {} }, toBuffer(body)),
    );
    this.#space.noteWritten(body.length);
    return { partNumber, etag, sizeBytes: body.length };
  }

  async listParts(upload: Upload): Promise<UploadedPart[]> {
    checkUpload(upload);
    const parts = await this.#call(() =>
      this.#client.listUploadedParts(this.#bucket, upload.key, upload.uploadId),
    );
    return parts.map(({ part, etag, size }) => ({ partNumber: part, etag, sizeBytes: size }));
  }

  async completeUpload(upload: Upload, parts: UploadedPart[]): Promise<ObjectInfo> {
    checkUpload(upload);
    const ordered = orderParts(parts);
    const list = ordered.map(({ partNumber, etag }) => ({ part: partNumber, etag }));
    return this.#call(async () => {
      try {
        await this.#client.completeMultipartUpload(this.#bucket, upload.key, upload.uploadId, list);
        return await this.#getInfo(upload.key);
      } catch (error) {
        // Completed before, but the response got lost: the object with exactly these parts exists.
        const info = isMissingUpload(error) ? await this.#findInfo(upload.key) : undefined;
        if (info?.etag === multipartTag(ordered)) return info;
        throw error;
      }
    });
  }

  async abortUpload(upload: Upload): Promise<void> {
    checkKey(upload.key);
    if (!UPLOAD_ID.test(upload.uploadId)) return;
    try {
      await this.#call(() => this.#client.abortMultipartUpload(this.#bucket, upload.key, upload.uploadId));
    } catch (error) {
      if (!(error instanceof AppError && isMissingUpload(error.cause))) throw error;
    }
  }

  async listUploads(): Promise<(Upload & { startedAt: Date })[]> {
    const uploads: (Upload & { startedAt: Date })[] = [];
    let [marker, idMarker, isTruncated] = ['', '', true];
    while (isTruncated) {
      // MinIO lists unfinished uploads by the empty prefix or the exact key only.
      const page = await this.#call(() =>
        this.#client.listIncompleteUploadsQuery(this.#bucket, '', marker, idMarker, ''),
      );
      for (const { key, uploadId, initiated } of page.uploads)
        uploads.push({ key, uploadId, startedAt: initiated });
      ({ nextKeyMarker: marker, nextUploadIdMarker: idMarker, isTruncated } = page);
    }
    return uploads;
  }

  async get(key: string, range?: ByteRange): Promise<ObjectStream | undefined> {
    checkKey(key);
    if (range) checkRange(range);
    try {
      return await this.#call(async () => {
        const stream = await this.#open(key, range);
        return { ...toObjectInfo(key, stream.headers), stream };
      });
    } catch (error) {
      if (error instanceof AppError && isMissingObject(error.cause)) return undefined;
      throw error;
    }
  }

  async read(key: string, allocate: Allocate, range?: ByteRange): Promise<ObjectInfo | undefined> {
    checkKey(key);
    if (range) checkRange(range);
    const headers = await this.#call(async () => {
      const link = await this.#client.presignedUrl('GET', this.#bucket, key, LINK_SECONDS);
      return this.#reader.read({ link, range, allocate });
    });
    if (headers) return toObjectInfo(key, headers);
    const object = await this.get(key, range); // says why
    return object && readInto(object, allocate, range);
  }

  async stat(key: string): Promise<ObjectInfo | undefined> {
    checkKey(key);
    return this.#call(() => this.#findInfo(key));
  }

  async *list(prefix: string): AsyncGenerator<ObjectInfo> {
    checkPrefix(prefix);
    for await (const page of this.#pages(prefix)) yield* page;
  }

  async delete(key: string): Promise<void> {
    checkKey(key);
    await this.#call(() => this.#client.removeObject(this.#bucket, key));
  }

  async deletePrefix(prefix: string): Promise<number> {
    checkFolderPrefix(prefix);
    let count = 0;
    for await (const page of this.#pages(prefix)) {
      const keys = page.map((info) => info.key);
      const failures = await this.#call(() => this.#client.removeObjects(this.#bucket, keys));
      const failure = failures.find(Boolean);
      if (failure) throw toS3StorageError(new Error(`Objects were not deleted: ${JSON.stringify(failure)}`));
      count += keys.length;
    }
    return count;
  }

  localPath(): string | undefined {
    return undefined;
  }

  async freeBytes(): Promise<number | undefined> {
    return this.#space.freeBytes();
  }

  async check(): Promise<void> {
    await this.#call(async () => {
      if (!(await this.#client.bucketExists(this.#bucket)))
        throw new Error(`The bucket ${this.#bucket} does not exist.`);
    });
  }

  async close(): Promise<void> {
    this.#client.close();
    this.#reader.close();
  }

  /** Yields pages of objects. Each page is read completely first, so that its objects may be deleted meanwhile. */
  async *#pages(prefix: string): AsyncGenerator<ObjectInfo[]> {
    let [token, isTruncated] = ['', true];
    while (isTruncated) {
      const page = await this.#call(() =>
        this.#client.listObjectsV2Query(this.#bucket, prefix, token, '', LIST_PAGE, ''),
      );
      const objects: ObjectInfo[] = [];
      for (const { name, size, etag, lastModified } of page.objects)
        if (name !== undefined)
          objects.push({ key: name, sizeBytes: size, etag: `"${etag}"`, modifiedAt: lastModified });
      if (objects.length > 0) yield objects;
      ({ nextContinuationToken: token, isTruncated } = page);
    }
  }

  async #open(key: string, range: ByteRange | undefined) {
    // The client takes a length of 0 as "to the end", so an open end stays open.
    const length = range && Number.isFinite(range.end) ? range.end - range.start + 1 : 0;
    const stream = await this.#client.getPartialObject(this.#bucket, key, range?.start ?? 0, length);
    // The client returns Node's http response; its declared type is wider.
    return stream as IncomingMessage;
  }

  async #findInfo(key: string): Promise<ObjectInfo | undefined> {
    try {
      return await this.#getInfo(key);
    } catch (error) {
      if (isMissingObject(error)) return undefined;
      throw error;
    }
  }

  async #getInfo(key: string): Promise<ObjectInfo> {
    const { size, etag, lastModified } = await this.#client.statObject(this.#bucket, key);
    return { key, sizeBytes: size, etag: `"${etag}"`, modifiedAt: lastModified };
  }

  /** Runs a call after creating the bucket, with errors mapped. All calls are repeatable, so connection resets are retried. */
  async #call<T>(work: () => Promise<T>): Promise<T> {
    try {
      await this.#ownBucket.create();
      try {
        return await work();
      } catch (error) {
        if (!isResetConnection(error)) throw error;
        return await work();
      }
    } catch (error) {
      if (s3Code(error) === 'NoSuchBucket') this.#ownBucket.forget();
      throw toS3StorageError(error);
    }
  }
}

function checkUpload(upload: Upload): void {
  checkKey(upload.key);
  if (!UPLOAD_ID.test(upload.uploadId)) throw goneUpload();
}

function toBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
