import { Link } from 'react-router';

import { paths } from '../../paths.ts';
import styles from './brand.module.css';

export function Brand({ onClick }: { onClick?: () => void }) {
  return (
    <Link className={styles.brand} to={paths.home} onClick={onClick}>
      <img src="/mark.svg" alt="" width="40" height="40" />
      {/* For screen readers only on the narrowest screens. */}
      <span>Larksong</span>
    </Link>
  );
}
