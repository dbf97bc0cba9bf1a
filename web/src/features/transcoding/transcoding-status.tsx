import { catalog } from '@larksong/contracts';

import { useCall } from '../../api/queries.ts';
import { useTexts } from '../../lib/texts.ts';
import { Message } from '../../ui/message.tsx';
import { CompletedVideos } from './completed-videos.tsx';
import { FailedVideos } from './failed-videos.tsx';
import { ProcessingVideos } from './processing-videos.tsx';
import { QueuePanel } from './queue-panel.tsx';
import { isStopped, StoppedVideos } from './stopped-videos.tsx';
import { useRefreshing, WorkFrame } from './work-frame.tsx';
import { WorkersPanel } from './workers-panel.tsx';
import styles from './transcoding.module.css';

/** All work of the site, for superadmins. */
export function TranscodingStatus() {
  const t = useTexts();
  const refreshing = useRefreshing();
  const query = useCall(catalog.getTranscodingStatus, {}, refreshing.options);
  return (
    <WorkFrame subtitle={t('transcoding.subtitle')} refreshing={refreshing} query={query}>
      {(status) => (
        <>
          <SandboxWarning workers={status.workers} />
          {status.workers.count === 0 && status.processingCount > 0 && (
            <Message kind="warn">{t('workers.none')}</Message>
          )}
          {/* Failures need attention; everything below continues without help. */}
          <FailedVideos
            videos={status.recentlyFailed.filter((one) => !isStopped(one))}
            counts={status.failureCounts.filter((one) => !isStopped(one))}
          />
          <ProcessingVideos
            count={status.processingCount}
            videos={status.processing}
            isMoving={refreshing.isMoving}
          />
          <StoppedVideos videos={status.recentlyFailed.filter(isStopped)} />
          <div className={styles.beside}>
            <WorkersPanel workers={status.workers} />
            <QueuePanel queue={status.queue} />
          </div>
          <CompletedVideos videos={status.recentlyCompleted} />
        </>
      )}
    </WorkFrame>
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
