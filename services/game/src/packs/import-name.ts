import { isDeepStrictEqual } from 'node:util';

import type { game } from '@larksong/contracts';
import { AppError, inTransaction } from '@larksong/service-kit';

import { lockLetter } from '../content/category-store.ts';
import { createItems } from '../content/item-store.ts';
import type { Db, PackImportRow, Trx } from '../db/tables.ts';
import { discardObjects, keepObject } from '../media/stored-object.ts';
import { importMedium, type ImportDeps, type Part } from './import-medium.ts';
import { findNameState, type NameState } from './name-store.ts';
import type { OpenedPack } from './open-pack.ts';
import type { NameStep } from './steps.ts';

/** An import that this process works on. */
export interface Work {
  row: PackImportRow;
  files: OpenedPack['files'];
}

/** A name whose picture and sound are checked and stored, but not yet those of the name. */
export interface PreparedName {
  row: PackImportRow;
  step: NameStep;
  /** What the site already had for it at that time. */
  before: NameState;
  parts: Part[];
}

/**
 * Checks and stores the picture and the sound of a name. A bad file does not prevent the rest. Throws if that must be tried
 * again; then nothing stays.
 */
export async function prepareName(deps: ImportDeps, work: Work, step: NameStep): Promise<PreparedName> {
  const before = await findNameState(deps.db, { ...step, pack: work.row.language });
  const media = (['picture', 'sound'] as const).flatMap((kind) => {
    const medium = step[kind];
    return medium ? [importMedium(deps, { ...work, step, before, kind, medium })] : [];
  });
  const ended = await Promise.allSettled(media);
  const stored = ended.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const prepared = {
    row: work.row,
    step,
    before,
    parts: [...toCardsParts(step, before.hasCards), ...stored],
  };
  for (const one of ended)
    if (one.status === 'rejected') {
      await discardName(deps.db, prepared);
      throw one.reason;
    }
  return prepared;
}

/** Removes the files stored for a name that is not saved. */
export async function discardName(db: Db, { parts }: PreparedName): Promise<void> {
  await discardObjects(
    db,
    parts.flatMap(({ added }) => added?.object ?? []),
  );
}

/**
 * Saves a prepared name with its cards, picture and sound, all at once or not at all, together with `endStep`. Throws
 * CONFLICT if somebody has changed the name since.
 */
export async function saveName(
  db: Db,
  { row, step, before, parts }: PreparedName,
  endStep: (trx: Trx) => Promise<void>,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const of = { pack: row.language, letter: step.letter, name: step.name };
    const category = await lockLetter(trx, of);
    if (!category || !isDeepStrictEqual(await findNameState(trx, of), before)) throw new AppError('CONFLICT');
    const cards = step.cards.map((type) => ({ type, name: step.name }));
    if (!before.hasCards) await createItems(trx, category.id, cards);
    for (const { added } of parts) {
      if (!added) continue;
      await keepObject(trx, added.object);
      await added.save(trx, { categoryId: category.id, name: step.name });
    }
    await endStep(trx);
  });
}

function toCardsParts({ letter, name, cards }: NameStep, isThere: boolean): Part[] {
  if (cards.length === 0) return [];
  const result: game.PackResult = isThere ? 'present' : 'added';
  return [{ line: { part: 'cards', result, letter, name, path: null, reason: null, sound_id: null } }];
}
