import type { AuditArea, AuditCheck } from '@larksong/contracts';

import { useCall } from '../../api/queries.ts';
import { errorSentence } from '../../parts/error-sentence.ts';
import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';
import { LOGS } from './use-changes.ts';
import styles from './changes.module.css';

/** Shows whether the entries of a log are unaltered. */
export function ChainCheck({ area }: { area: AuditArea }) {
  const { data, error, isFetching, refetch } = useCall(LOGS[area].check, {}, { staleTime: 0 });
  return (
    <div className={styles.check}>
      {data && !error && <Result check={data.check} />}
      {error && <Message kind="warn">This list could not be checked. {errorSentence(error)}</Message>}
      {!data && !error && <Message>Checking that nothing was changed or removed…</Message>}
      <Button variant="quiet" busy={isFetching} onClick={() => void refetch()}>
        Check again
      </Button>
    </div>
  );
}

function Result({ check }: { check: AuditCheck }) {
  const { entryCount, firstNumber, lastNumber, brokenAt, lastHash } = check;
  if (brokenAt !== null)
    return (
      <Message kind="bad">
        This list is broken at entry {brokenAt}: an entry was changed or removed in the database. Compare it
        with a backup, and find out who can reach the database.
      </Message>
    );
  if (lastHash === null) return <Message>Nothing has been recorded yet.</Message>;
  return (
    <Message kind="good">
      Nothing was altered: {entryCount === 1 ? 'one entry' : `${entryCount} entries`} checked (No.{' '}
      {firstNumber} to {lastNumber}). Check code <code className={styles.text}>{lastHash.slice(0, 16)}</code>
    </Message>
  );
}
