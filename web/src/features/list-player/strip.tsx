import type { catalog } from '@larksong/contracts';
import { Music } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';

import type { Course } from './use-list-play.ts';
import styles from './strip.module.css';

interface StripProps {
  songs: readonly catalog.Video[];
  course: Course;
  label: string;
}

/** The pictures of a list in its order, of which the current one is marked; a press plays one. */
export function Strip({ songs, course: { currentId, order, send }, label }: StripProps) {
  const strip = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const current = strip.current?.querySelector<HTMLElement>(`[data-song="${currentId}"]`);
    // Not `scrollIntoView`, which would also move the page, away from the song.
    if (strip.current && current)
      strip.current.scrollLeft = current.offsetLeft - (strip.current.clientWidth - current.offsetWidth) / 2;
  }, [currentId]);
  return (
    <ol className={styles.strip} aria-label={label} ref={strip}>
      {songs
        .filter(({ id }) => id === currentId || !order.gone.has(id))
        .map((song) => (
          <li key={song.id} data-song={song.id}>
            <button
              type="button"
              aria-current={song.id === currentId ? 'true' : undefined}
              aria-label={song.title}
              title={song.title}
              onClick={() => send({ kind: 'choose', id: song.id })}
            >
              <Cover thumbnail={song.thumbnail} />
            </button>
          </li>
        ))}
    </ol>
  );
}

function Cover({ thumbnail }: { thumbnail: string | null }) {
  const [hasFailed, setFailed] = useState(false);
  if (thumbnail === null || hasFailed) return <Music className="icon" aria-hidden />;
  return (
    <img
      src={thumbnail}
      alt=""
      width={320}
      height={180}
      loading="lazy"
      decoding="async"
      onError={() => setFailed(true)}
    />
  );
}
