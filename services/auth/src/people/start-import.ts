import { because, type auth } from '@larksong/contracts';
import { AppError } from '@larksong/service-kit';
import { recordAs, type Actor } from '@larksong/service-kit/audit';

import type { PeopleImportRow } from '../db/people-tables.ts';
import type { Db } from '../db/tables.ts';
import { createImport, type NewLine } from '../people-imports/store.ts';
import { checkPeople } from './check-people.ts';
import type { PlannedPerson } from './plan-people.ts';

/**
 * Starts the import of a table; a loop does the work. Returns undefined if there is nothing to do. Throws
 * VALIDATION_FAILED for a table that cannot be read, or has mistakes and `leaveOut` is false; CONFLICT while another
 * import is running.
 */
export async function startImport(
  db: Db,
  given: { bytes: Buffer; leaveOut: boolean; askedBy: string | null; actor: Actor },
): Promise<PeopleImportRow | undefined> {
  const { askedBy, actor } = given;
  const { people } = await checkPeople(db, given.bytes);
  const count = countWork(people);
  if (count.mistake > 0 && !given.leaveOut)
    throw new AppError('VALIDATION_FAILED', because('people.has-mistakes', { count: count.mistake }));
  const lines = people.filter(({ work }) => work === 'invite' || work === 'promote').map(toNewLine);
  if (lines.length === 0) return undefined;
  return db.transaction().execute(async (trx) => {
    const run = await createImport(trx, { askedBy, actor, lines });
    if (!run) throw new AppError('CONFLICT', because('people.still-importing'));
    const after = { invited: count.invite, promoted: count.promote };
    await recordAs(actor)(trx, { action: 'people.import', subject: { id: run.id }, after });
    return run;
  });
}

/** Returns the number of lines of each kind of work. */
export function countWork(people: readonly PlannedPerson[]): Record<auth.PersonWork, number> {
  const counts = { invite: 0, promote: 0, none: 0, mistake: 0 };
  for (const { work } of people) counts[work] += 1;
  return counts;
}

function toNewLine(person: PlannedPerson): NewLine {
  return {
    line: person.line,
    email: person.email,
    username: person.username,
    is_username_made: person.isUsernameMade,
    display_name: person.displayName,
    is_teacher: person.isTeacher,
  };
}
