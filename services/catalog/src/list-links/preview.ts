import type { catalog } from '@larksong/contracts';

import type { GuestViewer, VideoViewer } from '../library/videos/viewer.ts';
import { canFind, canView, type AccessRules, type PlaybackState } from '../library/videos/visibility.ts';

type Rules = AccessRules & PlaybackState;

/**
 * Returns which songs of a list guests see, in order, and how many they do not, by the reason that its owner is told. Songs
 * that need an approval do not exist in lists.
 */
export function previewSongs(
  songs: (Rules & { id: string })[],
  { owner, guest }: { owner: VideoViewer; guest: GuestViewer },
): { videoIds: string[]; hidden: { reason: catalog.HiddenReason; count: number }[] } {
  const listed = songs.filter(({ isPending }) => !isPending);
  const counts = new Map<catalog.HiddenReason, number>();
  for (const song of listed.filter((each) => !canFind(guest, each))) {
    const reason = whyHidden(song, owner);
    counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  return {
    videoIds: listed.filter((song) => canFind(guest, song)).map(({ id }) => id),
    hidden: [...counts].map(([reason, count]) => ({ reason, count })),
  };
}

function whyHidden(song: Rules, owner: VideoViewer): catalog.HiddenReason {
  if (!canView(owner, song)) return 'hidden';
  if (song.status === 'failed' || song.playableAt === null) return 'not_ready';
  return song.visibility === 'registered' ? 'registered' : 'private';
}
