import { because, catalog } from '@larksong/contracts';
import { AppError, currentTraceParent, type Viewer } from '@larksong/service-kit';
import type { RecordChange } from '@larksong/service-kit/audit';
import { joinPartHashes, type Storage } from '@larksong/service-kit/storage';

import type { Db, Trx } from '../db/tables.ts';
import type { NeedsApproval } from '../library/approval/needs-approval.ts';
import { createUnits } from '../transcoding/units/store.ts';
import { createVideo, findByIdempotencyKey, saveUploader } from '../library/videos/store.ts';
import { discardUpload } from './discard-upload.ts';
import { toUploadFields, type RawFields } from '../library/editing/fields.ts';
import { getStoredParts, storedNumbers, toStorageUpload, type StoredParts } from './parted-uploads.ts';
import { countParts } from './parts.ts';
import { listPartHashes } from './part-hash-store.ts';
import {
  findPartedUpload,
  forgetUpload,
  isDuplicate,
  isOwnVideo,
  lockUpload,
  type PartedUploadRow,
} from './store.ts';

export interface CommitDeps {
  db: Db;
  storage: Storage;
  /** Returns a user's display name as auth knows it. */
  findDisplayName: (userId: string) => Promise<string | null>;
  needsApproval: NeedsApproval;
}

interface UploaderState {
  displayName: string | null;
  needsApproval: boolean;
}

/** The checked data of a submitted form, without its file. */
interface Submission {
  viewer: Viewer;
  idempotencyKey: string | null;
  requestId: string;
  raw: RawFields;
  record: RecordChange;
}

/**
 * Creates the video of an upload whose file is in storage, in one transaction with its plan unit and the outbox row.
 * Returns its id, or that of the other video if the same submission arrived twice at once and the other one won. Throws
 * UPLOAD_NOT_FOUND if the upload was swept.
 */
export async function commitFormUpload(
  deps: CommitDeps,
  upload: Submission & { id: string; sizeBytes: number; hash: string },
): Promise<string> {
  return commitOnce(deps, upload, async (trx, uploader) => {
    if (!(await lockUpload(trx, upload.id))) throw new AppError('UPLOAD_NOT_FOUND');
    await createFromUpload(trx, upload, uploader);
    return upload.id;
  });
}

/**
 * As `commitFormUpload`, for an upload in parts: first joins the parts, while the upload is locked. A repeated call
 * returns the same video. Throws UPLOAD_NOT_FOUND, and VALIDATION_FAILED if parts are missing.
 */
export async function commitPartedUpload(
  deps: CommitDeps,
  submission: Submission & { id: string },
): Promise<string> {
  const { id, viewer } = submission;
  return commitOnce(deps, submission, async (trx, uploader) => {
    await lockUpload(trx, id);
    const upload = await findPartedUpload(trx, { id, uploaderId: viewer.id });
    if (!upload) {
      if (await isOwnVideo(trx, { id, uploaderId: viewer.id })) return id;
      throw new AppError('UPLOAD_NOT_FOUND');
    }
    const stored = await getStoredParts(deps.storage, upload);
    refuseIncomplete(upload, stored);
    if (stored.state === 'open') await deps.storage.completeUpload(toStorageUpload(upload), stored.parts);
    const sizeBytes = Number(upload.size_bytes);
    const hashes = await listPartHashes(trx, id);
    // A process that died after it had stored a part recorded no hash; then the source is read for it later.
    const hash = hashes.length === countParts(sizeBytes) ? joinPartHashes(hashes) : null;
    await createFromUpload(trx, { ...submission, sizeBytes, hash }, uploader);
    return id;
  });
}

/** Throws VALIDATION_FAILED, with the number of missing parts, unless the upload is complete. */
export function refuseIncomplete(upload: PartedUploadRow, stored: StoredParts): void {
  const partCount = countParts(Number(upload.size_bytes));
  const missing = partCount - storedNumbers(upload, stored).length;
  if (missing > 0)
    throw new AppError('VALIDATION_FAILED', because('upload.parts-missing', { missing, total: partCount }));
}

async function commitOnce(
  deps: CommitDeps,
  submission: Submission & { id: string },
  work: (trx: Trx, uploader: UploaderState) => Promise<string>,
): Promise<string> {
  const { viewer, idempotencyKey } = submission;
  const [displayName, needsApproval] = await Promise.all([
    deps.findDisplayName(viewer.id),
    deps.needsApproval(viewer),
  ]);
  try {
    return await deps.db.transaction().execute((trx) => work(trx, { displayName, needsApproval }));
  } catch (error) {
    if (idempotencyKey === null || !(isDuplicate(error) || isGone(error))) throw error;
    // The same form was sent twice, and the other submission won.
    const winner = await findByIdempotencyKey(deps.db, viewer.id, idempotencyKey);
    if (winner === undefined) throw error;
    await discardUpload(deps, submission.id);
    return winner;
  }
}

function isGone(error: unknown): boolean {
  return error instanceof AppError && error.code === 'UPLOAD_NOT_FOUND';
}

async function createFromUpload(
  trx: Trx,
  upload: Submission & { id: string; sizeBytes: number; hash: string | null },
  { displayName, needsApproval }: UploaderState,
): Promise<void> {
  const { id, viewer } = upload;
  await saveUploader(trx, { id: viewer.id, username: viewer.username, displayName });
  const fields = toUploadFields(upload.raw);
  await createVideo(trx, {
    id,
    uploaderId: viewer.id,
    idempotencyKey: upload.idempotencyKey,
    requestId: upload.requestId,
    traceParent: currentTraceParent(),
    sourceKey: catalog.sourceKey(id),
    sourceSizeBytes: upload.sizeBytes,
    sourceHash: upload.hash,
    needsApproval,
    ...fields,
  });
  await createUnits(trx, { id, attempt: 1 }, [{ kind: 'plan', index: 0, chunk: null }]);
  if (!(await forgetUpload(trx, id))) throw new AppError('UPLOAD_NOT_FOUND');
  const { title: name, visibility, privateUserId } = fields;
  const waits = needsApproval ? { needsApproval } : {};
  const after = { visibility, privateUserId, sizeBytes: upload.sizeBytes, ...waits };
  await upload.record(trx, { action: 'video.upload', subject: { id, name }, after });
}
