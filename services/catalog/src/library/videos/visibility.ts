import type { auth, catalog } from '@larksong/contracts';

import type { VideoRow } from '../../db/tables.ts';

/** What decides who may see a video. */
export interface Guarded {
  visibility: catalog.Visibility;
  privateUserId: string | null;
  uploaderId: string;
}

export interface Seer {
  id: string;
  role: auth.Role;
}

/** What decides besides `Guarded` whether a video's page is open and whether it can be watched. */
export interface Staged {
  status: catalog.VideoStatus;
  playableAt: Date | null;
}

/** What decides who may do what with a video. */
export function toGuarded(
  row: Pick<VideoRow, 'visibility' | 'private_user_id' | 'uploader_id' | 'status' | 'playable_at'>,
): Guarded & Staged {
  return {
    visibility: row.visibility,
    privateUserId: row.private_user_id,
    uploaderId: row.uploader_id,
    status: row.status,
    playableAt: row.playable_at,
  };
}

/**
 * Whether somebody may see a video (design section 4): a public one everyone, a registered one whoever is signed in,
 * a private one its one user, its uploader and superadmins. `visibleTo` in `listings/store.ts` says the same in SQL.
 */
export function canView(viewer: Seer | null, video: Guarded): boolean {
  if (video.visibility === 'public') return true;
  if (!viewer) return false;
  if (video.visibility === 'registered') return true;
  return viewer.role === 'superadmin' || viewer.id === video.uploaderId || viewer.id === video.privateUserId;
}

/** Whether a video's page is open: from its upload on; once it failed, to its uploader and superadmins only. */
export function canOpen(viewer: Seer | null, video: Guarded & Staged): boolean {
  return canView(viewer, video) && (video.status !== 'failed' || owns(viewer, video));
}

/** Whether somebody may open a video to watch it, and say what they think of it, now or once it can be played. */
export function canWatch(viewer: Seer | null, video: Guarded & Staged): boolean {
  return canView(viewer, video) && video.status !== 'failed';
}

/** Whether somebody finds a video in lists: what they may watch and what can be played, if only in part. */
export function canFind(viewer: Seer | null, video: Guarded & Staged): boolean {
  return canWatch(viewer, video) && video.playableAt !== null;
}

/** Whether somebody is told what concerns a video's uploader and superadmins alone. */
export function owns(viewer: Seer | null, video: Guarded): boolean {
  return viewer !== null && (viewer.role === 'superadmin' || viewer.id === video.uploaderId);
}

/** The visibilities whose videos are open to somebody as such; a member's private ones come on top of it. */
export function openVisibilities(viewer: Seer | null): catalog.Visibility[] {
  if (!viewer) return ['public'];
  return viewer.role === 'superadmin' ? ['public', 'registered', 'private'] : ['public', 'registered'];
}
