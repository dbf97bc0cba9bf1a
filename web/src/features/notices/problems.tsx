import { auth } from '@larksong/contracts';
import { TriangleAlert, X } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';

import { useCall } from '../../api/queries.ts';
import { UNAWAITED } from '../../api/slow-reads.ts';
import { readStored, writeStored } from '../../lib/storage.ts';
import { useTexts } from '../../lib/texts.ts';
import { paths } from '../../paths.ts';
import { classNames } from '../../ui/class-names.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import styles from './notices.module.css';

const POLL_MS = 5 * 60_000;
/** Where this device keeps which problem was dismissed last. */
const STORED = 'problems.dismissed';

/** For superadmins: problems of the site that have stood for an hour, until they have ended or were dismissed here. */
export function Problems() {
  const t = useTexts();
  const [dismissed, setDismissed] = useState(() => readStored(STORED) ?? '');
  const query = useCall(
    auth.getTold,
    {},
    { refetchInterval: POLL_MS, refetchOnWindowFocus: 'always', retry: false, meta: UNAWAITED },
  );
  const told = (query.data?.standing ?? []).filter(({ toldAt }) => toldAt !== null && toldAt > dismissed);
  if (told.length === 0) return null;
  const dismiss = () => {
    const latest =
      told
        .map(({ toldAt }) => toldAt ?? '')
        .toSorted()
        .at(-1) ?? '';
    writeStored(STORED, latest);
    setDismissed(latest);
  };
  const { mail } = query.data?.tellings[0] ?? {};
  const isMailFailing = mail === 'failing' || mail === 'given_up';
  return (
    <div className={classNames(styles.notice, styles.bad)} data-notice>
      <TriangleAlert className="icon" aria-hidden />
      <div>
        <p>
          {t('notices.problems', { count: told.length })} {isMailFailing && t('notices.problems-no-mail')}
        </p>
        <Link to={paths.status} onClick={dismiss}>
          {t('notices.status')}
        </Link>
      </div>
      <IconButton label={t('notices.dismiss-problems')} icon={X} onClick={dismiss} />
    </div>
  );
}
