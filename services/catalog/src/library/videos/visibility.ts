import type { catalog } from '@larksong/contracts';

import type { VideoRow } from '../../db/tables.ts';
import type { DoorViewer, NestViewer, VideoViewer } from './viewer.ts';

/** The fields that decide who may see a video. */
export interface AccessRules {
  visibility: catalog.Visibility;
  privateUserId: string | null;
  uploaderId: string;
  /** Whether it has not been approved yet. */
  isPending: boolean;
  /** How it comes into the nest for which it was read; without it, it is in none. */
  nestWay?: NestWay | null;
}

/** How a song comes into a nest: as one of a chosen list, or only by a tag or among everything that is public. */
export type NestWay = 'list' | 'open';

/** The fields that decide, besides `AccessRules`, whether a video's page is open and whether it can be watched. */
export interface PlaybackState {
  status: catalog.VideoStatus;
  playableAt: Date | null;
}

/** The columns that decide access. */
export const ACCESS_COLUMNS = [
  'visibility',
  'private_user_id',
  'uploader_id',
  'approval',
  'status',
  'playable_at',
] as const;
type AccessColumn = (typeof ACCESS_COLUMNS)[number];

/** Maps a row to the fields that decide access. */
export function toAccessRules(
  row: Pick<VideoRow, AccessColumn> & { nest_way?: NestWay | null },
): AccessRules & PlaybackState {
  return {
    nestWay: row.nest_way ?? null,
    visibility: row.visibility,
    privateUserId: row.private_user_id,
    uploaderId: row.uploader_id,
    isPending: row.approval !== null,
    status: row.status,
    playableAt: row.playable_at,
  };
}

/**
 * Returns whether the viewer may see a video: a public one everyone but strangers, a registered one any signed-in user, a
 * private one only its chosen user, its uploader and superadmins; one that is pending only superadmins and its uploader,
 * while a teacher. A guest sees what the link shows, and a nest what its rule names, if its owner may see it: private ones
 * only of the owner, and those of a list only. `visibleTo` in `listings/store.ts` is the same rule in SQL.
 */
export function canView(viewer: VideoViewer, video: AccessRules): boolean {
  if (video.isPending) return mayChange(viewer, video);
  if (viewer.kind === 'nest') return viewer.isLive && isInNest(viewer, video);
  if (viewer.kind === 'door') return viewer.isLive && isOpenToOwner(viewer, video);
  if (openVisibilities(viewer).includes(video.visibility)) return true;
  if (viewer.kind === 'guest') return viewer.shows !== 'public' && viewer.makerId === video.uploaderId;
  return viewer.kind === 'member' && (viewer.id === video.uploaderId || viewer.id === video.privateUserId);
}

function isInNest(nest: NestViewer, video: AccessRules): boolean {
  if (video.nestWay === 'open') return video.visibility === 'public';
  return video.nestWay === 'list' && isOpenToOwner(nest, video);
}

/** Returns whether a nest's owner may give a video to a nest: other people's private ones never. */
function isOpenToOwner({ ownerId }: NestViewer | DoorViewer, video: AccessRules): boolean {
  return video.visibility !== 'private' || video.uploaderId === ownerId;
}

/**
 * Returns whether the viewer may open a video's page: from its upload on; after a failure only its uploader and
 * superadmins.
 */
export function canOpen(viewer: VideoViewer, video: AccessRules & PlaybackState): boolean {
  return canView(viewer, video) && (video.status !== 'failed' || owns(viewer, video));
}

/** Returns whether the viewer may watch a video and rate it, now or once it is playable. */
export function canWatch(viewer: VideoViewer, video: AccessRules & PlaybackState): boolean {
  return canView(viewer, video) && video.status !== 'failed';
}

/** Returns whether the viewer finds a video in lists: it must be watchable and at least partly playable. */
export function canFind(viewer: VideoViewer, video: AccessRules & PlaybackState): boolean {
  return canWatch(viewer, video) && video.playableAt !== null;
}

/** Returns whether the viewer may change a video: superadmins any, teachers their own. */
export function mayChange(viewer: VideoViewer, video: AccessRules): boolean {
  if (viewer.kind === 'superadmin') return true;
  return viewer.kind === 'member' && viewer.isTeacher && viewer.id === video.uploaderId;
}

/** Returns whether the viewer may see details reserved for a video's uploader and superadmins. */
export function owns(viewer: VideoViewer, video: AccessRules): boolean {
  return viewer.kind === 'superadmin' || (viewer.kind === 'member' && viewer.id === video.uploaderId);
}

/**
 * Returns the visibilities that are open to the viewer in general; a member's own private videos are additional. None is
 * to nests and doors, whose rule depends on each song.
 */
export function openVisibilities(viewer: VideoViewer): readonly catalog.Visibility[] {
  if (viewer.kind === 'nest' || viewer.kind === 'door') return [];
  if (viewer.kind === 'guest') return OPEN_VISIBILITIES[viewer.shows === 'registered' ? 'member' : 'visitor'];
  return OPEN_VISIBILITIES[viewer.kind];
}

const OPEN_VISIBILITIES: Record<
  Exclude<VideoViewer['kind'], 'guest' | 'nest' | 'door'>,
  readonly catalog.Visibility[]
> = {
  stranger: [],
  visitor: ['public'],
  member: ['public', 'registered'],
  superadmin: ['public', 'registered', 'private'],
};
