import type { auth } from '@larksong/contracts';

/** Returns the role of an account as people know it: teachers are users with more rights. */
export function toGivenRole({ role, teacher }: Pick<auth.User, 'role' | 'teacher'>): auth.GivenRole {
  return role !== 'superadmin' && teacher ? 'teacher' : role;
}
