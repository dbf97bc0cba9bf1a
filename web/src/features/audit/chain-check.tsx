import type { AuditArea, AuditCheck } from '@larksong/contracts';

import { useCall } from '../../api/queries.ts';
import { useTexts } from '../../lib/texts.ts';
import { errorSentence } from '../../parts/error-sentence.ts';
import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';
import { LOGS } from './use-changes.ts';
import styles from './changes.module.css';

/** Shows whether the entries of a log are unaltered. */
export function ChainCheck({ area }: { area: AuditArea }) {
  const t = useTexts();
  const { data, error, isFetching, refetch } = useCall(LOGS[area].check, {}, { staleTime: 0 });
  return (
    <div className={styles.check}>
      {data && !error && <Result check={data.check} />}
      {error && <Message kind="warn">{t('audit.not-checked', { reason: errorSentence(error) })}</Message>}
      {!data && !error && <Message>{t('audit.checking')}</Message>}
      <Button variant="quiet" busy={isFetching} onClick={() => void refetch()}>
        {t('audit.check')}
      </Button>
    </div>
  );
}

function Result({ check }: { check: AuditCheck }) {
  const t = useTexts();
  const { entryCount, firstNumber, lastNumber, brokenAt, lastHash } = check;
  if (brokenAt !== null) return <Message kind="bad">{t('audit.broken', { number: brokenAt })}</Message>;
  if (lastHash === null) return <Message>{t('audit.nothing')}</Message>;
  return (
    <Message kind="good">
      {t.rich('audit.sound', {
        count: entryCount,
        first: firstNumber,
        last: lastNumber,
        code: <code className={styles.text}>{lastHash.slice(0, 16)}</code>,
      })}
    </Message>
  );
}
