import { Link } from 'react-router';

import { useSiteName } from '../../lib/site-name.ts';
import { paths } from '../../paths.ts';
import styles from './brand.module.css';

export function Brand({ onClick }: { onClick?: () => void }) {
  return (
    <Link className={styles.brand} to={paths.home} onClick={onClick}>
      <Mark />
    </Link>
  );
}

/** The same where it leads nowhere. */
export function BrandName() {
  return (
    <span className={styles.brand}>
      <Mark />
    </span>
  );
}

function Mark() {
  const siteName = useSiteName();
  return (
    <>
      <img src="/mark.svg" alt="" width="40" height="40" />
      {/* For screen readers only on the narrowest screens. */}
      <span dir="auto">{siteName}</span>
    </>
  );
}
