import type { catalog } from '@larksong/contracts';
import { Check, Music } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';

import { useTexts } from '../../lib/texts.ts';
import { bothCases, hueOf, toLettersQuery } from '../../parts/game-cards/letter-card.ts';
import { toHueStyle } from '../../parts/list-sign.tsx';
import { paths } from '../../paths.ts';
import styles from './guest-songs.module.css';

interface GuestSongsProps {
  /** As it stands in the address. */
  code: string;
  list: catalog.GuestList;
  heard: ReadonlySet<string>;
  /** The game is closed to this guest. */
  isWithoutGame: boolean;
}

/** Pictures that are on the screen before anybody scrolls. */
const EAGER = 6;

/** The songs of a list as pictures that a child presses, and after them the game with the letters of the day. */
export function GuestSongs({ code, list, heard, isWithoutGame }: GuestSongsProps) {
  return (
    <ol className={styles.pictures} style={toHueStyle(list.hue)}>
      {list.songs.map((song, index) => (
        <li key={song.id}>
          <SongPicture
            song={song}
            to={paths.guestOf(code, song.id)}
            isHeard={heard.has(song.id)}
            isEager={index < EAGER}
          />
        </li>
      ))}
      {!isWithoutGame && (
        <li className={styles.last}>
          <GameLink letters={list.letters} />
        </li>
      )}
    </ol>
  );
}

interface SongPictureProps {
  song: catalog.Video;
  to: string;
  isHeard: boolean;
  isEager: boolean;
}

function SongPicture({ song, to, isHeard, isEager }: SongPictureProps) {
  const t = useTexts();
  const [isBroken, setBroken] = useState(false);
  return (
    <Link className={styles.picture} to={to}>
      {song.thumbnail === null || isBroken ? (
        <span className={styles.none}>
          <Music aria-hidden />
        </span>
      ) : (
        <img
          src={song.thumbnail}
          alt=""
          width={320}
          height={180}
          loading={isEager ? 'eager' : 'lazy'}
          decoding="async"
          onError={() => setBroken(true)}
        />
      )}
      <span className={styles.title} dir="auto">
        {song.title}
      </span>
      {isHeard && (
        <span className={styles.heard}>
          <Check aria-hidden />
          <span className="sr-only">{t('guest.heard')}</span>
        </span>
      )}
    </Link>
  );
}

/** Leads to the game with the letters of the day; with the child's own ones if the list has none. */
function GameLink({ letters }: { letters: readonly string[] }) {
  const t = useTexts();
  const [first = 'A'] = letters;
  return (
    <Link className={styles.game} to={paths.home + (letters.length > 0 ? toLettersQuery(letters) : '')}>
      <span className={styles.fan} aria-hidden>
        <span style={toHueStyle('rose')}>
          <span className="lark" />
        </span>
        <span style={toHueStyle('lake')}>{bothCases(first)}</span>
      </span>
      <strong>{t('guest.game')}</strong>
      {letters.length > 0 && (
        <span className={styles.letters}>
          {letters.map((letter, index) => (
            <bdi key={letter} style={toHueStyle(hueOf(index))}>
              {bothCases(letter)}
            </bdi>
          ))}
        </span>
      )}
    </Link>
  );
}
