import { formatBytes } from '@larksong/contracts';
import type { Obstacle } from '@larksong/import';
import { Link } from 'react-router';

import { formatCount } from '../../lib/format.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Message } from '../../ui/message.tsx';
import { getSentBytes, toAmountText, toPaceText } from '../upload/progress.ts';
import { findDefaultsProblem, type ImportState } from './import-state.ts';
import { countItems, type Totals } from './items.ts';
import styles from './import-videos.module.css';

interface ImportStatusProps {
  state: ImportState;
  onStart: () => void;
  onStop: () => void;
  /** Sends the failed ones again. */
  onRetry: () => void;
  /** Compares the files with the site again. */
  onCompare: () => void;
}

const OBSTACLES = {
  lost: 'Connection lost. The import continues when it is back.',
  busy: 'The site is busy right now. The import continues shortly.',
  'read-only': 'The site is read-only at the moment. The import continues automatically afterwards.',
} satisfies Record<Obstacle, string>;

/** How far the import is, and its buttons. It stays in view above the list. */
export function ImportStatus({ state, onStart, onStop, onRetry, onCompare }: ImportStatusProps) {
  const { phase, stopReason, obstacle, defaults } = state;
  const totals = countItems(state.items);
  const problem = findDefaultsProblem(defaults);
  const isWorking = phase === 'running' || phase === 'checking';
  const canStart = !isWorking && totals.due > 0;
  return (
    <section className={classNames('panel', styles.status)} aria-label="Import">
      <output className={styles.summary}>{toSummary(state, totals)}</output>
      {stopReason !== null && <Message kind="bad">{stopReason}</Message>}
      {obstacle !== null && <Message kind="warn">{OBSTACLES[obstacle]}</Message>}
      {phase === 'running' && <Progress state={state} />}
      {phase === 'ended' && totals.failed === 0 && (
        <Message kind="good">
          The import is complete. The videos are being processed.{' '}
          <Link to={paths.transcoding}>Transcoding Status</Link>
        </Message>
      )}
      {problem !== undefined && canStart && <Message kind="bad">{problem}</Message>}
      <div className="row">
        {canStart && (
          <Button disabled={problem !== undefined || state.problems.length > 0} onClick={onStart}>
            {phase === 'paused' ? 'Continue' : `Import ${toVideos(totals.due)}`}
          </Button>
        )}
        {phase === 'running' && (
          <Button variant="plain" onClick={onStop}>
            Stop
          </Button>
        )}
        {!isWorking && totals.failed > 0 && (
          <Button variant="plain" onClick={onRetry}>
            Try {totals.failed} failed again
          </Button>
        )}
        {phase === 'ready' && stopReason !== null && (
          <Button variant="plain" onClick={onCompare}>
            Compare again
          </Button>
        )}
      </div>
    </section>
  );
}

function Progress({ state: { progress, obstacle } }: { state: ImportState }) {
  if (progress === null) return null;
  const sentBytes = getSentBytes(progress);
  return (
    <>
      <div className="row apart">
        <strong>{toAmountText(sentBytes, progress.totalBytes)}</strong>
        <span className={classNames('muted small', styles.pace)}>
          {obstacle === null && toPaceText(progress)}
        </span>
      </div>
      <progress max={Math.max(1, progress.totalBytes)} value={sentBytes} aria-label="Imported" />
    </>
  );
}

function toSummary({ phase, reading }: ImportState, totals: Totals): string {
  if (phase === 'checking')
    return reading === null || reading.total === 0
      ? 'Comparing with the videos on the site…'
      : `Comparing with the videos on the site… ${reading.read + 1} of ${reading.total}`;
  const parts = [`${toVideos(totals.count)}, ${formatBytes(totals.totalBytes)} to send`];
  if (totals.done > 0) parts.push(`${totals.done} imported`);
  if (totals.known > 0) parts.push(`${totals.known} already there`);
  if (totals.failed > 0) parts.push(`${totals.failed} failed`);
  if (totals.untitled > 0) parts.push(`${totals.untitled} with a title from a camera`);
  return parts.join(' · ');
}

function toVideos(count: number): string {
  return count === 1 ? '1 video' : `${formatCount(count)} videos`;
}
