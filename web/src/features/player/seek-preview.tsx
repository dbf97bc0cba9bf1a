import type { catalog } from '@larksong/contracts';
import { useEffect, useState, type CSSProperties } from 'react';

import { formatDuration } from '../../lib/format.ts';
import { findTile, toTileStyle } from './storyboard.ts';
import styles from './seek-bar.module.css';

interface SeekPreviewProps {
  storyboard: catalog.Storyboard | null;
  seconds: number;
  /** Where above the bar, 0 to 100. */
  percent: number;
}

/** Above the seek bar: what is to be seen there, and when that is. */
export function SeekPreview({ storyboard, seconds, percent }: SeekPreviewProps) {
  const isLoaded = useIsLoaded(storyboard?.url ?? null);
  const place = { '--pointed': `${percent}%` } as CSSProperties; // custom properties are not in React's type
  return (
    <span className={styles.preview} style={place} aria-hidden>
      {storyboard && isLoaded && (
        <span className={styles.tile} style={toTileStyle(storyboard, findTile(storyboard, seconds))} />
      )}
      {formatDuration(seconds)}
    </span>
  );
}

/** Whether the picture is there; until then, and when it does not come, the time alone is shown. */
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
