import { catalog } from '@larksong/contracts';

import { useCall } from '../../api/queries.ts';
import { formatBytes } from '../../lib/bytes.ts';
import { useTexts } from '../../lib/texts.ts';
import { CompletedVideos } from './completed-videos.tsx';
import { FailedVideos } from './failed-videos.tsx';
import { PendingVideos } from './pending-videos.tsx';
import { ProcessingVideos } from './processing-videos.tsx';
import { isStopped, StoppedVideos } from './stopped-videos.tsx';
import { useRefreshing, WorkFrame } from './work-frame.tsx';

/** A teacher's own uploads: those that were sent back first, since they wait for the teacher. */
export function OwnWork() {
  const t = useTexts();
  const refreshing = useRefreshing();
  const query = useCall(catalog.listOwnWork, {}, refreshing.options);
  return (
    <WorkFrame subtitle={t('own.subtitle')} refreshing={refreshing} query={query}>
      {({ pending, processing, recentlyFailed, recentlyCompleted }) => {
        const failed = recentlyFailed.map(toFailed);
        return (
          <>
            <Space />
            <PendingVideos videos={pending} />
            <FailedVideos videos={failed.filter((one) => !isStopped(one))} counts={[]} />
            <ProcessingVideos
              count={processing.length}
              videos={processing.map(toProcessing)}
              isMoving={refreshing.isMoving}
            />
            <StoppedVideos videos={failed.filter(isStopped)} />
            <CompletedVideos videos={recentlyCompleted} />
          </>
        );
      }}
    </WorkFrame>
  );
}

// Teachers are told nothing of workers and their logs.

function toProcessing(video: catalog.OwnProcessingVideo): catalog.ProcessingVideo {
  return { ...video, speed: null, lostWorkerCount: 0, lastProblem: null };
}

function toFailed(video: catalog.OwnFailedVideo): catalog.FailedVideo {
  return { ...video, processingLog: '', lostWorkerCount: 0 };
}

/** How much space the teacher's videos take up. */
function Space() {
  const t = useTexts();
  const { data } = useCall(catalog.getOwnQuota, {}, { refetchOnWindowFocus: true });
  if (!data) return null;
  const used = formatBytes(data.usedBytes);
  return (
    <p className="muted small">
      {data.limitBytes === null
        ? t('own.space-used', { used })
        : t('own.space', { used, limit: formatBytes(data.limitBytes) })}
    </p>
  );
}
