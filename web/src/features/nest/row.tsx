import type { catalog } from '@larksong/contracts';
import { useEffect, useEffectEvent, useRef } from 'react';
import { Link } from 'react-router';

import { useTexts } from '../../lib/texts.ts';
import { SIGN_ICONS, toHueStyle } from '../../parts/list-sign.tsx';
import { nestPaths } from '../../nest-paths.ts';
import { EAGER } from './early-place.ts';
import { Picture } from './picture.tsx';
import { useRowSongs } from './use-nest-place.ts';
import styles from './row.module.css';

interface RowProps {
  row: catalog.NestPlaceRow;
  isFirst: boolean;
}

/** A row of the place: its sign plays it through, a picture plays itself and then the rest. */
export function Row({ row, isFirst }: RowProps) {
  const t = useTexts();
  const { songs, hasMore, loadMore } = useRowSongs(row);
  const name = row.name ?? t('nest.everything');
  const Sign = SIGN_ICONS[row.sign];
  return (
    <section className={styles.row} style={toHueStyle(row.hue)} aria-label={name}>
      <Link
        replace
        className={styles.sign}
        to={nestPaths.playOf(row.id)}
        aria-label={t('nest.play-row', { name })}
      >
        <Sign aria-hidden />
        <span className={styles.puck} aria-hidden>
          <span className="play-solid" />
        </span>
      </Link>
      <ul className={styles.strip}>
        {songs.map((song, index) => (
          <li key={song.id}>
            <Picture song={song} to={nestPaths.playOf(row.id, song.id)} isEager={isFirst && index < EAGER} />
          </li>
        ))}
        {hasMore && (
          <li>
            <End key={songs.length} onSeen={loadMore} />
          </li>
        )}
      </ul>
    </section>
  );
}

/** The end of what has arrived of a row, which loads more once somebody scrolls to it. */
function End({ onSeen }: { onSeen: () => void }) {
  const element = useRef<HTMLSpanElement>(null);
  const tell = useEffectEvent(onSeen);
  useEffect(() => {
    if (!element.current || !('IntersectionObserver' in window)) return undefined;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) tell();
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return <span ref={element} className={styles.bone} />;
}
