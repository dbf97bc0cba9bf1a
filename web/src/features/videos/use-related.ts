import { catalog } from '@larksong/contracts';

import { useCall } from '../../api/queries.ts';

/** Maximum next to the player (specification section 9). */
export const MOST_RELATED = 12;

/** Reads the videos to watch after this one. */
export function useRelated(id: string) {
  return useCall(catalog.listRelatedVideos, { params: { id }, query: { limit: MOST_RELATED } });
}
