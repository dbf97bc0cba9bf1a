import { ApiError } from '@larksong/contracts';
import pMap from 'p-map';

import type { Store } from '../../lib/store.ts';
import { text } from '../../lib/texts.ts';
import { errorSentence } from '../../parts/error-sentence.ts';
import { FileGoneError } from '../upload/file-gone.ts';
import { addSample, resumeProgress, startProgress } from '../upload/progress.ts';
import type { Hasher } from './hasher.ts';
import type { ImportState } from './import-state.ts';
import { countItems, findItemProblem, isDue, type Item, type ItemState } from './items.ts';
import { rememberLeft } from './left-over.ts';
import { addMissing, sendFilm } from './send-film.ts';

/** Films sent at a time; the server has few places for parts, and each large film takes two. */
const CONCURRENCY = 2;
/** Progress is shown this often, however often the browser reports it. */
const TICK_MS = 300;

interface RunOptions {
  state: Store<ImportState>;
  hasher: Hasher;
  /** Hashes that are known from the comparison, by key. */
  hashes: Map<string, string>;
  signal: AbortSignal;
}

/** A running import. */
interface Run extends RunOptions {
  /** Ends it before its films are sent. */
  halt: AbortController;
  /** The bytes sent of the films that are being sent, by key. */
  sent: Map<string, number>;
}

/**
 * Sends the films that are due, two at a time, and marks each as done or failed. Stops with a reason if the next film
 * would fail in the same way: storage is full, or the session has ended. Never rejects.
 */
export async function runImport(options: RunOptions): Promise<void> {
  const { state } = options;
  const halt = new AbortController();
  const run = { ...options, halt, sent: new Map(), signal: AbortSignal.any([options.signal, halt.signal]) };
  const { totalBytes, sentBytes } = countItems(state.get().items);
  const progress = startProgress(totalBytes, performance.now(), sentBytes);
  change(run, { phase: 'running', stopReason: null, obstacle: null, progress });
  const timer = setInterval(() => change(run, toProgress(state.get(), run.sent)), TICK_MS);
  await pMap(state.get().items.filter(isDue), (item) => sendOrMark(run, item), { concurrency: CONCURRENCY });
  clearInterval(timer);
  const isFinished = !state.get().items.some(isDue);
  change(run, { phase: isFinished ? 'ended' : 'paused', obstacle: null, progress: null });
}

function change({ state }: Pick<Run, 'state'>, changes: Partial<ImportState>): void {
  state.set({ ...state.get(), ...changes });
}

function mark(run: Run, key: string, state: ItemState): void {
  const items = run.state.get().items.map((item) => (item.key === key ? { ...item, state } : item));
  change(run, { items });
  if (state.phase !== 'sending') rememberLeft(items);
}

async function sendOrMark(run: Run, item: Item): Promise<void> {
  const { signal, halt } = run;
  if (signal.aborted) return;
  mark(run, item.key, { phase: 'sending', sentBytes: 0 });
  try {
    mark(run, item.key, await send(run, item));
  } catch (error) {
    const stopReason = toStopReason(error);
    if (signal.aborted || stopReason !== undefined) mark(run, item.key, item.state);
    else mark(run, item.key, { phase: 'failed', sentence: toSentence(error) });
    if (signal.aborted || stopReason === undefined) return;
    change(run, { stopReason });
    halt.abort(); // the others would fail as well
  }
}

async function send(run: Run, { key, film, state }: Item): Promise<ItemState> {
  if (state.phase === 'known' && state.twin.kind === 'on-site') {
    const { source } = state.twin;
    return { phase: 'done', videoId: source.id, isAddition: true, notes: await addMissing(film, source) };
  }
  const problem = findItemProblem(film);
  if (problem !== undefined) return { phase: 'failed', sentence: problem };
  const hash = run.hashes.get(key) ?? (await run.hasher.hash(film.file.file));
  run.hashes.set(key, hash);
  const sent = await sendFilm(film, {
    hash,
    privateUserId: run.state.get().defaults.privateUserId,
    signal: run.signal,
    onSent: (bytes) => run.sent.set(key, bytes),
    onObstacle: (obstacle) => change(run, { obstacle }),
  });
  return { phase: 'done', isAddition: false, ...sent };
}

/** Returns the changes since the last tick; an obstacle ends when bytes move again. */
function toProgress(state: ImportState, sent: ReadonlyMap<string, number>): Partial<ImportState> {
  const items = state.items.map((item) => withSentBytes(item, sent.get(item.key)));
  if (state.progress === null) return {};
  const sample = { atMs: performance.now(), sentBytes: countItems(items).sentBytes };
  const isMoving = sample.sentBytes > (state.progress.samples.at(-1)?.sentBytes ?? 0);
  const progress = addSample(state.progress, sample);
  return state.obstacle !== null && isMoving
    ? { items, obstacle: null, progress: resumeProgress(progress, sample.atMs) }
    : { items, progress };
}

/** Returns the same item if nothing has moved, so that its row is not rendered again. */
function withSentBytes(item: Item, bytes: number | undefined): Item {
  if (item.state.phase !== 'sending' || bytes === undefined || bytes === item.state.sentBytes) return item;
  const sentBytes = Math.min(bytes, item.film.file.sizeBytes);
  return { ...item, state: { phase: 'sending', sentBytes } };
}

function toStopReason(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  if (error.code === 'STORAGE_FULL') return text('import.storage-full', { reason: errorSentence(error) });
  return error.status === 401 || error.status === 403 ? errorSentence(error) : undefined;
}

function toSentence(error: unknown): string {
  return error instanceof FileGoneError ? error.message : errorSentence(error, text('upload.failed'));
}
