import { catalog } from '@larksong/contracts';
import { AppError, newId, type Viewer } from '@larksong/service-kit';
import type { RecordChange } from '@larksong/service-kit/audit';
import { PART_BYTES, type Storage, type Upload, type UploadedPart } from '@larksong/service-kit/storage';

import type { Db } from '../db/tables.ts';
import { admitUpload, refuseWhenFull, type SpaceDeps } from './free-space.ts';
import { countParts, largestPartedUpload, listWholeParts, explainTooLarge } from './parts.ts';
import { discardUpload } from './discard-upload.ts';
import { findPartedUpload, findResumable, isDuplicate, type PartedUploadRow } from './store.ts';

export interface PartedUploadDeps extends SpaceDeps {
  maxUploadBytes: number;
  uploadExpiryHours: number;
}

interface StartRequest {
  sizeBytes: number;
  resumeKey?: string | undefined;
  viewer: Viewer;
  record: RecordChange;
}

/**
 * Begins an upload in parts at the key of the source of its video: the upload's id becomes the video's. Returns the
 * existing one if there is one with this key. Throws PAYLOAD_TOO_LARGE and STORAGE_FULL; CONFLICT if the key belongs to an
 * upload of another size, or of another call at the same moment.
 */
export async function startPartedUpload(
  deps: PartedUploadDeps,
  request: StartRequest,
): Promise<catalog.PartedUpload> {
  return (await resumeUpload(deps, request)) ?? (await createPartedUpload(deps, request));
}

/** Returns the upload with this key; undefined for an unknown key, and if storage has lost the upload, which discards it. */
async function resumeUpload(
  deps: PartedUploadDeps,
  { resumeKey, sizeBytes, viewer }: StartRequest,
): Promise<catalog.PartedUpload | undefined> {
  if (resumeKey === undefined) return undefined;
  const upload = await findResumable(deps.db, { resumeKey, sizeBytes, uploaderId: viewer.id });
  if (!upload) return undefined;
  try {
    const numbers = storedNumbers(upload, await getStoredParts(deps.storage, upload));
    return toPartedUpload(upload, numbers, deps.uploadExpiryHours);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'UPLOAD_NOT_FOUND') throw error;
    await discardUpload(deps, upload.id);
    return undefined;
  }
}

async function createPartedUpload(
  deps: PartedUploadDeps,
  request: StartRequest,
): Promise<catalog.PartedUpload> {
  const maxBytes = largestPartedUpload(deps.maxUploadBytes);
  if (request.sizeBytes > maxBytes) throw new AppError('PAYLOAD_TOO_LARGE', explainTooLarge(maxBytes));
  await refuseWhenFull(deps, { uploader: request.viewer, announcedBytes: request.sizeBytes });
  const id = newId();
  const upload = await deps.storage.startUpload(catalog.sourceKey(id));
  try {
    const row = await admitUpload(deps, {
      id,
      kind: 'parts',
      key: upload.key,
      storageUploadId: upload.uploadId,
      uploader: request.viewer,
      sizeBytes: request.sizeBytes,
      record: request.record,
      resumeKey: request.resumeKey,
    });
    return toPartedUpload(row as PartedUploadRow, [], deps.uploadExpiryHours); // its size was announced
  } catch (error) {
    await deps.storage.abortUpload(upload).catch(() => {}); // the sweep finds unrecorded uploads
    throw isDuplicate(error) ? new AppError('CONFLICT', { cause: error }) : error;
  }
}

/** Returns an upload to its owner; throws UPLOAD_NOT_FOUND for everyone else. */
export async function getPartedUpload(db: Db, of: { id: string; viewer: Viewer }): Promise<PartedUploadRow> {
  const upload = await findPartedUpload(db, { id: of.id, uploaderId: of.viewer.id });
  if (!upload) throw new AppError('UPLOAD_NOT_FOUND');
  return upload;
}

export type StoredParts = { state: 'open'; parts: UploadedPart[] } | { state: 'joined' };

/**
 * Returns the stored parts of an upload; `joined` if they were joined and the process died before recording it. Throws
 * UPLOAD_NOT_FOUND if storage has lost the upload.
 */
export async function getStoredParts(storage: Storage, upload: PartedUploadRow): Promise<StoredParts> {
  try {
    return { state: 'open', parts: await storage.listParts(toStorageUpload(upload)) };
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'NOT_FOUND') throw error;
    const object = await storage.stat(upload.key);
    if (object?.sizeBytes === Number(upload.size_bytes)) return { state: 'joined' };
    throw new AppError('UPLOAD_NOT_FOUND', { cause: error });
  }
}

/** Returns the names of an upload in storage. */
export function toStorageUpload(upload: PartedUploadRow): Upload {
  return { key: upload.key, uploadId: upload.storage_upload_id };
}

/** Returns the numbers of the stored parts. */
export function storedNumbers(upload: PartedUploadRow, stored: StoredParts): number[] {
  const sizeBytes = Number(upload.size_bytes);
  return stored.state === 'open'
    ? listWholeParts(sizeBytes, stored.parts)
    : Array.from({ length: countParts(sizeBytes) }, (_, index) => index + 1);
}

/** Maps an upload to the contract. */
export function toPartedUpload(
  row: PartedUploadRow,
  storedParts: number[],
  expiryHours: number,
): catalog.PartedUpload {
  const sizeBytes = Number(row.size_bytes);
  return {
    id: row.id,
    sizeBytes,
    partSizeBytes: PART_BYTES,
    partCount: countParts(sizeBytes),
    storedParts,
    expiresAt: new Date(row.touched_at.getTime() + expiryHours * 3_600_000).toISOString(),
  };
}
