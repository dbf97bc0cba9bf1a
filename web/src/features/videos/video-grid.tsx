import type { catalog } from '@larksong/contracts';
import type { ReactNode } from 'react';

import { formatAge } from '../../lib/format.ts';
import { useTexts, type Texts } from '../../lib/texts.ts';
import { paths } from '../../paths.ts';
import { classNames } from '../../ui/class-names.ts';
import { errorSentence } from '../../parts/error-sentence.ts';
import { LoadFailed } from '../../parts/load-failed.tsx';
import { Message } from '../../ui/message.tsx';
import { Status } from '../../ui/status.tsx';
import { Selected } from '../song-lists/add/select-songs.tsx';
import { MoreVideos } from './more-videos.tsx';
import type { VideoList } from './use-video-list.ts';
import { VideoCard, WaitingCards } from './video-card.tsx';
import styles from './video-grid.module.css';

/** The most tiles that the first row can have; their pictures load at once. */
const EAGER = 5;
const WAITING = 8;

interface VideoGridProps {
  list: VideoList;
  /** A tile in front of the videos. */
  first?: ReactNode;
  /** Shown if the list is empty. */
  empty: ReactNode;
  onIntent: () => void;
  /** Returns the address that a card opens. */
  toPath?: (id: string) => string;
  toAge?: (video: catalog.Video) => string;
  /** Cards of at least 320 px. */
  isWide?: boolean;
}

/** A list of videos in all of its states: loading, failed, empty, loaded, with more to come. */
export function VideoGrid(props: VideoGridProps) {
  const { list, empty, first, onIntent, toPath = paths.watch, toAge = toOwnAge, isWide = false } = props;
  const t = useTexts();
  const { data: videos } = list;
  if (videos === undefined && list.isError)
    return <LoadFailed title={t('videos.failed')} error={list.error} onRetry={() => void list.refetch()} />;
  if (videos?.length === 0 && !list.hasNextPage) return empty;
  const className = classNames(styles.videos, isWide && styles.wide);
  if (videos === undefined)
    return (
      <ul className={className} aria-hidden>
        {first}
        <WaitingCards count={WAITING} />
      </ul>
    );
  return (
    <>
      {list.isRefetchError && (
        <Message kind="warn">{t('videos.out-of-date', { sentence: errorSentence(list.error) })}</Message>
      )}
      <Selected />
      <ul className={className} aria-busy={list.isPlaceholderData || undefined}>
        {first}
        {videos.map((video, index) => (
          <VideoCard
            key={video.id}
            video={video}
            to={toPath(video.id)}
            age={toAge(video)}
            isEager={index < EAGER}
            onIntent={onIntent}
          />
        ))}
      </ul>
      <MoreVideos list={list} />
    </>
  );
}

function toOwnAge(video: catalog.Video): string {
  return formatAge(video.createdAt);
}

/** Announces that a list is loading, then the number of results and the search. */
export function ListStatus({ list, q = '' }: { list: VideoList; q?: string }) {
  const t = useTexts();
  const isLoading = list.isLoading || list.isPlaceholderData;
  return (
    <Status className="muted small">
      {isLoading
        ? t('videos.loading')
        : list.data && toCount({ count: list.data.length, hasMore: list.hasNextPage, q }, t)}
    </Status>
  );
}

interface Found {
  count: number;
  hasMore: boolean;
  q: string;
}

function toCount({ count, hasMore, q }: Found, t: Texts): string {
  if (q === '') return hasMore ? t('videos.at-least', { count }) : t('videos.count', { count });
  return hasMore ? t('videos.found-at-least', { count, q }) : t('videos.found', { count, q });
}
