import { RESOLUTIONS, type Video } from '@larksong/contracts';

import { toThumbnailPath } from '../streaming/stream-paths.ts';
import type { VideoWithNames } from './store.ts';

/** A row as lists and pages show it. */
export function toVideo(row: VideoWithNames): Video {
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    visibility: row.visibility,
    privateUserId: null,
    status: row.status,
    playable: row.playable_at !== null && row.status !== 'failed',
    thumbnail: row.extras && toThumbnailPath(row.id, row.extras),
    storyboard: null,
    captions: [],
    duration: row.duration_seconds,
    viewCount: row.view_count,
    likeCount: row.like_count,
    userHasLiked: false,
    userHasDisliked: false,
    likedAt: null,
    resumeSeconds: null,
    uploader: { username: row.uploader_username, displayName: row.uploader_display_name },
    tags: row.tags,
    resolutions: resolutionsOf(row),
    processingError: null,
    elapsedMinutes: null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

/** The rungs that are made, largest first; before they are planned, those that were asked for. */
export function resolutionsOf(
  row: Pick<VideoWithNames, 'plan' | 'requested_resolutions'>,
): Video['resolutions'] {
  const names = row.plan ? row.plan.rungs.map((rung) => rung.resolution) : row.requested_resolutions;
  return RESOLUTIONS.filter((name) => names.includes(name));
}
