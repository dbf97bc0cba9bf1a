import { linkedVideo } from '@larksong/contracts';
import { Link, useSearchParams } from 'react-router';

import { findFace, useNests } from '../../api/nest-session.ts';
import { useTexts } from '../../lib/texts.ts';
import { toHueStyle } from '../../parts/list-sign.tsx';
import { InNest } from '../../parts/nest/animal.tsx';
import { nestPaths } from '../../nest-paths.ts';
import { paths } from '../../paths.ts';
import { classNames } from '../../ui/class-names.ts';
import { Picture } from './picture.tsx';
import { Scene } from './scene.tsx';
import { useNestPlace } from './use-nest-place.ts';
import styles from './not-here.module.css';

/** Whatever an address leads to that is not in the nest. The page of a song that is in it leads there. */
export function NotHere() {
  const t = useTexts();
  const [search] = useSearchParams();
  const face = findFace(useNests());
  const { data } = useNestPlace();
  const videoId = linkedVideo(search);
  const row = data?.rows.find(({ songs }) => songs.some(({ id }) => id === videoId));
  const song = row?.songs.find(({ id }) => id === videoId);
  return (
    <Scene title={t(song ? 'nest.in-nest' : 'nest.not-here')}>
      <div className={styles.ways}>
        {!song && <Signpost />}
        {row && song && (
          <div className={styles.song} style={toHueStyle(row.hue)}>
            <Picture song={song} to={nestPaths.playOf(row.id, song.id)} isEager />
          </div>
        )}
        <Link replace className={classNames('button play', styles.home)} to={paths.nest}>
          {face && <InNest face={face} className={styles.nest} />}
          {t('nest.to-my-nest')}
        </Link>
      </div>
    </Scene>
  );
}

/** A signpost with the lark on it, which points to the nest: to its side, or down where it stands above it. */
function Signpost() {
  return (
    <svg className={styles.signpost} viewBox="0 0 200 190" aria-hidden>
      <path fill="#8a5a2b" d="M94 60h14v130H94z" />
      <path fill="#b98447" d="M30 66h128l22 22-22 22H30c-4 0-7-3-7-7V73c0-4 3-7 7-7z" />
      <g fill="none" stroke="#fff3dc" strokeWidth="8" strokeLinecap="round" strokeLinejoin="round">
        <path className={styles.side} d="M40 88h90M114 74l16 14-16 14" />
        <path className={styles.down} d="M90 76v24M78 92l12 11 12-11" />
      </g>
      <g transform="translate(60 6) scale(1.25)">
        <path
          className={styles.bird}
          fillRule="evenodd"
          d="M7 49l12.5-13.5c2.5-3.5 2.5-7 1-10L15.5 12C29 7 39 9.3 43 15L53.5 11 45.3 24 55 28 44.9 31.5C43 43.5 34 49 21 49z"
        />
        <path fill="#ffc93c" d="M20.5 43C33 44.5 37 39 37 31.5 26 30.5 20 35 20.5 43z" />
      </g>
    </svg>
  );
}
