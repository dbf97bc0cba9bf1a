import type { auth } from '@larksong/contracts';

import type { UserRow } from '../db/tables.ts';

/** The columns that make an account a teacher. */
export type TeacherColumns = Pick<
  UserRow,
  'is_teacher' | 'teacher_is_trusted' | 'teacher_edits_letters' | 'teacher_quota_bytes'
>;

/** The names of these columns. */
export const TEACHER_COLUMNS = [
  'is_teacher',
  'teacher_is_trusted',
  'teacher_edits_letters',
  'teacher_quota_bytes',
] as const satisfies readonly (keyof TeacherColumns)[];

/** Returns what a teacher may do; null for a superadmin, who may do more, and for everybody else. */
export function toTeacher(row: TeacherColumns & { role: auth.Role }): auth.Teacher | null {
  if (!row.is_teacher || row.role === 'superadmin') return null;
  return {
    isTrusted: row.teacher_is_trusted,
    editsLetters: row.teacher_edits_letters,
    quotaBytes: row.teacher_quota_bytes === null ? null : Number(row.teacher_quota_bytes),
  };
}

/** Returns the columns of a role that somebody is given. */
export function toRoleColumns(role: auth.GivenRole): { role: auth.Role; is_teacher: boolean } {
  return { role: role === 'superadmin' ? role : 'user', is_teacher: role === 'teacher' };
}

/** Returns the role that an account or an invitation was given. */
export function toGivenRole(row: { role: auth.Role; is_teacher: boolean }): auth.GivenRole {
  return row.role === 'user' && row.is_teacher ? 'teacher' : row.role;
}
