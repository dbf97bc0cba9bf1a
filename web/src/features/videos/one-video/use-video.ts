import { ApiError, catalog, type Data } from '@larksong/contracts';
import { type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { useCall } from '../../../api/queries.ts';
import { useSession } from '../../auth/session.ts';
import { toRefreshMs } from './refresh.ts';
import { findKnownVideo } from './video-cache.ts';

export interface OpenVideo {
  id: string;
  query: UseQueryResult<Data<typeof catalog.getVideo>>;
  /** Undefined while nothing is known about it. */
  video: catalog.Video | undefined;
  /** An address without a valid id and a video that the viewer may not see look the same. */
  isAbsent: boolean;
  /** The stream can be requested, and the viewer's last position is known. */
  isCurrent: boolean;
}

/** Reads a video and keeps it fresh while it is open; until its own response arrives, data from a list is used. */
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
      // the sound continues in a hidden tab
      refetchIntervalInBackground: true,
    },
  );
  const video = usePublicKept(query.data?.video);
  return { id, query, video, isAbsent: isAbsent(query.error), isCurrent: useIsCurrent(query) };
}

function isAbsent(error: Error | null): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 400);
}

/** Keeps a public video playing while its data is refetched, for example after signing in. */
function usePublicKept(video: catalog.Video | undefined): catalog.Video | undefined {
  const [kept, setKept] = useState(video);
  if (video !== undefined && video !== kept) setKept(video);
  return video ?? (kept?.visibility === 'public' ? kept : undefined);
}

/**
 * Visitors need only the stream's URL. For signed-in viewers the response renews the cookie for streams and includes
 * their last position, so an older response may not do. Once true, it stays true.
 */
function useIsCurrent(query: OpenVideo['query']): boolean {
  const { status } = useSession();
  const [isCurrent, setCurrent] = useState(false);
  const isVisitor = status === 'signed-out' && query.data?.video.visibility === 'public';
  const isFresh = !query.isPlaceholderData && (query.isFetchedAfterMount || !query.isStale);
  if (!isCurrent && query.data !== undefined && (isVisitor || isFresh)) setCurrent(true);
  return isCurrent;
}
