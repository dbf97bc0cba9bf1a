import type { catalog } from '@larksong/contracts';

import { formatDate } from '../../lib/format.ts';
import { useTexts } from '../../lib/texts.ts';
import styles from './share-panel.module.css';

/** How often a link was opened, in all and on each day. The days are those of UTC, as they are counted. */
export function Openings({ link: { openings, openingCount } }: { link: catalog.ListLink }) {
  const t = useTexts();
  const total = t('share.opened', { count: openingCount });
  if (openings.length === 0) return <p className="muted small">{total}</p>;
  return (
    <details className={styles.openings}>
      <summary>{total}</summary>
      <ul>
        {openings.map(({ day, count }) => (
          <li key={day}>
            <span>{formatDate(`${day}T12:00:00`)}</span>
            <span>{t('share.opened-on-day', { count })}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
