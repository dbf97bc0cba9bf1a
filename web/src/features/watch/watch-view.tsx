import { ApiError, type catalog } from '@larksong/contracts';
import { SearchX } from 'lucide-react';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';

import { createStore, type Store } from '../../lib/store.ts';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadFailed } from '../../parts/load-failed.tsx';
import { Status } from '../../ui/status.tsx';
import { useDocumentTitle } from '../../ui/use-document-title.ts';
import { RelatedVideos } from '../videos/related-videos.tsx';
import { useVideo, type OpenVideo } from '../videos/use-video.ts';
import { WaitingDetails } from './waiting-parts.tsx';

/** What the parts of the page share. */
export interface WatchedProps {
  open: OpenVideo;
  /** Where the player is, in seconds. */
  position: Store<number>;
}

interface WatchProps {
  id: string;
  /** Somebody is about to watch: what is needed for that may be fetched. */
  onIntent: () => void;
  /** `PlayerPlace`, or `WaitingPlayer` until there is one. */
  renderPlayer: (props: WatchedProps) => ReactNode;
  /** What stands below the title. */
  renderDetails: (video: catalog.Video, props: WatchedProps) => ReactNode;
}

/** One video with its player, what is known of it, and related videos. */
export function Watch({ id, onIntent, renderPlayer, renderDetails }: WatchProps) {
  const open = useVideo(id);
  const [position] = useState(() => createStore(0));
  const { query, video } = open;
  useDocumentTitle(video?.title ?? 'Songs');
  const intend = useEffectEvent(onIntent);
  const isKnown = video !== undefined;
  useEffect(() => {
    // The player is large: the picture, which stands in its place, goes first.
    if (isKnown) intend();
  }, [isKnown]);

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
        {renderPlayer({ open, position })}
        {/* one heading from the start on: it may have the focus when the title comes */}
        <h1>{video?.title ?? <Status className="muted">Loading video...</Status>}</h1>
        {video === undefined ? <WaitingDetails /> : renderDetails(video, { open, position })}
      </div>
      <RelatedVideos id={id} onIntent={onIntent} />
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
