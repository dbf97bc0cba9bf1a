import { ApiError, type Video } from '@larksong/contracts';
import { SearchX } from 'lucide-react';
import type { ReactNode } from 'react';

import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { Status } from '../../ui/status.tsx';
import { useDocumentTitle } from '../../ui/use-document-title.ts';
import { FilterChips } from './filter-chips.tsx';
import { listChips, type VideoFilter } from './filters.ts';
import { RelatedVideos } from './related-videos.tsx';
import { useVideoList } from './use-video-list.ts';
import { useVideo } from './use-video.ts';
import { VideoDetails } from './video-details.tsx';
import { VideoNotReady } from './video-not-ready.tsx';

export interface PlayableProps {
  video: Video;
  /** Asks for the video's data again. */
  onRetry: () => void;
}

interface WatchProps {
  id: string;
  onChoose: (filter: VideoFilter) => void;
  onIntent: () => void;
  renderPlayer: (props: PlayableProps) => ReactNode;
}

/** One video with its player, what is known of it, and related videos. */
export function Watch({ id, onChoose, onIntent, renderPlayer }: WatchProps) {
  const list = useVideoList();
  const loaded = list.data ?? [];
  const query = useVideo(
    id,
    loaded.find((one) => one.id === id),
  );
  const video = query.data?.video;
  useDocumentTitle(video?.title ?? 'Songs');

  if (isAbsent(query.error)) return <NotFound />;
  if (query.isPending) return <Waiting />;
  if (video === undefined)
    return (
      <div className="page">
        <LoadFailed
          level={1}
          title="The video did not load"
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      </div>
    );
  return (
    <div className="page watch">
      <div>
        {video.playable ? (
          renderPlayer({ video, onRetry: () => void query.refetch() })
        ) : (
          <VideoNotReady status={video.status} />
        )}
        <VideoDetails
          video={video}
          chips={
            <FilterChips
              isOneLine
              chips={listChips(loaded, { kind: 'all' })}
              chosen={null}
              onChoose={onChoose}
            />
          }
        />
      </div>
      <RelatedVideos open={video} list={loaded} isLoading={list.isPending} onIntent={onIntent} />
    </div>
  );
}

/** An address that is no id and a video that one may not see look the same. */
function isAbsent(error: Error | null): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 400);
}

function NotFound() {
  return (
    <div className="page">
      <EmptyState
        icon={SearchX}
        level={1}
        title="This video does not exist."
        hint="It may have been removed, or you may have to sign in to see it."
        action={<ButtonLink to={paths.songs}>All songs</ButtonLink>}
      />
    </div>
  );
}

function Waiting() {
  return (
    <div className="page watch">
      <div>
        <div className="player" aria-hidden />
        <Status className="muted">Loading video...</Status>
        <div aria-hidden>
          <div className="bone" />
          <div className="bone" />
        </div>
      </div>
    </div>
  );
}
