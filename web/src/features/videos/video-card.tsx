import type { catalog } from '@larksong/contracts';
import { Link } from 'react-router';

import { LazyApproval } from './one-video/lazy-approval.tsx';
import { useStore } from '../../lib/store.ts';
import { useTexts } from '../../lib/texts.ts';
import { SelectBox } from '../song-lists/add/select-songs.tsx';
import { selection } from '../song-lists/add/selection.ts';
import { SongMenuButton } from '../song-lists/add/song-menu-button.tsx';
import { ViewsAndAge } from './one-video/views-and-age.tsx';
import { Thumbnail, WaitingThumbnail } from './thumbnail.tsx';
import styles from './video-card.module.css';

interface VideoCardProps {
  video: catalog.Video;
  to: string;
  /** Shown next to the views, for example `3 days ago`. */
  age: string;
  isEager: boolean;
  /** Someone seems about to open the video. */
  onIntent: () => void;
}

/** A card whose link is its heading: screen readers hear the title first. The link covers the whole card. */
export function VideoCard({ video, to, age, isEager, onIntent }: VideoCardProps) {
  const isSelecting = useStore(selection) !== null;
  return (
    <li className={styles.video}>
      <div className={styles.about}>
        <h2 dir="auto">
          <Link
            to={to}
            tabIndex={isSelecting ? -1 : undefined}
            onPointerEnter={onIntent}
            onFocus={onIntent}
            onTouchStart={onIntent}
          >
            {video.title}
          </Link>
        </h2>
        <ViewsAndAge viewCount={video.viewCount} age={age} />
      </div>
      <CardButton video={video} isSelecting={isSelecting} />
      <div className={styles.picture}>
        <Thumbnail video={video} isEager={isEager} />
        {video.approval && <LazyApproval approval={video.approval} place="picture" />}
        <span className={styles.puck} aria-hidden>
          <span className="play-solid" />
        </span>
      </div>
    </li>
  );
}

/** The ⋮ of a card; while songs are selected, its box. */
function CardButton({ video, isSelecting }: { video: catalog.Video; isSelecting: boolean }) {
  const t = useTexts();
  const { id, title } = video;
  if (isSelecting)
    return <SelectBox id={id} label={t('video-card.select', { title })} className={styles.select} />;
  return <SongMenuButton video={video} label={t('video-card.more', { title })} className={styles.more} />;
}

/** Placeholders in the shape of cards. */
export function WaitingCards({ count }: { count: number }) {
  return Array.from({ length: count }, (_, index) => (
    <li key={index} className={styles.video} aria-hidden>
      <div className={styles.about}>
        <div className="bone" />
        <div className="bone" />
      </div>
      <div className={styles.picture}>
        <WaitingThumbnail />
      </div>
    </li>
  ));
}
