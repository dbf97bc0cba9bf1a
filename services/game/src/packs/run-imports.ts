import type { game } from '@larksong/contracts';
import { toAppError } from '@larksong/service-kit';

import type { PackImportRow } from '../db/tables.ts';
import { folderOf } from '../media/store.ts';
import { emptyFolders } from '../sweeps/store.ts';
import { isPassing, type ImportDeps } from './import-medium.ts';
import { importName, type Work } from './import-name.ts';
import { openPack, type OpenedPack, type PackLimits } from './open-pack.ts';
import type { Step } from './steps.ts';
import {
  claimImport,
  deleteOldImports,
  endStep,
  finishImport,
  releaseImport,
  type NewLine,
} from './store.ts';

export interface RunDeps extends ImportDeps, PackLimits {
  onSweep: () => void;
  onSoundDue: () => void;
  onResult: (result: game.PackResult) => void;
}

/** A step that has ended this many processes is left out. */
const MAX_TRIES = 3;

const FATAL = 'This part of the pack made the server stop several times and was left out.';

/**
 * Runs one round: works on the imports that no other process works on, one after another, and deletes old ones. An import
 * goes on where it was when its process ended.
 */
export async function runImports(deps: RunDeps, signal: AbortSignal): Promise<void> {
  for (;;) {
    const row = signal.aborted ? undefined : await claimImport(deps.db);
    if (!row) break;
    let isToBlame = false;
    try {
      await runImport(deps, row, signal);
    } catch (error) {
      isToBlame = !isPassing(error);
      throw error;
    } finally {
      await releaseImport(deps.db, row, { isToBlame }).catch(() => {}); // or its time runs out
    }
  }
  await deleteOldImports(deps.db);
}

async function runImport(deps: RunDeps, row: PackImportRow, signal: AbortSignal): Promise<void> {
  const pack = await reopen(deps, row);
  for (let number = row.next_step; number < pack.steps.length; number += 1) {
    if (signal.aborted) return;
    const step = pack.steps[number];
    if (!step) return;
    const isGivenUp = number === row.next_step && row.tries > MAX_TRIES;
    const lines = await runStep(
      deps,
      { row, files: pack.files },
      { step: isGivenUp ? giveUp(step) : step, number },
    );
    if (!lines) return;
    for (const { result } of lines) deps.onResult(result);
    if (lines.some(({ sound_id: soundId }) => soundId !== null)) deps.onSoundDue();
  }
  await finish(deps, row);
}

type Numbered = { step: Step; number: number };

/** Returns the lines of a step; undefined if another process has taken the import over. */
async function runStep(
  deps: RunDeps,
  work: Work,
  { step, number }: Numbered,
): Promise<NewLine[] | undefined> {
  if (!('refused' in step)) return importName(deps, work, { step, number });
  const lines: NewLine[] = [{ ...step.refused, sound_id: null }];
  const isHeld = await deps.db
    .transaction()
    .execute((trx) => endStep(trx, work.row, { step: number, lines }));
  return isHeld ? lines : undefined;
}

function giveUp(step: Step): Step {
  if ('refused' in step) return step;
  const { letter, name } = step;
  return { refused: { part: 'cards', result: 'refused', letter, name, path: null, reason: FATAL } };
}

/** Opens the pack of an import. If it cannot be opened any more, there is one step, which says why. */
async function reopen(deps: RunDeps, row: PackImportRow): Promise<OpenedPack> {
  try {
    return await openPack(deps.storage, row.key, deps);
  } catch (error) {
    if (isPassing(error)) throw error;
    const { message: reason } = toAppError(error);
    const line: game.PackLine = {
      part: 'file',
      result: 'refused',
      letter: null,
      name: null,
      path: null,
      reason,
    };
    const steps: Step[] = Array.from({ length: row.next_step + 1 }, () => ({ refused: line }));
    return { steps, files: new Map() };
  }
}

async function finish(deps: RunDeps, row: PackImportRow): Promise<void> {
  const isDone = await deps.db.transaction().execute(async (trx) => {
    const isHeld = await finishImport(trx, row);
    if (isHeld) await emptyFolders(trx, [{ prefix: folderOf(row.id) }]);
    return isHeld;
  });
  deps.onSweep();
  if (isDone) deps.logger.info({ importId: row.id, steps: row.step_count }, 'pack imported');
}
