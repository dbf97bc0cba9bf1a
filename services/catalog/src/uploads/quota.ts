import { because } from '@larksong/contracts';
import { AppError, type Viewer } from '@larksong/service-kit';

import type { Db, Trx } from '../db/tables.ts';
import { measureSite, measureUploader } from './quota-store.ts';

/** Bytes that videos may take up, with the uploads that have announced themselves; undefined for no limit. */
export interface Quota {
  siteBytes: number | undefined;
  uploaderBytes: number | undefined;
  /** Of a teacher whose account has no other limit. */
  teacherBytes: number;
}

interface QuotaDeps {
  quota: Quota;
  uploadReservationSeconds: number;
}

export interface QuotaUse {
  uploader: Pick<Viewer, 'id' | 'teacher'>;
  /** Bytes of the upload, if it has not been recorded yet. */
  announcedBytes: number;
  /** The id of an upload that is being resumed. */
  resumedId?: string | null;
}

/**
 * Returns the bytes that the videos of an uploader may take up, or undefined. The limit of a teacher's own account
 * replaces those of the site.
 */
export function limitOf(quota: Quota, { teacher }: Pick<Viewer, 'teacher'>): number | undefined {
  if (!teacher) return quota.uploaderBytes;
  return teacher.quotaBytes ?? Math.min(quota.teacherBytes, quota.uploaderBytes ?? Infinity);
}

/** Throws STORAGE_FULL, with a sentence, if the videos would take up more than the site or the uploader may use. */
export async function refuseOverQuota(
  { quota, uploadReservationSeconds: seconds }: QuotaDeps,
  db: Db | Trx,
  { uploader, announcedBytes, resumedId = null }: QuotaUse,
): Promise<void> {
  const active = { seconds, resumedId };
  const isOver = (usedBytes: number, limitBytes: number) =>
    announcedBytes > 0 ? usedBytes + announcedBytes > limitBytes : usedBytes > limitBytes;
  const { siteBytes } = quota;
  const limitBytes = limitOf(quota, uploader);
  if (limitBytes !== undefined && isOver(await measureUploader(db, uploader.id, active), limitBytes))
    throw new AppError('STORAGE_FULL', because('upload.your-space-full', { limitBytes }));
  if (siteBytes !== undefined && isOver(await measureSite(db, active), siteBytes))
    throw new AppError('STORAGE_FULL', because('upload.site-space-full', { limitBytes: siteBytes }));
}
