import { classNames } from '../../ui/class-names.ts';
import { Status } from '../../ui/status.tsx';
import styles from './page-loading.module.css';

/** What stands where a page will be while its code is on its way; says so only when that takes long. */
export function PageLoading() {
  return (
    <div className="page" aria-busy>
      <Status className={classNames('muted', styles.late)}>Loading…</Status>
    </div>
  );
}
