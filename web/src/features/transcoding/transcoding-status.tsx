import { getTranscodingStatus } from '@larksong/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { queryFor } from '../../api/queries.ts';
import { errorSentence } from '../../ui/error-sentence.ts';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { Message } from '../../ui/message.tsx';
import { Status } from '../../ui/status.tsx';
import { CompletedVideos } from './completed-videos.tsx';
import { FailedVideos } from './failed-videos.tsx';
import { ProcessingVideos } from './processing-videos.tsx';
import './transcoding.css';

/** How often the server is asked while auto-refresh is on (specification section 9). */
const REFRESH_MS = 5_000;

export function TranscodingStatus() {
  const [isAuto, setAuto] = useState(true);
  const query = useQuery(
    queryFor(getTranscodingStatus, {}, { refetchInterval: isAuto && REFRESH_MS, staleTime: 0 }),
  );
  const status = query.data;
  return (
    <>
      <div className="row apart">
        <h1>Transcoding Status</h1>
        <label className="choice">
          <input
            type="checkbox"
            name="refresh"
            checked={isAuto}
            onChange={(event) => setAuto(event.target.checked)}
          />
          <span>Auto-refresh (5s)</span>
        </label>
      </div>
      {query.isPending && <Waiting />}
      {query.isError && status === undefined && (
        <LoadFailed
          title="The transcoding status did not load"
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isError && status !== undefined && (
        <Message kind="warn">
          {errorSentence(query.error)} What you see is from {toTime(query.dataUpdatedAt)}.
        </Message>
      )}
      {status !== undefined && (
        <>
          <ProcessingVideos count={status.processingCount} videos={status.processing} />
          <div className={status.recentlyFailed.length > 0 ? 'after' : undefined}>
            <CompletedVideos videos={status.recentlyCompleted} />
            <FailedVideos videos={status.recentlyFailed} />
          </div>
        </>
      )}
    </>
  );
}

function toTime(updatedAtMs: number): string {
  return new Date(updatedAtMs).toLocaleTimeString('en-GB');
}

function Waiting() {
  return (
    <section className="jobs">
      <Status className="muted">Loading transcoding status...</Status>
      <div className="panel" aria-hidden>
        <span className="bone" />
        <span className="bone" />
      </div>
    </section>
  );
}
