import { AppError } from '@larksong/service-kit';

import type { Db } from '../db/tables.ts';
import type { ImportDeps } from './import-medium.ts';
import { discardName, prepareName, saveName, type PreparedName, type Work } from './import-name.ts';
import type { Step } from './steps.ts';
import { ClaimLostError, endStep, type NewLine } from './store.ts';

/** As many names are prepared while one is saved: picture and sound take longer than the rows. */
const AHEAD = 2;

/** A step that is ready to be saved: a name, or only lines. */
type Prepared = PreparedName | { lines: NewLine[] };

interface Steps {
  steps: readonly Step[];
  /** The first one to run. */
  from: number;
  /**
   * Whether each is prepared only after the previous one was saved, so that a step that crashes the process can be
   * identified.
   */
  isCareful: boolean;
}

/**
 * Runs steps in order and yields the lines of each, once it is saved. Ends early if another process has taken the import
 * over. Throws if a step must be tried again. Whatever was prepared only is removed.
 */
export async function* runSteps(
  deps: ImportDeps,
  work: Work,
  { steps, from, isCareful }: Steps,
): AsyncGenerator<NewLine[]> {
  const prepared: Promise<Prepared>[] = [];
  let next = from;
  try {
    for (let number = from; number < steps.length; number += 1) {
      for (; next < steps.length && next <= number + (isCareful ? 0 : AHEAD); next += 1) {
        const step = steps[next];
        if (step) prepared.push(ignoreUnhandled(prepare(deps, work, step)));
      }
      const ready = await prepared[0];
      void prepared.shift();
      const lines = ready && (await save(deps.db, work, { ready, number }));
      if (!lines) return;
      yield lines;
    }
  } finally {
    for (const one of await Promise.allSettled(prepared))
      if (one.status === 'fulfilled' && 'step' in one.value) await discardName(deps.db, one.value);
  }
}

/** Its failure is handled when it is its turn. */
function ignoreUnhandled<T>(work: Promise<T>): Promise<T> {
  work.catch(() => {});
  return work;
}

async function prepare(deps: ImportDeps, work: Work, step: Step): Promise<Prepared> {
  return 'refused' in step ? { lines: [{ ...step.refused, sound_id: null }] } : prepareName(deps, work, step);
}

/**
 * Saves a step and returns its lines; undefined if another process has taken the import over. If the connection is lost,
 * it is unknown whether the step was saved: its objects stay, and those that are not known are swept later.
 */
async function save(
  db: Db,
  { row }: Work,
  { ready, number }: { ready: Prepared; number: number },
): Promise<NewLine[] | undefined> {
  const lines = 'step' in ready ? ready.parts.map(({ line }) => line) : ready.lines;
  try {
    if ('step' in ready) await saveName(db, ready, (trx) => endStep(trx, row, { step: number, lines }));
    else await db.transaction().execute((trx) => endStep(trx, row, { step: number, lines }));
    return lines;
  } catch (error) {
    const isLost = error instanceof ClaimLostError;
    if ('step' in ready && (isLost || error instanceof AppError)) await discardName(db, ready);
    if (isLost) return undefined;
    throw error;
  }
}
