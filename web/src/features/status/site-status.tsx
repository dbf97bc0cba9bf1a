import { status } from '@larksong/contracts';
import { RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { useCall } from '../../api/queries.ts';
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
        <h1>Status</h1>
        <Button variant="plain" slim onClick={() => void query.refetch()}>
          <RefreshCw className="icon" aria-hidden />
          Refresh
        </Button>
      </div>
      {query.isPending && <Waiting />}
      {query.isError && site === undefined && (
        <LoadFailed
          title="The status could not be loaded"
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isError && site !== undefined && (
        <Message kind="warn">
          {errorSentence(query.error)} What you see is from{' '}
          {new Date(query.dataUpdatedAt).toLocaleTimeString('en-GB')}.
        </Message>
      )}
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
            <Link to={paths.audit}>Changes</Link>: who changed what. Checked at{' '}
            {new Date(site.at).toLocaleTimeString('en-GB')}, every 5 seconds while this page is visible.
          </p>
        </>
      )}
      {!query.isPending && children}
    </>
  );
}

function Waiting() {
  return (
    <section className={styles.part}>
      <Status className="muted">Checking all parts of the site …</Status>
      <div className="panel" aria-hidden>
        <span className="bone" />
        <span className="bone" />
        <span className="bone" />
      </div>
    </section>
  );
}
