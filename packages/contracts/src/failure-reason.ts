import { Type, type Static } from 'typebox';

import type { FailureId } from './sentences/failures.ts';
import type { RemarkId } from './sentences/remarks.ts';
import { Values } from './values.ts';

/** A newer worker may report a reason that this version does not know; its sentence is stored as well. */
const ID = { pattern: '^[a-z0-9]+(-[a-z0-9]+)*$', maxLength: 60 };
const Id = Type.Unsafe<FailureId>(Type.String(ID));
/**
 * Why work on an upload failed, for clients that say it in another language: an id of `VIDEO_FAILURES` or
 * `SOUND_FAILURES` with its values. `cause` is the reason of the last try for work that failed too often, and replaces
 * the value `problem`, which is in English.
 */
export const FailureReason = Type.Object({
  id: Id,
  values: Values,
  cause: Type.Optional(Type.Object({ id: Id, values: Values })),
});
export type FailureReason = Static<typeof FailureReason>;

/** What of a file is missing from its video, for clients that say it in another language: an id of `VIDEO_REMARKS`. */
export const Remark = Type.Object({ id: Type.Unsafe<RemarkId>(Type.String(ID)), values: Values });
export type Remark = Static<typeof Remark>;
