import { because, type game } from '@larksong/contracts';
import { toAppError } from '@larksong/service-kit';

import { folderOf } from '../content/media-store.ts';
import { eachPackTables } from '../db/further-tables.ts';
import type { PackImportRow } from '../db/tables.ts';
import type { KnownMedia } from '../files/known-media.ts';
import { foldersOfPack } from '../files/letter-names.ts';
import { emptyFolders } from '../sweeps/store.ts';
import { isPassing, type ImportDeps } from './import-medium.ts';
import { openPack, type OpenedPack, type PackLimits } from './open-pack.ts';
import { toRefusal } from './refusal.ts';
import { runSteps } from './run-steps.ts';
import type { Step } from './steps.ts';
import { claimImport, deleteOldImports, finishImport, releaseImport } from './store.ts';

export interface RunDeps extends ImportDeps, PackLimits {
  knownMedia: KnownMedia;
  onSweep: () => void;
  onSoundDue: () => void;
  onResult: (result: game.PackResult) => void;
}

/** A step that has ended this many processes is left out. */
const MAX_TRIES = 3;

/** Results of parts that leave a new file. */
const NEW: readonly game.PackResult[] = ['added', 'replaced'];

/**
 * Runs one round: works on the imports that no other process works on, one after another, and deletes old ones. An
 * import continues where it was when its process ended.
 */
export async function runImports(deps: RunDeps, signal: AbortSignal): Promise<void> {
  for (const db of eachPackTables(deps.db)) await runImportsOf({ ...deps, db }, signal);
}

async function runImportsOf(deps: RunDeps, signal: AbortSignal): Promise<void> {
  for (;;) {
    const row = signal.aborted ? undefined : await claimImport(deps.db);
    if (!row) break;
    let isToBlame = false;
    try {
      await runImport({ ...deps, ...foldersOfPack(deps, row.language) }, row, signal);
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
  const { files, steps } = await reopen(deps, row);
  const from = row.next_step;
  const first = steps[from];
  if (first && row.tries > MAX_TRIES) steps[from] = giveUp(first);
  let next = from;
  for await (const lines of runSteps(deps, { row, files }, { steps, from, isCareful: row.tries > 1 })) {
    next += 1;
    for (const { result } of lines) deps.onResult(result);
    if (lines.some(({ part, result }) => part === 'picture' && NEW.includes(result)))
      await deps.knownMedia.announce();
    if (lines.some(({ sound_id: soundId }) => soundId !== null)) deps.onSoundDue();
    if (signal.aborted) break;
  }
  if (next === steps.length) await finish(deps, row);
}

function giveUp(step: Step): Step {
  if ('refused' in step) return step;
  const { letter, name } = step;
  const part = { part: 'cards', result: 'refused', letter, name, path: null } as const;
  return { refused: { ...part, ...toRefusal(because('packed.left-out')) } };
}

/** Opens the pack of an import. If it can no longer be opened, the only step says why. */
async function reopen(deps: RunDeps, row: PackImportRow): Promise<OpenedPack> {
  try {
    return await openPack(deps.storage, row.key, deps);
  } catch (error) {
    if (isPassing(error)) throw error;
    const line: game.PackLine = {
      part: 'file',
      result: 'refused',
      letter: null,
      name: null,
      path: null,
      ...toRefusal(toAppError(error)),
    };
    const steps: Step[] = Array.from({ length: row.next_step + 1 }, () => ({ refused: line }));
    return { language: row.language, steps, files: new Map() };
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
