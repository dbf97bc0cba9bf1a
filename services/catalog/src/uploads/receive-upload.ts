import { sourceKey, UPLOAD_SENTENCES } from '@larksong/contracts';
import { AppError, newId, type Viewer } from '@larksong/service-kit';
import { uploadStream, type ObjectInfo, type Storage } from '@larksong/service-kit/storage';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';

import type { Db } from '../db/schema.ts';
import { createUnits } from '../units/store.ts';
import { createVideo, findByIdempotencyKey, saveUploader } from '../videos/store.ts';
import { FIELD_NAMES, findFieldProblem, toUploadFields, type RawFields } from './fields.ts';
import { forgetUpload, noteUpload, touchUpload } from './store.ts';
import { TOUCH_SECONDS } from './sweep-uploads.ts';

export interface UploadDeps {
  db: Db;
  storage: Storage;
  maxUploadBytes: number;
  stallSeconds: number;
  /** The names that auth knows of a user. */
  findDisplayName: (userId: string) => Promise<string | null>;
}

/** How long the rest of a refused body is read. */
const DRAIN_MS = 15_000;
/** Bytes that a form may have besides its file. */
const FORM_OVERHEAD_BYTES = 1024 * 1024;
const LIMITS = { files: 1, fields: 20, parts: 21, fieldSize: 64 * 1024, fieldNameSize: 100, headerPairs: 50 };

/**
 * Receives the upload form as a stream, its parts in any order, with constant memory, and gives the id of the video.
 * Video row, plan unit and outbox row are committed together. Whatever goes wrong before that leaves nothing behind.
 */
export async function receiveUpload(
  deps: UploadDeps,
  request: FastifyRequest,
  viewer: Viewer,
): Promise<string> {
  const idempotencyKey = readIdempotencyKey(request);
  if (idempotencyKey !== null) {
    const known = await findByIdempotencyKey(deps.db, viewer.id, idempotencyKey);
    if (known !== undefined) return known;
  }
  if (Number(request.headers['content-length'] ?? 0) > deps.maxUploadBytes + FORM_OVERHEAD_BYTES)
    throw new AppError('PAYLOAD_TOO_LARGE', { message: tooLarge(deps.maxUploadBytes) });
  if (!request.isMultipart()) throw new AppError('UNSUPPORTED_MEDIA_TYPE');

  const id = newId();
  try {
    const form = await readForm(deps, request, { id, uploaderId: viewer.id });
    return await commit(deps, { id, viewer, idempotencyKey, requestId: request.id, ...form });
  } catch (error) {
    await deps.storage.delete(sourceKey(id)).catch(() => {}); // the sweep of uploads comes back to it
    await forgetUpload(deps.db, id).catch(() => {});
    drain(request);
    throw error;
  }
}

interface Form {
  raw: RawFields;
  stored: ObjectInfo;
}

async function readForm(
  deps: UploadDeps,
  request: FastifyRequest,
  upload: { id: string; uploaderId: string },
): Promise<Form> {
  const raw: RawFields = {};
  let stored: ObjectInfo | undefined;
  request.raw.setTimeout(deps.stallSeconds * 1000, () =>
    request.raw.destroy(new Error('the upload stalled')),
  );
  try {
    for await (const part of request.parts({ limits: LIMITS })) {
      if (part.type === 'field') takeField(raw, part);
      else if (part.fieldname !== 'video' || !part.filename) part.file.resume();
      else {
        refuse(findFieldProblem(raw, (name) => raw[name] !== undefined));
        stored = await storeFile(deps, request, part, upload);
      }
    }
  } catch (error) {
    throw toUploadFailure(error, deps.maxUploadBytes);
  }
  if (!stored) throw new AppError('VALIDATION_FAILED', { message: UPLOAD_SENTENCES.video });
  refuse(findFieldProblem(raw, () => true));
  return { raw, stored };
}

function takeField(
  raw: RawFields,
  part: { fieldname: string; value: unknown; valueTruncated?: boolean },
): void {
  const name = FIELD_NAMES.find((known) => known === part.fieldname);
  if (!name) return;
  if (part.valueTruncated) throw new AppError('VALIDATION_FAILED', { message: `${name} is too long.` });
  raw[name] = typeof part.value === 'string' ? part.value : JSON.stringify(part.value);
}

async function storeFile(
  deps: UploadDeps,
  request: FastifyRequest,
  part: MultipartFile,
  upload: { id: string; uploaderId: string },
): Promise<ObjectInfo> {
  const key = sourceKey(upload.id);
  const broken = new AbortController();
  const onClose = () => {
    if (!request.raw.complete) broken.abort(new AppError('MALFORMED_REQUEST', { message: BROKEN_OFF }));
  };
  request.raw.once('close', onClose);
  const touching = setInterval(
    () => void touchUpload(deps.db, upload.id).catch(() => {}),
    TOUCH_SECONDS * 1000,
  );
  try {
    return await uploadStream(deps.storage, {
      key,
      source: part.file,
      maxBytes: deps.maxUploadBytes,
      signal: broken.signal,
      onStart: ({ uploadId }) =>
        noteUpload(deps.db, { id: upload.id, key, storageUploadId: uploadId, uploaderId: upload.uploaderId }),
    });
  } finally {
    clearInterval(touching);
    request.raw.off('close', onClose);
  }
}

async function commit(
  deps: UploadDeps,
  upload: Form & { id: string; viewer: Viewer; idempotencyKey: string | null; requestId: string },
): Promise<string> {
  const { id, viewer, idempotencyKey } = upload;
  const displayName = await deps.findDisplayName(viewer.id);
  try {
    await deps.db.transaction().execute(async (trx) => {
      await saveUploader(trx, { id: viewer.id, username: viewer.username, displayName });
      await createVideo(trx, {
        id,
        uploaderId: viewer.id,
        idempotencyKey,
        requestId: upload.requestId,
        sourceKey: sourceKey(id),
        sourceSizeBytes: upload.stored.sizeBytes,
        ...toUploadFields(upload.raw),
      });
      await createUnits(trx, { id, attempt: 1 }, [{ kind: 'plan', index: 0, chunk: null }]);
      await forgetUpload(trx, id);
    });
    return id;
  } catch (error) {
    // The same form was sent twice at once and the other one won.
    const winner = idempotencyKey && (await findByIdempotencyKey(deps.db, viewer.id, idempotencyKey));
    if (!winner) throw error;
    await deps.storage.delete(sourceKey(id));
    await forgetUpload(deps.db, id);
    return winner;
  }
}

/**
 * Lets the rest of a refused body run into nothing for a while, since a sender whose connection is closed under its
 * hands never reads why.
 */
function drain(request: FastifyRequest): void {
  const { raw } = request;
  raw.unpipe();
  raw.resume();
  const timer = setTimeout(() => raw.destroy(), DRAIN_MS);
  raw.once('close', () => clearTimeout(timer));
}

const BROKEN_OFF = 'The upload was broken off.';

function readIdempotencyKey(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !/^[\w-]{1,200}$/.test(key))
    throw new AppError('VALIDATION_FAILED', { message: 'Idempotency-Key is not valid.' });
  return key;
}

function refuse(problem: string | null): void {
  if (problem !== null) throw new AppError('VALIDATION_FAILED', { message: problem });
}

function tooLarge(maxBytes: number): string {
  return `This file is larger than the ${Math.floor(maxBytes / 1024 ** 2).toLocaleString('en')} MB that can be uploaded.`;
}

/** Whatever the form's parser threw is the sender's doing; what storage or a check threw keeps its own code. */
function toUploadFailure(error: unknown, maxBytes: number): unknown {
  if (error instanceof AppError)
    return error.code === 'PAYLOAD_TOO_LARGE'
      ? new AppError('PAYLOAD_TOO_LARGE', { message: tooLarge(maxBytes) })
      : error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (/^FST_(FILES|FIELDS|PARTS)_LIMIT$/.test(code))
    return new AppError('PAYLOAD_TOO_LARGE', {
      message: 'The form has more parts than an upload needs.',
      cause: error,
    });
  const isParser =
    error instanceof Error &&
    /multipart|part terminated|stalled|premature|boundary|aborted|header/i.test(error.message);
  return code.startsWith('FST_') || isParser
    ? new AppError('MALFORMED_REQUEST', { message: BROKEN_OFF, cause: error })
    : error;
}
