import { auth, because } from '@larksong/contracts';
import { MAX_PEOPLE_BYTES } from '@larksong/import/people';
import { AppError, readBinaryBody, type Register } from '@larksong/service-kit';
import { toActor } from '@larksong/service-kit/audit';

import type { PeopleImportRow } from '../db/people-tables.ts';
import type { Db } from '../db/tables.ts';
import {
  countLines,
  findLatestImport,
  listFailedLines,
  lockImport,
  markStopped,
} from '../people-imports/store.ts';
import { lockSuperadmin } from '../users/store.ts';
import { checkPeople } from './check-people.ts';
import { exportPeople } from './export-people.ts';
import { startImport } from './start-import.ts';

interface PeopleDeps {
  db: Db;
  peoplePerMinute: number;
  /** Called when an import has started. */
  onImport: () => void;
}

const LIMITS = {
  maxBytes: MAX_PEOPLE_BYTES,
  stallMs: 30_000,
  tooLarge: because('people.table-too-large', { megabytes: MAX_PEOPLE_BYTES / 1_000_000 }),
};

/** Registers the export of people, and the progress of an import. */
export function registerPeople(register: Register, deps: PeopleDeps): void {
  const { db } = deps;
  register(auth.exportPeople, async () => ({
    file: { name: 'larksong-people.csv', bytes: Buffer.from(await exportPeople(db)) },
  }));

  register(auth.getPeopleImport, async ({ reply }) => {
    reply.header('cache-control', 'no-store');
    const run = await findLatestImport(db);
    return { data: { import: run ? await describe(deps, run) : null } };
  });

  register(auth.stopPeopleImport, async ({ params, record, request, viewer }) => {
    const { id } = params;
    const run = await db.transaction().execute(async (trx) => {
      await lockSuperadmin(trx); // before the import, as the loop does
      const found = await lockImport(trx, id);
      if (!found) throw new AppError('IMPORT_NOT_FOUND');
      if (found.ended_at !== null) throw new AppError('CONFLICT', because('people.import-ended'));
      await markStopped(trx, id);
      await record(trx, { action: 'people.stop-import', subject: { id } });
      return (await lockImport(trx, id)) ?? found;
    });
    request.log.info({ by: viewer.id, importId: id }, 'an import of people was stopped');
    return { data: { import: await describe(deps, run) } };
  });
}

/** Registers the calls that read a table. The server must leave bodies of every type unread (`addBinaryBodies`). */
export function registerPeopleTables(register: Register, deps: PeopleDeps): void {
  const { db } = deps;
  register(auth.checkPeople, async ({ request, reply }) => {
    reply.header('cache-control', 'no-store');
    const { people, notes } = await checkPeople(db, await readBinaryBody(request, LIMITS));
    return {
      data: {
        people: people.map(({ line, email, work, explanations }) => ({ line, email, work, explanations })),
        notes,
      },
    };
  });

  register(auth.importPeople, async ({ query, request, viewer }) => {
    const run = await startImport(db, {
      bytes: await readBinaryBody(request, LIMITS),
      leaveOut: query.leaveOut,
      askedBy: viewer.id,
      actor: toActor(viewer, request),
    });
    if (!run) return { data: { import: null } };
    request.log.info({ by: viewer.id, importId: run.id }, 'an import of people was started');
    deps.onImport();
    return { data: { import: await describe(deps, run) } };
  });
}

async function describe(
  { db, peoplePerMinute }: PeopleDeps,
  run: PeopleImportRow,
): Promise<auth.PeopleImport> {
  const [counts, failures] = await Promise.all([countLines(db, run.id), listFailedLines(db, run.id)]);
  return {
    id: run.id,
    startedAt: run.created_at.toISOString(),
    startedBy: run.actor.name,
    endedAt: run.ended_at?.toISOString() ?? null,
    isStopped: run.is_stopped,
    peoplePerMinute,
    counts,
    failures,
  };
}
