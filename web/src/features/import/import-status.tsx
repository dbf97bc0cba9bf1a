import { catalog } from '@larksong/contracts';
import { useId } from 'react';

import { formatBytes } from '../../lib/bytes.ts';
import { formatCount, formatList, roundedAsShown } from '../../lib/format.ts';
import { useTexts, type Texts } from '../../lib/texts.ts';
import { toTranscoding } from '../../parts/message-elements.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Message } from '../../ui/message.tsx';
import { AddToListButton } from '../song-lists/add/add-to-list-button.tsx';
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

/** How far the import is, and its buttons. It stays in view above the list. */
export function ImportStatus({ state, onStart, onStop, onRetry, onCompare }: ImportStatusProps) {
  const t = useTexts();
  const { phase, stopReason, obstacle } = state;
  const totals = countItems(state.items);
  const isWorking = phase === 'running' || phase === 'checking';
  const isOffered = !isWorking && (totals.due > 0 || totals.waiting > 0);
  return (
    <section className={classNames('panel', styles.status)} aria-label={t('import.status')}>
      <output className={styles.summary}>{toSummary(t, state, totals)}</output>
      {stopReason !== null && <Message kind="bad">{stopReason}</Message>}
      {obstacle !== null && <Message kind="warn">{t(`import.obstacle-${obstacle}`)}</Message>}
      {phase === 'running' && <Progress state={state} />}
      {phase === 'ended' && totals.failed === 0 && totals.waiting === 0 && (
        <Message kind="good">{t.rich('import.complete', { link: toTranscoding })}</Message>
      )}
      <div className="row">
        {isOffered && <StartButton state={state} totals={totals} onStart={onStart} />}
        {phase === 'running' && (
          <Button variant="plain" onClick={onStop}>
            {t('import.stop')}
          </Button>
        )}
        {!isWorking && totals.failed > 0 && (
          <Button variant="plain" onClick={onRetry}>
            {t('import.retry', { count: totals.failed })}
          </Button>
        )}
        {phase === 'ended' && <AddImported items={state.items} />}
        {phase === 'ready' && stopReason !== null && (
          <Button variant="plain" onClick={onCompare}>
            {t('import.compare')}
          </Button>
        )}
      </div>
    </section>
  );
}

/** Adds the videos that were sent to lists, as many as a list may have. */
function AddImported({ items }: { items: readonly Item[] }) {
  const t = useTexts();
  const ids = items.flatMap(({ state }) =>
    state.phase === 'done' && !state.isAddition ? state.videoId : [],
  );
  if (ids.length === 0) return null;
  const first = ids.slice(0, catalog.MAX_LIST_SONGS);
  return (
    <AddToListButton
      ids={first}
      subject={t('import.count-done', { count: first.length })}
      label={t('import.add-to-list')}
    />
  );
}

interface StartButtonProps {
  state: ImportState;
  totals: Totals;
  onStart: () => void;
}

/** Says what it will do, or why it cannot. */
function StartButton({ state, totals, onStart }: StartButtonProps) {
  const t = useTexts();
  const obstruction = findObstruction(t, state, totals);
  const reasonId = useId();
  return (
    <>
      <Button disabled={obstruction !== undefined} aria-describedby={reasonId} onClick={onStart}>
        {state.phase === 'paused' ? t('import.continue') : toImportLabel(t, state.items)}
      </Button>
      <span id={reasonId} className={obstruction === undefined ? 'muted small' : styles.reason}>
        {obstruction ?? (totals.waiting > 0 && t('import.will-wait', amountOf(totals.waiting)))}
      </span>
    </>
  );
}

/** Returns why nothing can be sent; undefined if something can. */
function findObstruction(
  t: Texts,
  { fault, defaults }: ImportState,
  { due, waiting }: Totals,
): string | undefined {
  if (fault !== null) return t('import.correct-table');
  if (due === 0) return t('import.all-wait', amountOf(waiting));
  return findDefaultsProblem(defaults);
}

/** Says what the button will do: `Import 30 videos, private`, or `Import 30 videos: 28 public, 2 private, and add to 1`. */
function toImportLabel(t: Texts, items: readonly Item[]): string {
  const due = items.filter(isDue);
  const sent = due.filter(({ state }) => state.phase !== 'known');
  const completed = due.length - sent.length;
  if (sent.length === 0)
    return completed === 0 ? t('import.start') : t('import.start-adding', amountOf(completed));
  const counts = catalog.VISIBILITIES.map((visibility) => ({
    visibility,
    count: sent.filter(({ film }) => film.visibility === visibility).length,
  })).filter(({ count }) => count > 0);
  const values = { ...amountOf(sent.length), added: completed };
  const [first] = counts;
  if (first && counts.length === 1) return t('import.start-all', { ...values, visibility: first.visibility });
  const parts = counts.map(({ visibility, count }) => t(`import.count-${visibility}`, { count }));
  return t('import.start-some', { ...values, parts: formatList(parts, 'unit') });
}

function Progress({ state: { progress, obstacle } }: { state: ImportState }) {
  const t = useTexts();
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
      <progress max={Math.max(1, progress.totalBytes)} value={sentBytes} aria-label={t('import.bar')} />
    </>
  );
}

function toSummary(t: Texts, { phase, reading }: ImportState, totals: Totals): string {
  if (phase === 'checking')
    return reading === null || reading.total === 0
      ? t('import.comparing')
      : t('import.comparing-part', { number: reading.read + 1, total: reading.total });
  const parts = [t('import.to-send', { ...amountOf(totals.count), size: formatBytes(totals.totalBytes) })];
  if (totals.done > 0) parts.push(t('import.count-done', { count: totals.done }));
  if (totals.known > 0) parts.push(t('import.count-known', { count: totals.known }));
  if (totals.failed > 0) parts.push(t('import.count-failed', { count: totals.failed }));
  if (totals.waiting > 0) parts.push(t('import.count-waiting', { count: totals.waiting }));
  if (totals.untitled > 0) parts.push(t('import.count-untitled', { count: totals.untitled }));
  return parts.join(' · ');
}

/** Returns the values of a message about a number of videos, which is shortened from 1,000 on. */
function amountOf(count: number) {
  return { count: roundedAsShown(count), shown: formatCount(count) };
}
