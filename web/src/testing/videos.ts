import type { catalog } from '@larksong/contracts';
import type { Screen } from '@testing-library/react';

/** The views of every video, unless a test overrides them. */
export const VIEW_COUNT = 1234;

let serial = 0;

/** Returns a completed public video, with a new id and title each time. */
export function video(changes: Partial<catalog.Video> = {}): catalog.Video {
  serial += 1;
  return {
    id: `0198f3c2-7a1e-7d40-b1c9-${String(serial).padStart(12, '0')}`,
    title: `Song ${serial}`,
    description: '',
    visibility: 'public',
    privateUserId: null,
    status: 'completed',
    playable: true,
    thumbnail: null,
    storyboard: null,
    captions: [],
    chapters: [],
    duration: 151,
    width: 1280,
    height: 720,
    viewCount: VIEW_COUNT,
    likeCount: 0,
    userHasLiked: false,
    userHasDisliked: false,
    likedAt: null,
    resumeSeconds: null,
    uploader: { username: 'olive', displayName: null },
    tags: [],
    resolutions: ['720p'],
    processingError: null,
    elapsedMinutes: null,
    createdAt: new Date(Date.now() - 3 * 86_400_000).toISOString(),
    updatedAt: new Date().toISOString(),
    ...changes,
  };
}

/** Returns the titles on the cards, in order. */
export function titlesOf(page: Pick<Screen, 'queryAllByRole'>): (string | null)[] {
  return page.queryAllByRole('listitem').map((item) => item.querySelector('h2, h3')?.textContent ?? null);
}
