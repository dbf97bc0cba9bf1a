import type { Migration } from 'kysely/migration';

import * as createCategoriesAndItems from './0001-create-categories-and-items.ts';
import * as addPicturesAndSounds from './0002-add-pictures-and-sounds.ts';
import * as tellDeathsApart from './0003-tell-deaths-apart.ts';
import * as addPacks from './0004-add-packs.ts';
import * as addAuditLog from './0005-add-audit-log.ts';
import * as addStorageMark from './0006-add-storage-mark.ts';
import * as addFurtherPacks from './0007-add-further-packs.ts';
import * as keepFailureReasons from './0008-keep-failure-reasons.ts';
import * as explainPackLines from './0009-explain-pack-lines.ts';

export const migrations: Record<string, Migration> = {
  '0001-create-categories-and-items': createCategoriesAndItems,
  '0002-add-pictures-and-sounds': addPicturesAndSounds,
  '0003-tell-deaths-apart': tellDeathsApart,
  '0004-add-packs': addPacks,
  '0005-add-audit-log': addAuditLog,
  '0006-add-storage-mark': addStorageMark,
  '0007-add-further-packs': addFurtherPacks,
  '0008-keep-failure-reasons': keepFailureReasons,
  '0009-explain-pack-lines': explainPackLines,
};
