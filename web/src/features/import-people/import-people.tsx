import { useServerTexts } from '../../parts/server-words.ts';
import { useTexts } from '../../lib/texts.ts';
import { LoadFailed } from '../../parts/load-failed.tsx';
import { Message } from '../../ui/message.tsx';
import { Status } from '../../ui/status.tsx';
import { CheckedTable } from './checked-table.tsx';
import { ChooseTable } from './choose-table.tsx';
import { ImportProgress } from './import-progress.tsx';
import { usePeopleImport } from './use-people-import.ts';

/** Invites the people in a table: choose it, look what would happen with each line, start. */
export function ImportPeople() {
  const t = useTexts();
  useServerTexts('failures');
  const people = usePeopleImport();
  const { latest, table } = people;
  const isRunning = latest.data?.import?.endedAt === null;
  return (
    <>
      <p>{t('people.about')}</p>
      {latest.isError && latest.data === undefined && (
        <LoadFailed title={t('people.failed')} error={latest.error} onRetry={() => void latest.refetch()} />
      )}
      {latest.data?.import && (
        <ImportProgress
          shown={latest.data.import}
          isStale={latest.isRefetchError || latest.fetchStatus === 'paused'}
        />
      )}
      {people.problem !== undefined && <Message kind="bad">{people.problem}</Message>}
      {latest.isPending && <Status className="muted">{t('people.loading')}</Status>}
      {latest.isPending || isRunning ? null : (
        <>
          <ChooseTable isBusy={people.isChecking} onFile={people.check} />
          {people.isChecking && <Status className="muted">{t('people.checking')}</Status>}
          {table && !people.isChecking && (
            <CheckedTable
              key={table.key}
              table={table}
              isStarting={people.isStarting}
              onStart={people.start}
            />
          )}
        </>
      )}
    </>
  );
}
