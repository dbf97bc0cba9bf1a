import type { catalog } from '@larksong/contracts';

import type { Session } from '../auth/session.ts';

/** Returns whether the user may change a list: their own, and for superadmins those of the site. */
export function mayChange(
  { owner }: Pick<catalog.SongListCard, 'owner'>,
  { status, isSuperadmin }: Pick<Session, 'status' | 'isSuperadmin'>,
): boolean {
  if (status !== 'signed-in') return false;
  return owner === 'viewer' || (owner === 'site' && isSuperadmin);
}
