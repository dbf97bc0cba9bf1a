import type { Role, Visibility } from '@larksong/contracts';

/** What decides who may see a video. */
export interface Guarded {
  visibility: Visibility;
  privateUserId: string | null;
  uploaderId: string;
}

export interface Seer {
  id: string;
  role: Role;
}

/**
 * Whether somebody may see a video (design section 4): a public one everyone, a registered one whoever is signed in,
 * a private one its one user, its uploader and superadmins. `visibleTo` in `store.ts` says the same in SQL.
 */
export function canView(viewer: Seer | null, video: Guarded): boolean {
  if (video.visibility === 'public') return true;
  if (!viewer) return false;
  if (video.visibility === 'registered') return true;
  return viewer.role === 'superadmin' || viewer.id === video.uploaderId || viewer.id === video.privateUserId;
}
