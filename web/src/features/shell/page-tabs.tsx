import { NavLink } from 'react-router';

import { useTexts } from '../../lib/texts.ts';
import { paths } from '../../paths.ts';
import styles from './page-tabs.module.css';

/** Leads between game and songs for children who cannot read, with one picture for each. */
export function PageTabs() {
  const t = useTexts();
  return (
    <nav className={styles.tabs} aria-label={t('tabs.title')}>
      <NavLink className={styles.tab} to={paths.home} end aria-label={t('tabs.game')}>
        <span className={styles.card}>
          <span className="lark" />
        </span>
      </NavLink>
      <NavLink className={styles.tab} to={paths.songs} end aria-label={t('tabs.songs')}>
        <NotePicture />
      </NavLink>
    </nav>
  );
}

/** A note, with the sign for playing in its head. */
function NotePicture() {
  return (
    <svg className={styles.note} viewBox="0 0 48 48" aria-hidden>
      <path className={styles.stem} d="M30 32V6c1 7 11 7 11 16" />
      <circle className={styles.head} cx="18.5" cy="32" r="13" />
      <path className={styles.play} d="M14.5 25.5v13l11-6.5z" />
    </svg>
  );
}
