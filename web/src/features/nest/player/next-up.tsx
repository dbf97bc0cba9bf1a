import type { catalog } from '@larksong/contracts';

import { useTexts } from '../../../lib/texts.ts';
import { classNames } from '../../../ui/class-names.ts';
import type { Course } from '../../list-player/use-list-play.ts';
import { Cover } from '../picture.tsx';
import styles from './next-up.module.css';

/** As many as are seen at once. */
const SHOWN = 4;

/**
 * Returns the ids of the songs that follow the current one; after the last song of the row, those with which it would begin
 * again.
 */
export function listNext({ order, phase }: Pick<Course, 'order' | 'phase'>): string[] {
  const { round, at, gone } = order;
  const following = phase === 'over' ? round.filter((_, place) => place !== at) : round.slice(at + 1);
  return following.filter((id) => !gone.has(id)).slice(0, SHOWN);
}

interface NextUpProps {
  course: Course;
  /** All songs that have arrived. */
  songs: readonly catalog.Video[];
  className?: string | undefined;
}

/** The next songs as pictures, each of which plays itself. */
export function NextUp({ course, songs, className }: NextUpProps) {
  const t = useTexts();
  const next = listNext(course).flatMap((id) => songs.find((song) => song.id === id) ?? []);
  if (next.length === 0) return null;
  return (
    <ul className={classNames(styles.nextUp, className)}>
      {next.map((song) => (
        <li key={song.id}>
          <button
            type="button"
            className={styles.song}
            aria-label={t('nest.play-song', { title: song.title })}
            onClick={() => course.send({ kind: 'choose', id: song.id })}
          >
            <Cover song={song} isEager />
          </button>
        </li>
      ))}
    </ul>
  );
}
