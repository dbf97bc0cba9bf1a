import { status } from '@larksong/contracts';
import { RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { useCall } from '../../api/queries.ts';
import { formatTime } from '../../lib/moments.ts';
import { useTexts } from '../../lib/texts.ts';
import { errorSentence } from '../../parts/error-sentence.ts';
import { LoadFailed } from '../../parts/load-failed.tsx';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';
import { Status } from '../../ui/status.tsx';
import { Findings } from './findings.tsx';
import { ServicesPanel } from './services-panel.tsx';
import { SettingsPanel } from './settings-panel.tsx';
import { StoragePanel } from './storage-panel.tsx';
import { describeClock } from './texts.ts';
import { WorkPanel } from './work-panel.tsx';
import styles from './status.module.css';

/** With the limit of a call, a fault is shown within ten seconds. */
const REFRESH_MS = 5000;

/** The state of the whole site for the people who run it. Its children follow once it is known, so that nothing moves. */
export function SiteStatus({ children }: { children?: ReactNode }) {
  const t = useTexts();
  // Polling stops while the tab is hidden, and continues at once when it is visible again.
  const query = useCall(
    status.getSiteStatus,
    {},
    { refetchInterval: REFRESH_MS, refetchOnWindowFocus: true, staleTime: 0 },
  );
  const site = query.data;
  const clock = site && describeClock(site.at, query.dataUpdatedAt);
  return (
    <>
      <div className="row apart">
        <h1>{t('status.title')}</h1>
        <Button variant="plain" slim onClick={() => void query.refetch()}>
          <RefreshCw className="icon" aria-hidden />
          {t('status.refresh')}
        </Button>
      </div>
      {query.isPending && <Waiting />}
      {query.isError && site === undefined && (
        <LoadFailed
          title={t('status.load-failed')}
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isError && site !== undefined && <OutOfDate error={query.error} atMs={query.dataUpdatedAt} />}
      {clock !== undefined && <Message kind="warn">{clock}</Message>}
      {site && (
        <>
          <Findings findings={site.findings} />
          <div className={styles.beside}>
            <ServicesPanel site={site} />
            <WorkPanel catalog={site.catalog} game={site.game} />
            <StoragePanel catalog={site.catalog} game={site.game} />
            <SettingsPanel site={site} />
          </div>
          <p className="muted small">
            {t.rich('status.checked', { link: toChanges, time: formatTime(new Date(site.at)) })}
          </p>
        </>
      )}
      {!query.isPending && children}
    </>
  );
}

function OutOfDate({ error, atMs }: { error: Error; atMs: number }) {
  const t = useTexts();
  const time = formatTime(new Date(atMs));
  return <Message kind="warn">{t('status.out-of-date', { reason: errorSentence(error), time })}</Message>;
}

function toChanges(content: ReactNode) {
  return <Link to={paths.audit}>{content}</Link>;
}

function Waiting() {
  const t = useTexts();
  return (
    <section className={styles.part}>
      <Status className="muted">{t('status.loading')}</Status>
      <div className="panel" aria-hidden>
        <span className="bone" />
        <span className="bone" />
        <span className="bone" />
      </div>
    </section>
  );
}
