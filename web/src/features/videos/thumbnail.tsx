import type { catalog } from '@larksong/contracts';
import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import { classNames } from '../../ui/class-names.ts';

import { formatDuration } from '../../lib/format.ts';
import { useTexts } from '../../lib/texts.ts';
import { useSession } from '../auth/session.ts';
import styles from './thumbnail.module.css';

interface ThumbnailProps {
  video: Pick<catalog.Video, 'thumbnail' | 'duration'>;
  /** Loads at once; others wait until they are about to become visible. */
  isEager?: boolean;
  /** For a list next to a video. */
  isSmall?: boolean;
}

export function Thumbnail({ video, isEager = false, isSmall = false }: ThumbnailProps) {
  const t = useTexts();
  const { user } = useSession();
  const [failed, setFailed] = useState<string | null>(null);
  const { thumbnail } = video;
  // Access depends on the viewer: a picture that failed is requested again after a sign-in.
  const attempt = `${user?.id ?? ''} ${thumbnail}`;
  return (
    <span className={classNames(styles.thumb, isSmall && styles.small)}>
      {thumbnail === null || attempt === failed ? (
        <span className={styles.none}>
          <ImageOff className="icon" aria-hidden />
          {t('thumbnail.none')}
        </span>
      ) : (
        <img
          src={thumbnail}
          alt=""
          width={320}
          height={180}
          loading={isEager ? 'eager' : 'lazy'}
          decoding="async"
          onError={() => setFailed(attempt)}
        />
      )}
      <span className={styles.time}>{formatDuration(video.duration)}</span>
    </span>
  );
}

/** The placeholder of a picture. */
export function WaitingThumbnail({ isSmall = false }: { isSmall?: boolean }) {
  return <span className={classNames(styles.thumb, isSmall ? styles.small : styles.waiting)} />;
}
