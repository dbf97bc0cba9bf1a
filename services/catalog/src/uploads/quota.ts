import { because } from '@larksong/contracts';
import { AppError } from '@larksong/service-kit';

import type { Db, Trx } from '../db/tables.ts';
import { measureSite, measureUploader } from './quota-store.ts';

/** Bytes that videos may take up, with the uploads that have announced themselves; undefined for no limit. */
export interface Quota {
  siteBytes: number | undefined;
  uploaderBytes: number | undefined;
}

interface QuotaDeps {
  quota: Quota;
  uploadReservationSeconds: number;
}

export interface QuotaUse {
  uploaderId: string;
  /** Bytes of the upload, if it has not been recorded yet. */
  announcedBytes: number;
  /** The id of an upload that is being resumed. */
  resumedId?: string | null;
}

/** Throws STORAGE_FULL, with a sentence, if the videos would take up more than the site or the uploader may use. */
export async function refuseOverQuota(
  { quota, uploadReservationSeconds: seconds }: QuotaDeps,
  db: Db | Trx,
  { uploaderId, announcedBytes, resumedId = null }: QuotaUse,
): Promise<void> {
  const active = { seconds, resumedId };
  const isOver = (usedBytes: number, limitBytes: number) =>
    announcedBytes > 0 ? usedBytes + announcedBytes > limitBytes : usedBytes > limitBytes;
  const { siteBytes, uploaderBytes } = quota;
  if (uploaderBytes !== undefined && isOver(await measureUploader(db, uploaderId, active), uploaderBytes))
    throw new AppError('STORAGE_FULL', because('upload.your-space-full', { limitBytes: uploaderBytes }));
  if (siteBytes !== undefined && isOver(await measureSite(db, active), siteBytes))
    throw new AppError('STORAGE_FULL', because('upload.site-space-full', { limitBytes: siteBytes }));
}
