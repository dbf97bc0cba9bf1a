import { auth } from '@larksong/contracts';
import { useMutation } from '@tanstack/react-query';

import { invalidate } from '../../api/invalidate.ts';
import { useCall } from '../../api/queries.ts';
import { sendBody } from '../../api/send-body.ts';
import { focusHeading } from '../../lib/focus-heading.ts';
import { text } from '../../lib/texts.ts';
import { errorSentence } from '../../parts/error-sentence.ts';

/** Pause between two requests while an import is running: as long as one person takes. */
const POLL_INTERVAL_MS = 2000;

/** A table that was checked, and what an import would do with it. */
export interface CheckedFile {
  /** Another one for each check. */
  key: number;
  file: File;
  people: readonly auth.PersonCheck[];
  notes: readonly auth.LineExplanation[];
}

/** The table that was chosen on this page, and the latest import of the site. */
export function usePeopleImport() {
  const latest = useCall(
    auth.getPeopleImport,
    {},
    {
      staleTime: 0,
      refetchInterval: ({ state }) => state.data?.import?.endedAt === null && POLL_INTERVAL_MS,
    },
  );
  const checking = useMutation({ mutationFn: check });
  const starting = useMutation({
    mutationFn: start,
    onSuccess: async () => {
      await invalidate(auth.getPeopleImport);
      checking.reset();
      // The button is gone.
      setTimeout(focusHeading);
    },
    // Another import may have been started meanwhile.
    onError: () => invalidate(auth.getPeopleImport),
  });
  const error = checking.error ?? starting.error;
  return {
    latest,
    table: checking.data,
    isChecking: checking.isPending,
    isStarting: starting.isPending,
    problem: error ? errorSentence(error) : undefined,
    check: (file: File): void => {
      starting.reset();
      checking.mutate(file);
    },
    start: (table: CheckedFile): void => {
      if (!starting.isPending) starting.mutate(table);
    },
  };
}

let checks = 0;

async function check(file: File): Promise<CheckedFile> {
  const { people, notes } = await sendBody(auth.checkPeople, file, { failure: text('people.unreadable') });
  checks += 1;
  return { key: checks, file, people, notes };
}

async function start({ file }: CheckedFile): Promise<void> {
  await sendBody(auth.importPeople, file, {
    query: { leaveOut: true }, // the page has shown the lines with mistakes
    failure: text('people.unreadable'),
  });
}
