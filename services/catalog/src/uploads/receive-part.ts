import { because } from '@larksong/contracts';
import { AppError, readBinaryBody, type Viewer } from '@larksong/service-kit';
import { hashPart } from '@larksong/service-kit/storage';
import type { FastifyRequest } from 'fastify';

import { refuseWhenFull } from './free-space.ts';
import { getPartedUpload, toStorageUpload, type PartedUploadDeps } from './parted-uploads.ts';
import { savePartHash } from './part-hash-store.ts';
import { partSizeBytes } from './parts.ts';
import { touchUpload, type PartedUploadRow } from './store.ts';

type PartDeps = PartedUploadDeps & { stallSeconds: number };

/**
 * Stores one part, which must have exactly the size of its number, and returns that size. Throws PAYLOAD_TOO_LARGE for a
 * longer body and MALFORMED_REQUEST for a shorter one; neither is stored.
 */
export async function receivePart(
  deps: PartDeps,
  request: FastifyRequest,
  part: { uploadId: string; number: number; viewer: Viewer },
): Promise<number> {
  try {
    const upload = await getPartedUpload(deps.db, { id: part.uploadId, viewer: part.viewer });
    const sizeBytes = partSizeBytes(Number(upload.size_bytes), part.number);
    // After a long pause, its space is no longer reserved and others may have been admitted.
    if (Date.now() - upload.touched_at.getTime() > deps.uploadReservationSeconds * 1000)
      await refuseWhenFull(deps, { uploader: part.viewer, announcedBytes: 0, resumedId: upload.id });
    const letGo = await deps.holdSpace(sizeBytes);
    let hash: Buffer;
    try {
      hash = await storePart(deps, request, { upload, number: part.number, sizeBytes });
    } finally {
      letGo();
    }
    if (!(await touchUpload(deps.db, upload.id, part.number))) throw new AppError('UPLOAD_NOT_FOUND');
    await savePartHash(deps.db, { uploadId: upload.id, number: part.number, hash });
    return sizeBytes;
  } catch (error) {
    // The upload was discarded, or became a video, while this part was on its way.
    const isGone = error instanceof AppError && error.code === 'NOT_FOUND';
    throw isGone ? new AppError('UPLOAD_NOT_FOUND', { cause: error }) : error;
  }
}

/** Receives and stores a part, and returns its hash. */
async function storePart(
  deps: PartDeps,
  request: FastifyRequest,
  part: { upload: PartedUploadRow; number: number; sizeBytes: number },
): Promise<Buffer> {
  const { upload, number, sizeBytes } = part;
  const free = deps.storage.reserveUpload();
  try {
    const body = await readBinaryBody(request, {
      maxBytes: sizeBytes,
      stallMs: deps.stallSeconds * 1000,
      tooLarge: because('upload.part-size', { number, size: sizeBytes }),
    });
    if (body.length < sizeBytes) throw new AppError('MALFORMED_REQUEST', because('upload.interrupted'));
    const hash = hashPart(body);
    await deps.storage.putPart(toStorageUpload(upload), number, body, hash);
    return hash;
  } finally {
    free();
  }
}
