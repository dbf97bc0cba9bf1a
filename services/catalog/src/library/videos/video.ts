import { catalog } from '@larksong/contracts';

import type { VideoRow } from '../../db/tables.ts';
import { approvalOf } from '../approval/approval.ts';
import { thumbnailOf, toCaptionPath, toExtraPath } from './media-paths.ts';
import type { ShownVideo } from './read-store.ts';
import type { VideoViewer } from './viewer.ts';
import { owns, toAccessRules } from './visibility.ts';

/** Returns a video as the audit log names it. */
export function toSubject({ id, title }: Pick<VideoRow, 'id' | 'title'>): { id: string; name: string } {
  return { id, name: title };
}

/** Maps a row to the contract, for the viewer for whom it was read. A nest gets nothing of the rest of the site. */
export function toVideo(row: ShownVideo, viewer: VideoViewer, now: Date): catalog.Video {
  const video = toWholeVideo(row, viewer, now);
  return viewer.kind === 'nest' ? { ...video, ...HIDDEN_FROM_NESTS } : video;
}

/** What a child does not need: other people, what they do, and the words by which other songs are found. */
const HIDDEN_FROM_NESTS = {
  description: '',
  visibility: 'public',
  viewCount: 0,
  likeCount: 0,
  uploader: { username: '', displayName: null },
  tags: [],
} satisfies Partial<catalog.Video>;

function toWholeVideo(row: ShownVideo, viewer: VideoViewer, now: Date): catalog.Video {
  const isOwn = owns(viewer, toAccessRules(row));
  const approval = isOwn ? approvalOf(row) : null;
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    visibility: row.visibility,
    privateUserId: isOwn ? row.private_user_id : null,
    status: row.status,
    playable: row.playable_at !== null && row.status !== 'failed',
    thumbnail: thumbnailOf(row),
    storyboard: storyboardOf(row),
    captions: row.captions.map(({ key, ...caption }) => ({
      ...caption,
      url: toCaptionPath(row.id, { ...caption, key }),
    })),
    chapters: row.plan?.chapters ?? [],
    duration: row.duration_seconds,
    width: row.plan?.video.width ?? null,
    height: row.plan?.video.height ?? null,
    viewCount: row.view_count,
    likeCount: row.like_count,
    userHasLiked: row.opinion === 'like',
    userHasDisliked: row.opinion === 'dislike',
    likedAt: row.opinion === 'like' ? (row.opinion_at?.toISOString() ?? null) : null,
    resumeSeconds: row.position_seconds,
    uploader: { username: row.uploader_username, displayName: row.uploader_display_name },
    tags: row.tags,
    letters: row.letters,
    language: row.language,
    resolutions: resolutionsOf(row),
    processingError: isOwn && row.status === 'failed' ? row.processing_error : null,
    processingReason: isOwn && row.status === 'failed' ? row.failure_reason : null,
    elapsedMinutes: row.status === 'processing' ? minutesBetween(row.started_at, now) : null,
    ...(approval ? { approval } : {}),
    createdAt: (row.published_at ?? row.created_at).toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

function storyboardOf(row: Pick<VideoRow, 'id' | 'extras'>): catalog.Video['storyboard'] {
  if (!row.extras?.storyboard) return null;
  const { key, ...grid } = row.extras.storyboard;
  return { url: toExtraPath(row.id, key), ...grid };
}

/** Returns whole minutes from `start` to `end`; 0 if `end` is earlier. */
export function minutesBetween(start: Date, end: Date): number {
  return Math.max(0, Math.floor((end.getTime() - start.getTime()) / 60_000));
}

/** Returns the seconds from `start` to `end`; 0 if one of them is missing. */
export function secondsBetween(start: Date | null, end: Date | null): number {
  return start && end ? (end.getTime() - start.getTime()) / 1000 : 0;
}

/** Returns the planned resolutions, largest first; before planning, the requested ones. */
export function resolutionsOf(
  row: Pick<VideoRow, 'plan' | 'requested_resolutions'>,
): catalog.Video['resolutions'] {
  const names = row.plan ? row.plan.rungs.map((rung) => rung.resolution) : row.requested_resolutions;
  return catalog.RESOLUTIONS.filter((name) => names.includes(name));
}
