import type { catalog } from '@larksong/contracts';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';

import { useTexts } from '../../lib/texts.ts';
import { ListSign, toHueStyle } from '../../parts/list-sign.tsx';
import { paths } from '../../paths.ts';
import { describeSongs } from './list-facts.ts';
import styles from './list-tile.module.css';

interface ListTileProps {
  list: catalog.SongListCard;
  /** Its pictures load at once. */
  isEager?: boolean;
  /** What else can be done with it: a button. */
  more?: ReactNode;
  level?: 2 | 3;
}

/** A list as a stack of its pictures. The name leads to its page, the yellow button plays it. */
export function ListTile({ list, isEager = false, more, level = 3 }: ListTileProps) {
  const t = useTexts();
  const Heading = `h${level}` as const;
  return (
    <li className={styles.tile} style={toHueStyle(list.hue)} data-more={more ? true : undefined}>
      <div className={styles.about}>
        <ListSign list={list} />
        <Heading dir="auto">
          <Link className={styles.link} to={paths.listOf(list.id)}>
            {list.name}
          </Link>
        </Heading>
        <span className="muted small">{describeSongs(list, t)}</span>
      </div>
      <div className={styles.picture}>
        <Covers list={list} isEager={isEager} />
        {list.songCount > 0 && (
          <Link
            className={styles.puck}
            to={paths.playListOf(list.id)}
            aria-label={t('lists.play', { name: list.name })}
          >
            <span className="play-solid" aria-hidden />
          </Link>
        )}
      </div>
      {more}
    </li>
  );
}

/** Up to three pictures of songs; those that are missing leave their room to the others. */
function Covers({ list, isEager }: { list: catalog.SongListCard; isEager: boolean }) {
  const [failed, setFailed] = useState<readonly string[]>([]);
  const covers = list.covers.filter((cover) => !failed.includes(cover)).slice(0, 3);
  if (covers.length === 0)
    return (
      <span className={styles.none}>
        <ListSign list={list} isLarge />
      </span>
    );
  return (
    <span className={styles.mosaic} data-count={covers.length}>
      {covers.map((cover) => (
        <img
          key={cover}
          src={cover}
          alt=""
          width={320}
          height={180}
          loading={isEager ? 'eager' : 'lazy'}
          decoding="async"
          onError={() => setFailed((before) => [...before, cover])}
        />
      ))}
    </span>
  );
}

/** Placeholders in the shape of tiles. */
export function WaitingTiles({ count }: { count: number }) {
  return Array.from({ length: count }, (_, index) => (
    <li key={index} className={styles.tile} style={toHueStyle('lake')} aria-hidden>
      <div className={styles.about}>
        <span className={styles.waitingSign} />
        <span className="bone" />
        <span className="bone" />
      </div>
      <div className={styles.picture}>
        <span className={styles.none} />
      </div>
    </li>
  ));
}
