import { Link } from 'react-router';

import { useTexts } from '../../lib/texts.ts';
import { paths } from '../../paths.ts';
import styles from './video-card.module.css';

/** Leads to the lists, where there is no room for their shelf. */
export function ListsCard() {
  const t = useTexts();
  return (
    <li className={styles.video}>
      <div className={styles.about}>
        <h2>
          <Link to={paths.lists}>{t('songs.lists')}</Link>
        </h2>
      </div>
      <div className={styles.picture}>
        <span className={styles.lists} aria-hidden>
          <span />
          <span />
          <span />
        </span>
      </div>
    </li>
  );
}
