import { getVideo, type Video } from '@larksong/contracts';
import { useQuery } from '@tanstack/react-query';

import { queryFor } from '../../api/queries.ts';
import { toRefreshMs } from './refresh.ts';

/** One video, kept fresh while it is open; `known` is what a list has said of it already. */
export function useVideo(id: string, known: Video | undefined) {
  return useQuery(
    queryFor(
      getVideo,
      { params: { id } },
      {
        ...(known === undefined ? {} : { placeholderData: { video: known } }),
        refetchInterval: ({ state }) => toRefreshMs(state.data?.video),
        // the sound goes on in a tab that is not seen
        refetchIntervalInBackground: true,
      },
    ),
  );
}
