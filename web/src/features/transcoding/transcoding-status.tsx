import { catalog, type FailureCode } from '@larksong/contracts';
import { useRef, useState, type RefObject } from 'react';

import { useCall } from '../../api/queries.ts';
import { formatTime } from '../../lib/moments.ts';
import { useTexts } from '../../lib/texts.ts';
import { useVisible } from '../../lib/use-visible.ts';
import { useServerTexts } from '../../parts/server-words.ts';
import { errorSentence } from '../../parts/error-sentence.ts';
import { LoadFailed } from '../../parts/load-failed.tsx';
import { Message } from '../../ui/message.tsx';
import { Status } from '../../ui/status.tsx';
import { CompletedVideos } from './completed-videos.tsx';
import { FailedVideos } from './failed-videos.tsx';
import { REFRESH_MS } from './moving-shares.ts';
import { ProcessingVideos } from './processing-videos.tsx';
import { QueuePanel } from './queue-panel.tsx';
import { StoppedVideos } from './stopped-videos.tsx';
import { useKeptFocus } from './use-kept-focus.ts';
import { WorkersPanel } from './workers-panel.tsx';
import styles from './transcoding.module.css';

export function TranscodingStatus() {
  const t = useTexts();
  useServerTexts('failures');
  const [isAuto, setAuto] = useState(true);
  const isVisible = useVisible();
  const heading = useRef<HTMLHeadingElement>(null);
  // Polling stops while the tab is hidden, and continues at once when it is visible again.
  const query = useCall(
    catalog.getTranscodingStatus,
    {},
    { refetchInterval: isAuto && REFRESH_MS, refetchOnWindowFocus: isAuto, staleTime: 0 },
  );
  const status = query.data;
  const failed = status?.recentlyFailed.filter((one) => !isStopped(one)) ?? [];
  useKeptFocus(heading);
  return (
    <>
      <div className="row apart">
        <Title heading={heading} />
        <label className="choice">
          <input
            type="checkbox"
            name="refresh"
            checked={isAuto}
            onChange={(event) => setAuto(event.target.checked)}
          />
          <span>{t('transcoding.refresh')}</span>
        </label>
      </div>
      {query.isPending && <Waiting />}
      {query.isError && status === undefined && (
        <LoadFailed
          title={t('transcoding.load-failed')}
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isError && status !== undefined && <OutOfDate error={query.error} atMs={query.dataUpdatedAt} />}
      {status !== undefined && (
        <>
          <SandboxWarning workers={status.workers} />
          {status.workers.count === 0 && status.processingCount > 0 && (
            <Message kind="warn">{t('workers.none')}</Message>
          )}
          {/* Failures need attention; everything below continues without help. */}
          <FailedVideos videos={failed} counts={status.failureCounts.filter((one) => !isStopped(one))} />
          <ProcessingVideos
            count={status.processingCount}
            videos={status.processing}
            isMoving={isAuto && isVisible}
          />
          <StoppedVideos videos={status.recentlyFailed.filter(isStopped)} />
          <div className={styles.beside}>
            <WorkersPanel workers={status.workers} />
            <QueuePanel queue={status.queue} />
          </div>
          <CompletedVideos videos={status.recentlyCompleted} />
        </>
      )}
    </>
  );
}

function OutOfDate({ error, atMs }: { error: Error; atMs: number }) {
  const t = useTexts();
  const time = formatTime(new Date(atMs));
  return (
    <Message kind="warn">{t('transcoding.out-of-date', { reason: errorSentence(error), time })}</Message>
  );
}

function isStopped({ failureCode }: { failureCode: FailureCode }): boolean {
  return failureCode === 'cancelled';
}

function Title({ heading }: { heading: RefObject<HTMLHeadingElement | null> }) {
  const t = useTexts();
  return (
    <div>
      <h1 ref={heading} tabIndex={-1}>
        {t('transcoding.title')}
      </h1>
      <p className="muted">{t('transcoding.subtitle')}</p>
    </div>
  );
}

function SandboxWarning({ workers }: { workers: { count: number; withoutSandbox: number } }) {
  const t = useTexts();
  if (workers.withoutSandbox === 0) return null;
  return (
    <Message kind="warn">
      {t('transcoding.no-sandbox', { affected: workers.withoutSandbox, count: workers.count })}
    </Message>
  );
}

function Waiting() {
  const t = useTexts();
  return (
    <section className={styles.jobs}>
      <Status className="muted">{t('transcoding.loading')}</Status>
      <div className="panel" aria-hidden>
        <span className="bone" />
        <span className="bone" />
      </div>
    </section>
  );
}
