import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';

import { CommandError, readArguments } from '@larksong/service-kit';
import { COMMAND_LINE } from '@larksong/service-kit/audit';

import { checkPeople } from '../people/check-people.ts';
import { exportPeople } from '../people/export-people.ts';
import type { PlannedPerson } from '../people/plan-people.ts';
import { countWork, startImport } from '../people/start-import.ts';
import type { Command, Result } from './command.ts';

const OPTIONS = {
  'dry-run': { type: 'boolean', default: false },
  'leave-out-mistakes': { type: 'boolean', default: false },
} as const;

/** `users import FILE`. */
export const importUsers: Command = (args) => {
  const { values, positionals } = readArguments(args, { options: OPTIONS, least: 1, most: 1 });
  return async ({ db, note }) => {
    const bytes = await readTable(positionals[0] ?? '');
    const { people, notes } = await checkPeople(db, bytes);
    for (const { message } of notes) note(message);
    const counts = countWork(people);
    if (values['dry-run'])
      return { text: [...people.flatMap(toLines), toSummary(counts)].join('\n'), data: people };
    if (counts.mistake > 0) {
      const mistakes = people.filter(({ work }) => work === 'mistake').flatMap(toLines);
      if (!values['leave-out-mistakes'])
        throw new CommandError(
          [...mistakes, 'Nobody was invited. Correct these lines, or add --leave-out-mistakes.'].join('\n'),
        );
      for (const line of mistakes) note(line);
    }
    const run = await startImport(db, { bytes, leaveOut: true, askedBy: null, actor: COMMAND_LINE });
    return toResult(run?.id ?? null, counts);
  };
};

/** Reads a file, or standard input for `-`. */
async function readTable(place: string): Promise<Buffer> {
  if (place === '-') return buffer(process.stdin);
  return readFile(place).catch((cause: unknown) => {
    throw new CommandError(`The file ${place} cannot be read.`, { cause });
  });
}

function toLines({ explanations }: PlannedPerson): string[] {
  return explanations.map(({ message }) => message);
}

type Counts = ReturnType<typeof countWork>;

function toSummary({ invite, promote, none, mistake }: Counts): string {
  return `To invite: ${invite}. To make teachers: ${promote}. Unchanged: ${none}. Mistakes: ${mistake}.`;
}

function toResult(importId: string | null, counts: Counts): Result {
  const text =
    importId === null
      ? 'Everybody in the table is here already. Nothing was changed.'
      : `${toSummary(counts)} The running site does it, some people a minute; the page Accounts shows how far it is.`;
  return { text, data: { importId, counts } };
}

/** `users export`. */
export const exportUsers: Command = (args) => {
  readArguments(args, { options: {}, least: 0, most: 0 });
  return async ({ db }) => {
    const text = (await exportPeople(db)).trimEnd();
    return { text, data: { table: text } };
  };
};
