import { Type, type Static } from 'typebox';

import { endpoint } from '../endpoint.ts';
import { IdParams, Nullable, PageQuery, Timestamp, Uuid } from '../primitives.ts';
import { Caption, Tag } from './videos.ts';

const Change = <Name extends string, Value extends Parameters<typeof Nullable>[0]>(
  field: Name,
  value: Value,
) => Type.Object({ field: Type.Literal(field), before: Nullable(value), after: Nullable(value) });

/** What has changed, with both values. */
export const ChangedField = Type.Union([
  Change('title', Type.String()),
  Change('description', Type.String()),
  Change('tags', Type.Array(Tag)),
  Change('letters', Type.Array(Type.String())),
  Change('language', Type.String()),
  /** Paths on this site; null is the thumbnail that was taken from the video. */
  Change('thumbnail', Type.String()),
  /** Subtitles in one language; null if there were none. */
  Change('captions', Caption),
]);
export type ChangedField = Static<typeof ChangedField>;

/** A change that a teacher has made to a video after its approval. */
export const TeacherChange = Type.Object({
  id: Uuid,
  at: Timestamp,
  video: Type.Object({ id: Uuid, title: Type.String() }),
  /** The name as it was then; the id is null once the account is deleted. */
  teacher: Type.Object({ id: Nullable(Uuid), name: Type.String() }),
  change: ChangedField,
  /** Whether it can be undone: not if it already is, nor if the same has been changed again since. */
  isUndoable: Type.Boolean(),
  undone: Nullable(Type.Object({ at: Timestamp, by: Type.String() })),
});
export type TeacherChange = Static<typeof TeacherChange>;

/** Days for which the changes of teachers are kept. */
export const TEACHER_CHANGE_DAYS = 30;

export const listTeacherChanges = endpoint({
  operationId: 'listTeacherChanges',
  summary: 'Changes of teachers to videos that had been approved, newest first',
  method: 'GET',
  path: '/api/admin/videos/teacher-changes',
  access: 'superadmin',
  query: PageQuery,
  data: Type.Object({ changes: Type.Array(TeacherChange), nextCursor: Nullable(Type.String()) }),
});

/** CONFLICT if somebody else has undone it, or if the same has been changed again since. */
export const undoTeacherChange = endpoint({
  operationId: 'undoTeacherChange',
  summary: 'Undo one change of a teacher',
  method: 'POST',
  path: '/api/admin/videos/teacher-changes/:id/undo',
  access: 'superadmin',
  params: IdParams,
  data: Type.Object({ change: TeacherChange }),
  errors: ['ITEM_NOT_FOUND', 'CONFLICT'],
});
