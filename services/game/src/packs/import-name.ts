import { isDeepStrictEqual } from 'node:util';

import type { game } from '@larksong/contracts';
import { AppError, inTransaction } from '@larksong/service-kit';

import { lockLetter } from '../categories/store.ts';
import type { PackImportRow } from '../db/tables.ts';
import { createItems } from '../items/store.ts';
import { discardObjects, keepObject } from '../media/stored-object.ts';
import { importMedium, type ImportDeps, type Part } from './import-medium.ts';
import { findNameState } from './name-store.ts';
import type { OpenedPack } from './open-pack.ts';
import type { NameStep } from './steps.ts';
import { endStep, type NewLine } from './store.ts';

/** An import that this process works on. */
export interface Work {
  row: PackImportRow;
  files: OpenedPack['files'];
}

/**
 * Imports a name with its cards, picture and sound, and records what became of them, all at once or not at all. A bad file
 * does not prevent the rest. Returns undefined if the claim was lost. Throws if the step must be tried again.
 */
export async function importName(
  deps: ImportDeps,
  { row, files }: Work,
  { step, number }: { step: NameStep; number: number },
): Promise<NewLine[] | undefined> {
  const before = await findNameState(deps.db, step);
  const parts: Part[] = [toCardsPart(step, before.hasCards)];
  try {
    const media = (['picture', 'sound'] as const).flatMap((kind) => {
      const medium = step[kind];
      return medium ? [importMedium(deps, { row, files, step, before, kind, medium })] : [];
    });
    const ended = await Promise.allSettled(media);
    // If one must be tried again, the object of the other is discarded.
    parts.push(...ended.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])));
    for (const one of ended) if (one.status === 'rejected') throw one.reason;
    return await inTransaction(deps.db, async (trx) => {
      const category = await lockLetter(trx, step.letter);
      // Somebody else has changed this name, or deleted the letter: what is to be done must be found out again.
      if (!category || !isDeepStrictEqual(await findNameState(trx, step), before))
        throw new AppError('CONFLICT');
      if (!before.hasCards)
        await createItems(
          trx,
          category.id,
          step.cards.map((type) => ({ type, name: step.name })),
        );
      for (const { added } of parts) {
        if (!added) continue;
        await keepObject(trx, added.object);
        await added.save(trx, { categoryId: category.id, name: step.name });
      }
      const lines = parts.map(({ line }) => line);
      if (!(await endStep(trx, row, { step: number, lines }))) throw new ClaimLostError();
      return lines;
    });
  } catch (error) {
    await discardObjects(
      deps.db,
      parts.flatMap(({ added }) => added?.object ?? []),
    );
    if (error instanceof ClaimLostError) return undefined;
    throw error;
  }
}

/** Rolls back a step that another process has taken over. */
class ClaimLostError extends Error {}

function toCardsPart({ letter, name }: NameStep, isThere: boolean): Part {
  const result: game.PackResult = isThere ? 'present' : 'added';
  return { line: { part: 'cards', result, letter, name, path: null, reason: null, sound_id: null } };
}
