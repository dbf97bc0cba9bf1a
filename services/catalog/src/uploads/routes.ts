import { catalog } from '@larksong/contracts';
import { AppError, type Register } from '@larksong/service-kit';
import type { RecordChange } from '@larksong/service-kit/audit';

import type { Db } from '../db/tables.ts';
import { discardUpload } from './discard-upload.ts';
import {
  getPartedUpload,
  getStoredParts,
  startPartedUpload,
  storedNumbers,
  toPartedUpload,
  type PartedUploadDeps,
} from './parted-uploads.ts';
import type { UploadMetrics } from './metrics.ts';
import { measureUploader } from './quota-store.ts';
import { limitOf } from './quota.ts';
import { receivePart } from './receive-part.ts';
import { receiveUpload, type UploadDeps } from './receive-upload.ts';
import { markDiscarded } from './store.ts';

/** Registers uploads as one form and in parts, and the space that is left for them. `onDue` is called when a unit became due. */
export function registerUploads(
  register: Register,
  deps: UploadDeps & PartedUploadDeps & { onDue: () => void; metrics: UploadMetrics },
): void {
  const { metrics } = deps;
  registerSpace(register, deps);
  register(catalog.uploadVideo, async ({ request, viewer, record }) => {
    const id = await metrics.watch(() => receiveUpload(deps, request, { viewer, record }));
    metrics.accepted();
    deps.onDue();
    return {
      message: 'Upload started. Transcoding (720p, 480p, 360p) will run in the background.',
      data: { video: { id } },
    };
  });

  register(catalog.startUpload, async ({ body, viewer, record }) => ({
    data: {
      upload: await metrics.watch(() => startPartedUpload(deps, { ...body, viewer, record })),
    },
  }));

  register(catalog.getUpload, async ({ params, viewer }) => {
    const upload = await getPartedUpload(deps.db, { id: params.id, viewer });
    const numbers = storedNumbers(upload, await getStoredParts(deps.storage, upload));
    return { data: { upload: toPartedUpload(upload, numbers, deps.uploadExpiryHours) } };
  });

  register(catalog.putUploadPart, async ({ params, request, viewer }) => {
    const part = { uploadId: params.id, number: params.number, viewer };
    return { data: { sizeBytes: await metrics.watch(() => receivePart(deps, request, part)) } };
  });

  register(catalog.cancelUpload, async ({ params, viewer, record }) => {
    const upload = await getPartedUpload(deps.db, { id: params.id, viewer });
    const mark = (db: Db) => markCancelled(db, upload.id, record);
    if (!(await discardUpload(deps, upload.id, mark))) throw new AppError('UPLOAD_NOT_FOUND');
    return { message: 'Upload cancelled.' };
  });
}

function registerSpace(register: Register, deps: UploadDeps): void {
  register(catalog.getOwnQuota, async ({ viewer, reply }) => {
    reply.header('cache-control', 'no-store');
    const [usedBytes, needsApproval] = await Promise.all([
      measureUploader(deps.db, viewer.id, { seconds: deps.uploadReservationSeconds, resumedId: null }),
      deps.needsApproval(viewer),
    ]);
    return { data: { usedBytes, limitBytes: limitOf(deps.quota, viewer) ?? null, needsApproval } };
  });
}

function markCancelled(db: Db, id: string, record: RecordChange): ReturnType<typeof markDiscarded> {
  return db.transaction().execute(async (trx) => {
    const row = await markDiscarded(trx, id);
    if (row) await record(trx, { action: 'upload.cancel', subject: { id: row.id } });
    return row;
  });
}
