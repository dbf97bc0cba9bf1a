import { ApiError, type Video } from '@larksong/contracts';
import { SearchX } from 'lucide-react';
import { useEffect, useEffectEvent, type ReactNode } from 'react';

import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { Status } from '../../ui/status.tsx';
import { useDocumentTitle } from '../../ui/use-document-title.ts';
import { CopyLink } from './copy-link.tsx';
import { FilterChips } from './filter-chips.tsx';
import type { VideoFilter } from './filters.ts';
import { OpinionButtons } from './opinion-buttons.tsx';
import { RelatedVideos } from './related-videos.tsx';
import type { Start } from './start.ts';
import { useChips } from './use-chips.ts';
import { useVideo } from './use-video.ts';
import { useWatching } from './use-watching.ts';
import { VideoDetails, WaitingDetails } from './video-details.tsx';
import { VideoNotReady } from './video-not-ready.tsx';
import type { Playback } from './view-reports.ts';

/** What the page's player gets; `LazyPlayer` of features/player takes it as it is. */
export interface PlayableProps {
  video: Video;
  start: Start;
  /** To be told while it plays and when it stops, with the position in seconds. */
  onPlayback: (playback: Playback, position: number) => void;
  /** Asks for the video's data again, which also opens its stream again to the viewer. */
  onRetry: () => Promise<unknown>;
}

interface WatchProps {
  id: string;
  onChoose: (filter: VideoFilter) => void;
  /** Somebody is about to watch: the player may be fetched. */
  onIntent: () => void;
  renderPlayer: (props: PlayableProps) => ReactNode;
  /** More that can be done with the video, beside like and dislike. */
  renderActions?: (video: Video) => ReactNode;
}

/** One video with its player, what is known of it, and related videos. */
export function Watch({ id, onChoose, onIntent, renderPlayer, renderActions }: WatchProps) {
  const chips = useChips(null);
  const open = useVideo(id);
  const { query, video } = open;
  const { start, onPlayback, readPosition } = useWatching(id, open);
  useDocumentTitle(video?.title ?? 'Songs');
  const intend = useEffectEvent(onIntent);
  useEffect(() => intend(), []);

  if (isAbsent(query.error)) return <NotFound />;
  if (video === undefined && query.isError)
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
        <PlayerPlace video={video} isStarted={start !== null}>
          {video && start && renderPlayer({ video, start, onPlayback, onRetry: query.refetch })}
        </PlayerPlace>
        {/* one heading from the start on: it may have the focus when the title comes */}
        <h1>{video?.title ?? <Status className="muted">Loading video...</Status>}</h1>
        {video === undefined ? (
          <WaitingDetails />
        ) : (
          <VideoDetails
            video={video}
            actions={
              <>
                <OpinionButtons video={video} />
                <CopyLink id={id} readPosition={readPosition} />
                {renderActions?.(video)}
              </>
            }
            chips={<FilterChips isOneLine chips={chips} chosen={null} onChoose={onChoose} />}
          />
        )}
      </div>
      <RelatedVideos id={id} onIntent={onIntent} />
    </div>
  );
}

interface PlayerPlaceProps {
  video: Video | undefined;
  isStarted: boolean;
  children: ReactNode;
}

/** The player, or what stands in its place: until its stream may be asked for, the video's picture. */
function PlayerPlace({ video, isStarted, children }: PlayerPlaceProps) {
  if (video && !video.playable) return <VideoNotReady status={video.status} />;
  if (video && isStarted) return children;
  return (
    <div className="player" aria-hidden>
      {video && video.thumbnail !== null && <img src={video.thumbnail} alt="" width={320} height={180} />}
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
