import type { catalog } from '@larksong/contracts';
import { RotateCcw } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';

import { useTexts } from '../../lib/texts.ts';
import { paths } from '../../paths.ts';
import { classNames } from '../../ui/class-names.ts';
import { stayFullScreen } from './stay-full-screen.ts';
import styles from './end-screen.module.css';

/** Four pictures fit into one row of the smallest stage. */
const TILES = 4;

/** A song to continue with. */
export type NextVideo = Pick<catalog.Video, 'id' | 'title' | 'thumbnail'>;

interface EndScreenProps {
  next: readonly NextVideo[];
  onward: ReactNode;
  onReplay: () => void;
}

/**
 * Covers the picture when the video has ended: Replay, another way on next to it, and pictures of other songs. Nothing
 * starts automatically.
 */
export function EndScreen({ next, onward, onReplay }: EndScreenProps) {
  const t = useTexts();
  return (
    <div className={styles.end}>
      <div className={styles.choices}>
        <div className={styles.ways}>
          <button type="button" className={styles.replay} aria-label={t('player.replay')} onClick={onReplay}>
            <RotateCcw aria-hidden />
          </button>
          {onward}
        </div>
        {next.length > 0 && (
          <ul className={styles.tiles} aria-label={t('player.more-songs')}>
            {next.slice(0, TILES).map((video) => (
              <Tile key={video.id} video={video} />
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

function Tile({ video: { id, title, thumbnail } }: { video: NextVideo }) {
  const [hasFailed, setFailed] = useState(false);
  const hasPicture = thumbnail !== null && !hasFailed;
  return (
    <li>
      <Link className={styles.tile} to={paths.watch(id)} title={title} onClick={stayFullScreen}>
        {hasPicture && (
          <img src={thumbnail} alt="" width={320} height={180} onError={() => setFailed(true)} />
        )}
        <span className={classNames(styles.title, !hasPicture && styles.alone)} dir="auto">
          {title}
        </span>
      </Link>
    </li>
  );
}
