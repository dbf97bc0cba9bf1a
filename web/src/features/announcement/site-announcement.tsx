import type { auth } from '@larksong/contracts';

import { createChunk, useChunk } from '../../lib/chunk.ts';
import { findAnnounced, useAnnouncement } from './use-announcement.ts';

/** A separate chunk, since there is seldom an announcement. */
const bannerCode = createChunk(() => import('./banner.tsx'));

/** Fetches the announcement before the first paint, so that nothing moves afterwards. Renders nothing without one. */
export async function prepareAnnouncement(): Promise<null> {
  if (findAnnounced()) await bannerCode.fetch().catch(() => {});
  return null;
}

/** The announcement above every page, if there is one. If its code fails to load, the page works without it. */
export function SiteAnnouncement() {
  const announcement = useAnnouncement();
  return announcement && <Announced announcement={announcement} />;
}

function Announced({ announcement }: { announcement: auth.Announcement }) {
  const { loaded } = useChunk(bannerCode);
  return loaded && <loaded.Banner announcement={announcement} />;
}
