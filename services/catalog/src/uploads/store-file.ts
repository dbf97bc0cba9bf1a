import type { MultipartFile } from '@fastify/multipart';
import { because, catalog } from '@larksong/contracts';
import { AppError, type Viewer } from '@larksong/service-kit';
import { joinPartHashes, uploadStream, type ObjectInfo } from '@larksong/service-kit/storage';
import type { FastifyRequest } from 'fastify';

import { admitUpload, type SpaceDeps } from './free-space.ts';
import { touchUpload } from './store.ts';
import { TOUCH_SECONDS } from './sweep-uploads.ts';

/**
 * Streams the file of a form into storage, records it as an active upload and returns it with its hash. Throws STORAGE_FULL when space runs out,
 * even midway, and UPLOAD_NOT_FOUND if the upload was swept, for example after a long suspension of the machine.
 */
export async function storeFile(
  deps: SpaceDeps & { maxUploadBytes: number },
  request: FastifyRequest,
  { id, uploader, file }: { id: string; uploader: Viewer; file: MultipartFile['file'] },
): Promise<ObjectInfo & { hash: string }> {
  const key = catalog.sourceKey(id);
  const broken = new AbortController();
  const unwatch = abortOnClose(request, broken);
  let noting: Promise<unknown> | undefined;
  const hashes: Buffer[] = [];
  const touch = createTouch(deps, id, broken);
  const touching = keepTouching(touch, () => noting);
  try {
    const stored = await uploadStream(deps.storage, {
      key,
      source: file,
      maxBytes: deps.maxUploadBytes,
      signal: broken.signal,
      onStart: async ({ uploadId: storageUploadId }) => {
        const sizeBytes = announcedBytes(request);
        noting = admitUpload(deps, { id, uploader, kind: 'form', key, storageUploadId, sizeBytes });
        await noting;
      },
      onHash: (hash) => void hashes.push(hash),
      holdPart: ({ partNumber, body }) => {
        if (partNumber > 1) void touch(partNumber - 1);
        return deps.holdSpace(body.length);
      },
    });
    return { ...stored, hash: joinPartHashes(hashes) };
  } catch (error) {
    // The stream may break off before the row is written; discarding the upload requires the row.
    await Promise.allSettled([noting]);
    // The upload was swept in the meantime.
    throw isNotFound(error) ? new AppError('UPLOAD_NOT_FOUND', { cause: error }) : error;
  } finally {
    clearInterval(touching);
    unwatch();
  }
}

/** Aborts an upload if its sender breaks off; returns the function that ends this. */
function abortOnClose({ raw }: FastifyRequest, upload: AbortController): () => void {
  const onClose = () => {
    if (!raw.complete) upload.abort(new AppError('MALFORMED_REQUEST', because('upload.interrupted')));
  };
  raw.once('close', onClose);
  return () => raw.off('close', onClose);
}

function isNotFound(error: unknown): boolean {
  return error instanceof AppError && error.code === 'NOT_FOUND';
}

/** Touches an upload regularly after its row was written, until the timer is cleared. */
function keepTouching(
  touch: () => Promise<void>,
  findNoting: () => Promise<unknown> | undefined,
): NodeJS.Timeout {
  const touchNoted = () =>
    findNoting()?.then(
      () => touch(),
      () => {},
    );
  return setInterval(() => void touchNoted(), TOUCH_SECONDS * 1000);
}

/** Returns the size of the whole body; undefined without a Content-Length header. */
export function announcedBytes(request: FastifyRequest): number | undefined {
  const length = request.headers['content-length'];
  return length === undefined ? undefined : Number(length);
}

/**
 * Returns a function that touches an upload, one call at a time, and aborts it if it was swept, so that the sender
 * stops. Failures of the database are ignored.
 */
function createTouch(deps: SpaceDeps, id: string, upload: AbortController) {
  let isTouching = false;
  return async (storedPart?: number): Promise<void> => {
    if (isTouching) return;
    isTouching = true;
    try {
      if (!(await touchUpload(deps.db, id, storedPart))) upload.abort(new AppError('UPLOAD_NOT_FOUND'));
    } catch {
      // The next touch retries.
    } finally {
      isTouching = false;
    }
  };
}
