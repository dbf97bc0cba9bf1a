import { createChunk, useChunk } from '../../../lib/chunk.ts';
import { loadWithTexts } from '../../../lib/texts.ts';
import type { SiteLists } from './use-site-lists.ts';
import styles from './shelf.module.css';

const chunk = createChunk(() => loadWithTexts('add-to-list', () => import('./shelf.tsx')));

/** The shelf of the site's lists; until it has arrived, its room. */
export function SiteShelf({ site: { room, lists } }: { site: SiteLists }) {
  const { loaded } = useChunk(chunk);
  if (lists?.length === 0) return null;
  if (loaded && lists) return <loaded.Shelf lists={lists} />;
  return (
    <div className={styles.shelf} aria-hidden>
      <div className={styles.head} />
      <ul className={styles.row}>
        {Array.from({ length: room ?? 0 }, (_, index) => (
          <li key={index} className={styles.waiting} />
        ))}
      </ul>
    </div>
  );
}
