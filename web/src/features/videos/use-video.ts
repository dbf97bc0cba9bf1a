import { catalog } from '@larksong/contracts';
import { type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { useCall } from '../../api/queries.ts';
import { useSession } from '../auth/session.ts';
import { toRefreshMs } from './refresh.ts';
import { findKnownVideo } from './video-cache.ts';

export interface OpenVideo {
  id: string;
  query: UseQueryResult<{ video: catalog.Video }>;
  /** Undefined as long as nothing is known of it. */
  video: catalog.Video | undefined;
  /** Its stream may be asked for, and where its viewer stopped is known. */
  isCurrent: boolean;
}

/** One video, kept fresh while it is open; what a list has said of it is shown until its own answer comes. */
export function useVideo(id: string): OpenVideo {
  const queryClient = useQueryClient();
  const query = useCall(
    catalog.getVideo,
    { params: { id } },
    {
      placeholderData: () => {
        const known = findKnownVideo(queryClient, id);
        return known && { video: known };
      },
      refetchInterval: ({ state }) => toRefreshMs(state.data?.video),
      // the sound goes on in a tab that is not seen
      refetchIntervalInBackground: true,
    },
  );
  const video = usePublicKept(query.data?.video);
  return { id, query, video, isCurrent: useIsCurrent(query) };
}

/** A song that everybody may see goes on while its data is asked for anew, as after signing in. */
function usePublicKept(video: catalog.Video | undefined): catalog.Video | undefined {
  const [kept, setKept] = useState(video);
  if (video !== undefined && video !== kept) setKept(video);
  return video ?? (kept?.visibility === 'public' ? kept : undefined);
}

/**
 * A visitor needs nothing but the stream's address. For everybody else the server's answer brings the cookie that
 * opens streams, and where they stopped: an older one may be too old for both. Once true it stays so.
 */
function useIsCurrent(query: UseQueryResult<{ video: catalog.Video }>): boolean {
  const { status } = useSession();
  const [isCurrent, setCurrent] = useState(false);
  const isVisitor = status === 'signed-out' && query.data?.video.visibility === 'public';
  const isFresh = !query.isPlaceholderData && (query.isFetchedAfterMount || !query.isStale);
  if (!isCurrent && query.data !== undefined && (isVisitor || isFresh)) setCurrent(true);
  return isCurrent;
}
