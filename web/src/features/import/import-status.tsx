import { catalog, formatBytes } from '@larksong/contracts';
import type { Obstacle } from '@larksong/import';
import { useId } from 'react';
import { Link } from 'react-router';

import { formatCount } from '../../lib/format.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Message } from '../../ui/message.tsx';
import { getSentBytes, toAmountText, toPaceText } from '../upload/progress.ts';
import { findDefaultsProblem, type ImportState } from './import-state.ts';
import { countItems, isDue, type Item, type Totals } from './items.ts';
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
  const { phase, stopReason, obstacle } = state;
  const totals = countItems(state.items);
  const isWorking = phase === 'running' || phase === 'checking';
  const isOffered = !isWorking && (totals.due > 0 || totals.waiting > 0);
  return (
    <section className={classNames('panel', styles.status)} aria-label="Import">
      <output className={styles.summary}>{toSummary(state, totals)}</output>
      {stopReason !== null && <Message kind="bad">{stopReason}</Message>}
      {obstacle !== null && <Message kind="warn">{OBSTACLES[obstacle]}</Message>}
      {phase === 'running' && <Progress state={state} />}
      {phase === 'ended' && totals.failed === 0 && totals.waiting === 0 && (
        <Message kind="good">
          The import is complete. The videos are being processed.{' '}
          <Link to={paths.transcoding}>Transcoding Status</Link>
        </Message>
      )}
      <div className="row">
        {isOffered && <StartButton state={state} totals={totals} onStart={onStart} />}
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

interface StartButtonProps {
  state: ImportState;
  totals: Totals;
  onStart: () => void;
}

/** Says what it will do, or why it cannot. */
function StartButton({ state, totals, onStart }: StartButtonProps) {
  const obstruction = findObstruction(state, totals);
  const reasonId = useId();
  return (
    <>
      <Button disabled={obstruction !== undefined} aria-describedby={reasonId} onClick={onStart}>
        {state.phase === 'paused' ? 'Continue' : toImportLabel(state.items)}
      </Button>
      <span id={reasonId} className={obstruction === undefined ? 'muted small' : styles.reason}>
        {obstruction ?? (totals.waiting > 0 && `${toVideos(totals.waiting)} will wait in the list.`)}
      </span>
    </>
  );
}

/** Returns why nothing can be sent; undefined if something can. */
function findObstruction({ fault, defaults }: ImportState, { due, waiting }: Totals): string | undefined {
  if (fault !== null) return 'The table has to be corrected first, or left out.';
  if (due === 0) return `${toVideos(waiting)} ${waiting === 1 ? 'waits' : 'wait'} for you in the list.`;
  return findDefaultsProblem(defaults);
}

/** Says what the button will do: `Import 30 videos, private`, or `Import 30 videos: 28 public, 2 private, and add to 1`. */
function toImportLabel(items: readonly Item[]): string {
  const due = items.filter(isDue);
  const sent = due.filter(({ state }) => state.phase !== 'known');
  const completed = due.length - sent.length;
  if (sent.length === 0) return completed === 0 ? 'Import' : `Add to ${toVideos(completed)}`;
  const counts = catalog.VISIBILITIES.map((visibility) => ({
    visibility,
    count: sent.filter(({ film }) => film.visibility === visibility).length,
  })).filter(({ count }) => count > 0);
  const audience =
    counts.length === 1
      ? `, ${counts[0]?.visibility ?? ''}`
      : `: ${counts.map(({ visibility, count }) => `${count} ${visibility}`).join(', ')}`;
  return `Import ${toVideos(sent.length)}${audience}${completed === 0 ? '' : `, and add to ${completed}`}`;
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
  if (totals.waiting > 0) parts.push(`${totals.waiting} waiting for you`);
  if (totals.untitled > 0) parts.push(`${totals.untitled} with a title from a camera`);
  return parts.join(' · ');
}

function toVideos(count: number): string {
  return count === 1 ? '1 video' : `${formatCount(count)} videos`;
}
