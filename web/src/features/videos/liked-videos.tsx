import type { catalog } from '@larksong/contracts';

import { formatAge } from '../../lib/format.ts';
import { ButtonLink } from '../../parts/button-link.tsx';
import { paths } from '../../paths.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { ListRequest } from './filters/filters.ts';
import { useVideoList } from './use-video-list.ts';
import { ListStatus, VideoGrid } from './video-grid.tsx';

/** The specification's age of a video from this minute. */
const NOW = '0 minutes ago';
const LIKED: ListRequest = { filter: { kind: 'favorites' }, q: '' };

/** The videos that the signed-in viewer likes, newest like first. Cards open the video on the same page. */
export function LikedVideos({ onIntent }: { onIntent: () => void }) {
  const list = useVideoList(LIKED);
  return (
    <>
      <div className="row apart">
        <h1>Liked videos</h1>
        <ListStatus list={list} />
      </div>
      <VideoGrid
        isWide
        list={list}
        toPath={paths.watchLiked}
        toAge={toLikedAge}
        onIntent={onIntent}
        empty={
          <EmptyState
            meadow
            title="No liked videos yet"
            hint="Videos you like will appear here."
            action={<ButtonLink to={paths.songs}>Songs</ButtonLink>}
          />
        }
      />
    </>
  );
}

function toLikedAge({ likedAt, createdAt }: catalog.Video): string {
  if (likedAt === null) return formatAge(createdAt);
  const age = formatAge(likedAt);
  return `liked ${age === NOW ? 'just now' : age}`;
}
