import type { catalog } from '@larksong/contracts';
import { useEffect, useState, type CSSProperties } from 'react';

import { formatDuration } from '../../../lib/format.ts';
import { findTile, toTileStyle } from './storyboard.ts';
import styles from './seek-bar.module.css';

interface SeekPreviewProps {
  storyboard: catalog.Storyboard | null;
  seconds: number;
  /** The position above the bar, 0 to 100. */
  percent: number;
  chapterTitle: string | undefined;
}

/** The picture, the chapter and the time of a position, above the seek bar. */
export function SeekPreview({ storyboard, seconds, percent, chapterTitle }: SeekPreviewProps) {
  const isLoaded = useIsLoaded(storyboard?.url ?? null);
  const place = { '--pointed': `${percent}%` } as CSSProperties; // React's type has no custom properties
  return (
    <span className={styles.preview} style={place} aria-hidden>
      {storyboard && isLoaded && (
        <span className={styles.tile} style={toTileStyle(storyboard, findTile(storyboard, seconds))} />
      )}
      {chapterTitle !== undefined && (
        <span className={styles.chapter} dir="auto">
          {chapterTitle}
        </span>
      )}
      {formatDuration(seconds)}
    </span>
  );
}

/** Returns whether the picture is loaded; until then, or if it fails, only the time is shown. */
function useIsLoaded(url: string | null): boolean {
  const [loadedUrl, setLoadedUrl] = useState<string | null>(null);
  useEffect(() => {
    if (url === null) return undefined;
    const picture = new Image();
    picture.addEventListener('load', () => setLoadedUrl(url));
    picture.src = url;
    return () => picture.removeAttribute('src');
  }, [url]);
  return url !== null && loadedUrl === url;
}
