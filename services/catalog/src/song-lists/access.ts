import type { catalog } from '@larksong/contracts';

import type { VideoViewer } from '../library/videos/viewer.ts';

/** What decides who may read and change a list. */
export interface ListOwner {
  /** Null for a list of the site. */
  owner_id: string | null;
}

/** Returns whose list it is, as the viewer sees it. */
export function ownerFor(
  viewer: VideoViewer,
  { owner_id: ownerId }: ListOwner,
): catalog.SongListCard['owner'] {
  if (ownerId === null) return 'site';
  return 'id' in viewer && viewer.id === ownerId ? 'viewer' : 'other';
}

/**
 * Returns whether the viewer may read a list: its owner, visitors and accounts one of the site, and superadmins any.
 * Guests and nests read what was chosen for them by other calls. Which of its songs they see is
 * another question, see `visibility-store.ts`.
 */
export function mayReadList(viewer: VideoViewer, list: ListOwner): boolean {
  const owner = ownerFor(viewer, list);
  if (owner === 'site') return viewer.kind === 'visitor' || 'id' in viewer;
  return owner === 'viewer' || viewer.kind === 'superadmin';
}

/** Returns whether the viewer may change a list: its owner, and superadmins one of the site, but no member's. */
export function mayChangeList(viewer: VideoViewer, list: ListOwner): boolean {
  const owner = ownerFor(viewer, list);
  return owner === 'viewer' || (owner === 'site' && viewer.kind === 'superadmin');
}

/** Returns whether the viewer may know how many songs of a list are hidden from them. */
export function seesHiddenCount(viewer: VideoViewer, list: ListOwner): boolean {
  return mayChangeList(viewer, list);
}

/** Returns whether the viewer has the right only as a superadmin, so that auth has to confirm it. */
export function needsSuperadmin(viewer: VideoViewer, list: ListOwner, to: 'read' | 'change'): boolean {
  if (viewer.kind !== 'superadmin') return false;
  const owner = ownerFor(viewer, list);
  return owner === 'other' || (owner === 'site' && to === 'change');
}
