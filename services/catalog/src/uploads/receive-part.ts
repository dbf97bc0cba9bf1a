import { AppError, BROKEN_OFF, readBinaryBody, type Viewer } from '@larksong/service-kit';
import type { FastifyRequest } from 'fastify';

import { refuseWhenFull } from './free-space.ts';
import { getPartedUpload, toStorageUpload, type PartedUploadDeps } from './parted-uploads.ts';
import { partSizeBytes } from './parts.ts';
import { touchUpload } from './store.ts';

/**
 * Stores one part, which must have exactly the size that its number says, and gives that size. A longer one is
 * PAYLOAD_TOO_LARGE, a shorter one MALFORMED_REQUEST; of neither anything is stored.
 */
export async function receivePart(
  deps: PartedUploadDeps & { stallSeconds: number },
  request: FastifyRequest,
  part: { uploadId: string; number: number; viewer: Viewer },
): Promise<number> {
  try {
    const upload = await getPartedUpload(deps.db, { id: part.uploadId, viewer: part.viewer });
    const sizeBytes = partSizeBytes(Number(upload.size_bytes), part.number);
    await refuseWhenFull(deps, sizeBytes);
    const free = deps.storage.reserveUpload();
    try {
      const body = await readBinaryBody(request, {
        maxBytes: sizeBytes,
        stallMs: deps.stallSeconds * 1000,
        tooLarge: `Part ${part.number} of this upload has ${sizeBytes.toLocaleString('en')} bytes and no more.`,
      });
      if (body.length < sizeBytes) throw new AppError('MALFORMED_REQUEST', { message: BROKEN_OFF });
      await deps.storage.putPart(toStorageUpload(upload), part.number, body);
    } finally {
      free();
    }
    if (!(await touchUpload(deps.db, upload.id))) throw new AppError('UPLOAD_NOT_FOUND');
    return sizeBytes;
  } catch (error) {
    // Storage says so of an upload that was given up, or became a video, while this part was on its way.
    const isGone = error instanceof AppError && error.code === 'NOT_FOUND';
    throw isGone ? new AppError('UPLOAD_NOT_FOUND', { cause: error }) : error;
  }
}
