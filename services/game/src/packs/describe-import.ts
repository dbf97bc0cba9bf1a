import { game } from '@larksong/contracts';

import { dbOfPack } from '../content/pack.ts';
import type { Db, PackImportRow } from '../db/tables.ts';
import { countPreparing, listLines, type LineWithSound } from './store.ts';

/** Returns an import as superadmins see it, with its lines once it is done if `withLines` is true. */
export async function describeImport(
  db: Db,
  row: PackImportRow,
  { withLines }: { withLines: boolean },
): Promise<game.PackImport> {
  const isDone = row.state === 'done';
  const { db: tables } = dbOfPack(db, row.language);
  const [preparingCount, lines] = await Promise.all([
    countPreparing(tables, row.id),
    isDone && withLines ? listLines(tables, row.id) : [],
  ]);
  return {
    id: row.id,
    ...(row.language === game.OWN_PACK ? {} : { language: row.language }),
    state: row.state,
    createdAt: row.created_at.toISOString(),
    stepCount: row.step_count,
    doneCount: isDone ? row.step_count : row.next_step,
    preparingCount,
    lines: lines.map(toLine),
  };
}

/** A sound that could not be prepared has been refused after all. */
function toLine({
  part,
  result,
  letter,
  name,
  path,
  reason,
  explanation,
  ...sound
}: LineWithSound): game.PackLine {
  const isFailed = sound.sound_state === 'failed';
  return {
    ...{ part, letter, name, path },
    ...(isFailed
      ? { result: 'refused', reason: sound.sound_error, explanation: null, soundReason: sound.error_reason }
      : { result, reason, explanation, soundReason: sound.sound_reason }),
  };
}
