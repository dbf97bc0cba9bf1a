import { useEffect, useEffectEvent, useRef } from 'react';

import { useTexts } from '../../lib/texts.ts';
import { Button } from '../../ui/button.tsx';
import { errorSentence } from '../../parts/error-sentence.ts';
import { Message } from '../../ui/message.tsx';
import type { VideoList } from './use-video-list.ts';
import styles from './more-videos.module.css';

/** The next page is requested when the end of the list is this far below the visible part. */
const EARLY = '0px 0px 600px';

/** The end of a list: the next page loads on scrolling, or with the button. After a failure only the button retries. */
export function MoreVideos({ list }: { list: VideoList }) {
  const t = useTexts();
  const end = useRef<HTMLDivElement>(null);
  const isReady = list.hasNextPage && !list.isFetching && !list.isFetchNextPageError;
  const loadMore = useEffectEvent(() => void list.fetchNextPage());
  useEffect(() => {
    if (!isReady || end.current === null) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) loadMore();
      },
      { rootMargin: EARLY },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [isReady]);
  if (!list.hasNextPage) return null;
  return (
    <div ref={end} className={styles.more}>
      {list.isFetchNextPageError && <Message kind="bad">{errorSentence(list.error)}</Message>}
      <Button variant="plain" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
        {list.isFetchNextPageError ? t('more-videos.retry') : t('more-videos.button')}
      </Button>
    </div>
  );
}
