import { AppError } from '@larksong/service-kit';
import type { Explanation } from '@larksong/contracts';
import { decodeText, findFormatProblem, readPeople } from '@larksong/import/people';

import type { Db } from '../db/tables.ts';
import { listKnownAccounts } from './account-store.ts';
import { listWanted, planPeople, type PlannedPerson } from './plan-people.ts';

/**
 * Reads a table of people and decides what an import would do with each line. Throws VALIDATION_FAILED with a sentence if
 * it cannot be read as a whole.
 */
export async function checkPeople(
  db: Db,
  bytes: Buffer,
): Promise<{ people: PlannedPerson[]; notes: Explanation[] }> {
  const problem = findFormatProblem(bytes);
  if (problem) throw new AppError('VALIDATION_FAILED', problem);
  const { people, notes, fault } = readPeople(decodeText(bytes));
  if (fault) throw new AppError('VALIDATION_FAILED', fault);
  return { people: planPeople(people, await listKnownAccounts(db, listWanted(people))), notes };
}
