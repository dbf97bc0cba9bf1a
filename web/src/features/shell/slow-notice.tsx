import { Hourglass, RefreshCw } from 'lucide-react';
import { useEffect } from 'react';
import { useNavigation } from 'react-router';

import { slowReads, watchQueries, watchRead } from '../../api/slow-reads.ts';
import { useStore } from '../../lib/store.ts';
import { useTexts } from '../../lib/texts.ts';
import { Button } from '../../ui/button.tsx';
import styles from './slow-notice.module.css';

/** Admits on every page that the server is silent: while the page has waited for data or code for more than 8 s. */
export function SlowNotice() {
  const slow = useStore(slowReads);
  const t = useTexts();
  useEffect(watchQueries, []);
  useSlowPage();
  const isSlow = slow.length > 0;
  const tryAgain = () => {
    document.getElementById('main')?.focus({ preventScroll: true }); // the button is removed
    for (const startOver of slow) startOver();
  };
  return (
    // Always rendered: a live region announces only later changes.
    <div className={styles.place} aria-live="polite">
      {isSlow && (
        <div className={styles.notice}>
          <Hourglass className="icon" aria-hidden />
          <p>{t('slow.said')}</p>
          <Button variant="plain" onClick={tryAgain}>
            <RefreshCw className="icon" aria-hidden />
            {t('slow.retry')}
          </Button>
        </div>
      )}
    </div>
  );
}

/** Watches the code of the next page. Only a full page load repeats an import that hangs. */
function useSlowPage(): void {
  const { location } = useNavigation();
  const { pathname, search } = location ?? {};
  useEffect(() => {
    if (pathname === undefined) return undefined;
    return watchRead(() => window.location.assign(`${pathname}${search ?? ''}`));
  }, [pathname, search]);
}
