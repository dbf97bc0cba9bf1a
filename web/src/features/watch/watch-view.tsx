import { useEffect, useState } from 'react';

import { createChunk, prefetch, useChunk } from '../../lib/chunk.ts';
import { createStore } from '../../lib/store.ts';
import { useTexts } from '../../lib/texts.ts';
import { ButtonLink } from '../../parts/button-link.tsx';
import { LoadFailed } from '../../parts/load-failed.tsx';
import { paths } from '../../paths.ts';
import { classNames } from '../../ui/class-names.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Status } from '../../ui/status.tsx';
import { useDocumentTitle } from '../../ui/use-document-title.ts';
import { OpenPart } from '../closed-site/open-part.tsx';
import { prefetchPlayer } from '../player/player-chunk.ts';
import type { VideoFilter } from '../videos/filters/filters.ts';
import { RelatedVideos } from '../videos/related-videos.tsx';
import { useVideo } from '../videos/one-video/use-video.ts';
import type { Watched } from './use-watching.ts';
import { WaitingDetails, WaitingPlayer } from './waiting-parts.tsx';
import styles from './watch-view.module.css';

/** The parts of the page that a list does not need. They are fetched when someone seems about to watch. */
const parts = createChunk(() => import('./watch-parts.tsx'));

/** Prefetches the code of the watch page. */
export function prefetchWatch(): void {
  prefetch(parts);
  prefetchPlayer();
}

interface WatchViewProps {
  id: string;
  onChoose: (filter: VideoFilter) => void;
}

/** A video with its player, its details and related videos, for any page that opens it. */
export function WatchView(props: WatchViewProps) {
  return (
    <OpenPart part="songs">
      <OneVideo key={props.id} {...props} />
    </OpenPart>
  );
}

function OneVideo({ id, onChoose }: WatchViewProps) {
  const t = useTexts();
  const open = useVideo(id);
  const [position] = useState(() => createStore(0));
  const { query, video } = open;
  useDocumentTitle(video?.title ?? t('songs.tab'));
  const isKnown = video !== undefined;
  useEffect(() => {
    // The player is large: the picture in its place is fetched first.
    if (isKnown) prefetchWatch();
  }, [isKnown]);

  if (open.isAbsent) return <NotFound open={open} />;
  if (video === undefined && query.isError)
    return (
      <div className="page">
        <LoadFailed
          level={1}
          title={t('video.failed')}
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      </div>
    );
  return (
    <div className={classNames('page', styles.watch)}>
      <LoadedParts open={open} position={position} onChoose={onChoose} />
      <RelatedVideos id={id} onIntent={prefetchWatch} />
      <LoadedComments open={open} />
    </div>
  );
}

interface LoadedPartsProps extends Watched {
  onChoose: (filter: VideoFilter) => void;
}

/** Player, title and details; until their code is loaded, placeholders. */
function LoadedParts({ onChoose, ...watched }: LoadedPartsProps) {
  const t = useTexts();
  const { loaded, hasFailed, retry } = useChunk(parts);
  const { video } = watched.open;
  return (
    <div data-waiting={video === undefined || undefined}>
      {/* First for the keyboard: it is focused when the page opens, and the player follows. The same heading throughout:
          it may be focused when the title arrives. Nothing is visible below the stage until then, since the shape of the
          film decides where it is. */}
      <h1 dir="auto" className={video === undefined ? 'sr-only' : undefined}>
        {video?.title ?? <Status>{t('video.loading')}</Status>}
      </h1>
      <div className={styles.stage}>
        {loaded ? <loaded.WatchPlayer {...watched} /> : <WaitingPlayer id={watched.open.id} video={video} />}
      </div>
      {video !== undefined && loaded && (
        <loaded.WatchDetails video={video} readPosition={watched.position.get} onChoose={onChoose} />
      )}
      {video !== undefined && !loaded && hasFailed && (
        <LoadFailed title={t('video.incomplete')} error={undefined} onRetry={retry} />
      )}
      {video !== undefined && !loaded && !hasFailed && <WaitingDetails />}
    </div>
  );
}

/** Below the song, and where there is one column, below the related songs, which children look for; without a song, what was written about it. */
function LoadedComments({ open }: Pick<Watched, 'open'>) {
  const { loaded } = useChunk(parts);
  return loaded && <loaded.WatchComments open={open} />;
}

function NotFound({ open }: Pick<Watched, 'open'>) {
  const t = useTexts();
  return (
    <div className="page">
      <EmptyState
        meadow
        level={1}
        title={t('video.absent')}
        hint={t('video.absent-hint')}
        action={<ButtonLink to={paths.songs}>{t('video.all-songs')}</ButtonLink>}
      />
      <LoadedComments open={open} />
    </div>
  );
}
