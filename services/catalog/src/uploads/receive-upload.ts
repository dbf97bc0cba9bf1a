import { type Explanation, because, catalog } from '@larksong/contracts';
import { AppError, newId, parseUuid, type Viewer } from '@larksong/service-kit';
import type { RecordChange } from '@larksong/service-kit/audit';
import type { FastifyRequest } from 'fastify';

import { findByIdempotencyKey } from '../library/videos/store.ts';
import { commitFormUpload, commitPartedUpload, refuseIncomplete, type CommitDeps } from './commit-upload.ts';
import { discardUpload } from './discard-upload.ts';
import { FIELD_NAMES, findFieldProblem, explainTooLong, type RawFields } from '../library/editing/fields.ts';
import { forTeacher, refuseUnknownUser, type UserDeps } from '../library/editing/private-user.ts';
import { refuseOverQuota } from './quota.ts';
import { refuseWhenFull, type SpaceDeps } from './free-space.ts';
import { getStoredParts } from './parted-uploads.ts';
import { explainTooLarge } from './parts.ts';
import { announcedBytes, storeFile } from './store-file.ts';
import { findPartedUpload, isOwnVideo } from './store.ts';

export interface UploadDeps extends CommitDeps, SpaceDeps, UserDeps {
  maxUploadBytes: number;
  stallSeconds: number;
}

/** Maximum size of a form without its file. */
const FORM_OVERHEAD_BYTES = 1024 * 1024;
const LIMITS = { files: 1, fields: 20, parts: 21, fieldSize: 64 * 1024, fieldNameSize: 100, headerPairs: 50 };

/**
 * Receives the upload form as a stream, with its parts in any order and constant memory, and returns the id of the
 * video. Its file is part of the form or was uploaded in parts before (`uploadId`). The rows of video, plan unit and
 * outbox are committed together. A failure before that leaves nothing behind except the parts of an upload, which can be
 * used again.
 */
export async function receiveUpload(
  deps: UploadDeps,
  request: FastifyRequest,
  { viewer, record }: { viewer: Viewer; record: RecordChange },
): Promise<string> {
  const idempotencyKey = readIdempotencyKey(request);
  if (idempotencyKey !== null) {
    const known = await findByIdempotencyKey(deps.db, viewer.id, idempotencyKey);
    if (known !== undefined) return known;
  }
  const sizeBytes = announcedBytes(request) ?? 0;
  if (sizeBytes > deps.maxUploadBytes + FORM_OVERHEAD_BYTES)
    throw new AppError('PAYLOAD_TOO_LARGE', explainTooLarge(deps.maxUploadBytes));
  // A small form may name a stored upload; whether it carries a file is checked below.
  if (sizeBytes > FORM_OVERHEAD_BYTES)
    await refuseWhenFull(deps, { uploader: viewer, announcedBytes: sizeBytes });
  if (!request.isMultipart()) throw new AppError('UNSUPPORTED_MEDIA_TYPE');

  const id = newId();
  try {
    const form = await readForm(deps, request, { id, uploader: viewer });
    const submission = { viewer, record, idempotencyKey, requestId: request.id, raw: form.raw };
    if (!form.stored) return await submitParts(deps, submission);
    refuse(findFieldProblem(form.raw, () => true));
    const { sizeBytes: storedBytes, hash } = form.stored;
    if (storedBytes === 0) refuse(because('upload.file-empty'));
    await refuseUnknownUser(deps, form.raw);
    // Without an announced size, it was not counted before.
    if (sizeBytes === 0)
      await refuseOverQuota(deps, deps.db, { uploader: viewer, announcedBytes: storedBytes });
    return await commitFormUpload(deps, { ...submission, id, sizeBytes: storedBytes, hash });
  } catch (error) {
    await discardUpload(deps, id).catch(() => {}); // the sweep of uploads will retry
    throw error;
  }
}

/** Submits the form of an upload in parts. Its checks run in the order of any other form, that of its file first. */
async function submitParts(
  deps: UploadDeps,
  submission: Omit<Parameters<typeof commitPartedUpload>[1], 'id'>,
): Promise<string> {
  const given = (submission.raw['uploadId'] ?? '').trim();
  if (given === '') throw new AppError('VALIDATION_FAILED', catalog.UPLOAD_PROBLEMS.video);
  const id = parseUuid(given);
  if (id === undefined) throw new AppError('UPLOAD_NOT_FOUND');
  const of = { id, uploaderId: submission.viewer.id };
  const upload = await findPartedUpload(deps.db, of);
  if (upload) refuseIncomplete(upload, await getStoredParts(deps.storage, upload));
  else if (!(await isOwnVideo(deps.db, of))) throw new AppError('UPLOAD_NOT_FOUND');
  refuse(findFieldProblem(submission.raw, () => true));
  await refuseUnknownUser(deps, submission.raw);
  return commitPartedUpload(deps, { ...submission, id });
}

interface Form {
  raw: RawFields;
  /** The file, if the form contains one. */
  stored: Awaited<ReturnType<typeof storeFile>> | undefined;
}

async function readForm(
  deps: UploadDeps,
  request: FastifyRequest,
  upload: { id: string; uploader: Viewer },
): Promise<Form> {
  const raw: RawFields = {};
  let stored: Form['stored'];
  request.raw.setTimeout(deps.stallSeconds * 1000, () =>
    request.raw.destroy(new Error('the upload stalled')),
  );
  try {
    for await (const part of request.parts({ limits: LIMITS })) {
      if (part.type === 'field') takeField(raw, part);
      else if (part.fieldname !== 'video' || !part.filename) part.file.resume();
      else {
        const fields = forTeacher(upload.uploader, raw);
        refuse(findFieldProblem(fields, (name) => fields[name] !== undefined));
        await refuseUnknownUser(deps, fields);
        stored = await storeFile(deps, request, { ...upload, file: part.file });
      }
    }
  } catch (error) {
    throw toUploadFailure(error, deps.maxUploadBytes);
  }
  if (stored && raw['uploadId']?.trim()) refuse(because('upload.either-file-or-id'));
  return { raw: forTeacher(upload.uploader, raw), stored };
}

function takeField(
  raw: RawFields,
  part: { fieldname: string; value: unknown; valueTruncated?: boolean },
): void {
  const name = FIELD_NAMES.find((known) => known === part.fieldname);
  if (!name) return;
  if (part.valueTruncated) throw new AppError('VALIDATION_FAILED', explainTooLong(name));
  raw[name] = typeof part.value === 'string' ? part.value : JSON.stringify(part.value);
}

function readIdempotencyKey(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !/^[\w-]{1,200}$/.test(key))
    throw new AppError('VALIDATION_FAILED', because('upload.key-not-valid'));
  return key;
}

function refuse(problem: Explanation | null): void {
  if (problem !== null) throw new AppError('VALIDATION_FAILED', problem);
}

/** Maps errors of the form's parser to errors of the sender; those of storage and of checks keep their code. */
function toUploadFailure(error: unknown, maxBytes: number): unknown {
  if (error instanceof AppError)
    return error.code === 'PAYLOAD_TOO_LARGE'
      ? new AppError('PAYLOAD_TOO_LARGE', explainTooLarge(maxBytes))
      : error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (/^FST_(FILES|FIELDS|PARTS)_LIMIT$/.test(code))
    return new AppError('PAYLOAD_TOO_LARGE', {
      ...because('upload.too-many-fields'),
      cause: error,
    });
  const isParser =
    error instanceof Error &&
    /multipart|part terminated|stalled|premature|boundary|aborted|header/i.test(error.message);
  return code.startsWith('FST_') || isParser
    ? new AppError('MALFORMED_REQUEST', { ...because('upload.interrupted'), cause: error })
    : error;
}
