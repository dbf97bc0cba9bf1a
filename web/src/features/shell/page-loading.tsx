import { classNames } from '../../ui/class-names.ts';
import { Status } from '../../ui/status.tsx';
import styles from './page-loading.module.css';

/** The placeholder of a page whose code is loading. Its text appears only after a while. */
export function PageLoading() {
  return (
    <div className="page" aria-busy>
      <Status className={classNames('muted', styles.late)}>Loading…</Status>
    </div>
  );
}
