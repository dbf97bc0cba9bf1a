import { Music2 } from 'lucide-react';
import type { ReactNode } from 'react';

import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { errorSentence } from '../../ui/error-sentence.ts';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { Message } from '../../ui/message.tsx';
import { Status } from '../../ui/status.tsx';
import { FilterChips } from './filter-chips.tsx';
import { listChips, matchesFilter, toSort, type VideoFilter } from './filters.ts';
import { useVideoList } from './use-video-list.ts';
import { VideoCard, WaitingCards } from './video-card.tsx';

/** As many tiles as the first row has at most: their pictures are wanted at once. */
const EAGER = 4;

interface VideoBrowserProps {
  filter: VideoFilter;
  onChoose: (filter: VideoFilter) => void;
  onIntent: () => void;
  /** The way forward when there is no video at all. */
  emptyAction: ReactNode;
}

/** The grid of videos with its chips. */
export function VideoBrowser({ filter, onChoose, onIntent, emptyAction }: VideoBrowserProps) {
  const list = useVideoList(toSort(filter));
  const loaded = list.data ?? [];
  const videos = loaded.filter((video) => matchesFilter(video, filter));
  const choose = (next: VideoFilter) => {
    onChoose(next);
    // another grade is a choice among the same videos; whoever asks for it wants to see what is new all the same
    if (toSort(next) === toSort(filter)) void list.refetch();
  };
  return (
    <div className="page">
      <div className="row apart">
        <h1>Songs</h1>
        <Status className="muted small">
          {list.isPending ? 'Loading videos...' : list.data && toCount(videos.length, list.hasNextPage)}
        </Status>
      </div>
      <FilterChips chips={listChips(loaded, filter)} chosen={filter} onChoose={choose} />
      {list.isPending && <WaitingCards count={8} />}
      {list.data === undefined && list.isError && (
        <LoadFailed title="The videos did not load" error={list.error} onRetry={() => void list.refetch()} />
      )}
      {list.data !== undefined && videos.length === 0 && (
        <NoVideos filter={filter} onShowAll={() => choose({ kind: 'all' })} emptyAction={emptyAction} />
      )}
      {videos.length > 0 && (
        <ul className="videos">
          {videos.map((video, index) => (
            <VideoCard key={video.id} video={video} isEager={index < EAGER} onIntent={onIntent} />
          ))}
        </ul>
      )}
      <MoreVideos list={list} />
    </div>
  );
}

function toCount(count: number, hasMore: boolean): string {
  return `${count}${hasMore ? '+' : ''} ${count === 1 && !hasMore ? 'video' : 'videos'}`;
}

function MoreVideos({ list }: { list: ReturnType<typeof useVideoList> }) {
  if (!list.hasNextPage) return null;
  return (
    <div className="more">
      {list.isFetchNextPageError && <Message kind="bad">{errorSentence(list.error)}</Message>}
      <Button variant="plain" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
        {list.isFetchNextPageError ? 'Try again' : 'More videos'}
      </Button>
    </div>
  );
}

interface NoVideosProps {
  filter: VideoFilter;
  onShowAll: () => void;
  emptyAction: ReactNode;
}

function NoVideos({ filter, onShowAll, emptyAction }: NoVideosProps) {
  if (filter.kind !== 'grade')
    return (
      <EmptyState meadow title="No videos yet" hint="New songs will appear here." action={emptyAction} />
    );
  return (
    <EmptyState
      icon={Music2}
      title={`No videos for ${filter.grade}`}
      hint="None of the videos shown so far has this grade."
      action={<Button onClick={onShowAll}>Show all</Button>}
    />
  );
}
