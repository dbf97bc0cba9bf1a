import { createChunk, useChunk } from '../../../lib/chunk.ts';
import { loadWithTexts } from '../../../lib/texts.ts';
import type { SiteLists } from './use-site-lists.ts';
import styles from './shelf.module.css';

const chunk = createChunk(() => loadWithTexts('add-to-list', () => import('./shelf.tsx')));

/** The shelf of the site's lists; its code is loaded only where there are some. */
export function SiteShelf({ site }: { site: SiteLists }) {
  return (site.lists?.length ?? site.room ?? 0) > 0 && <Room {...site} />;
}

/** The shelf; until it has arrived, its room. */
function Room({ room, lists }: SiteLists) {
  const { loaded } = useChunk(chunk);
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
