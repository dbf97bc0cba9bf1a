import { auth } from '@larksong/contracts';
import { useMutation } from '@tanstack/react-query';
import { useId } from 'react';

import { call } from '../../api/client.ts';
import { invalidate } from '../../api/invalidate.ts';
import { formatAge, formatWait } from '../../lib/format.ts';
import { explain } from '../../lib/server-sentences/texts.ts';
import { text, useTexts, type Texts } from '../../lib/texts.ts';
import { errorSentence } from '../../parts/error-sentence.ts';
import { Button } from '../../ui/button.tsx';
import { alertDialog, confirmDialog } from '../../ui/dialog-host.tsx';
import { Message } from '../../ui/message.tsx';
import { Status } from '../../ui/status.tsx';
import styles from './import-people.module.css';

interface ImportProgressProps {
  shown: auth.PeopleImport;
  /** The state of the import could not be read again. */
  isStale: boolean;
}

/** How far an import is, and afterwards what became of the people. */
export function ImportProgress({ shown, isStale }: ImportProgressProps) {
  const t = useTexts();
  const id = useId();
  const { failures, endedAt, isStopped } = shown;
  return (
    <section className="panel" aria-labelledby={id}>
      <h2 id={id}>{t(endedAt === null ? 'people.running-title' : 'people.latest-title')}</h2>
      <p className="muted small" dir="auto">
        {t('people.started', { name: shown.startedBy, age: formatAge(shown.startedAt) })}
      </p>
      {endedAt === null ? (
        <Running shown={shown} isStale={isStale} />
      ) : (
        <Message kind={isStopped || failures.length > 0 ? 'warn' : 'good'}>
          {t(isStopped ? 'people.stopped' : 'people.complete')} {toOutcome(t, shown)}
        </Message>
      )}
      {failures.length > 0 && (
        <ul className={styles.lines} aria-label={t('people.failures')}>
          {failures.map(({ line, explanation }) => (
            <li key={line} dir="auto">
              {explain(explanation)}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Running({ shown, isStale }: ImportProgressProps) {
  const t = useTexts();
  const { counts, peoplePerMinute } = shown;
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const done = total - counts.waiting;
  const time = formatWait(Math.ceil((counts.waiting * 60) / peoplePerMinute));
  return (
    <>
      <Status>{t(isStale ? 'people.progress-stale' : 'people.progress', { done, total, time })}</Status>
      <progress max={Math.max(total, 1)} value={done} aria-label={t('people.bar')} />
      <p className="muted small">{t('people.running-hint')}</p>
      <StopButton id={shown.id} />
    </>
  );
}

function StopButton({ id }: { id: string }) {
  const t = useTexts();
  const stopping = useMutation({
    mutationFn: () => call(auth.stopPeopleImport, { params: { id } }),
    onSuccess: () => invalidate(auth.getPeopleImport),
    onError: (error) => {
      void invalidate(auth.getPeopleImport); // it may have ended in the meantime
      void alertDialog({ title: text('people.stop-title'), message: errorSentence(error) });
    },
  });
  const confirmAndStop = async () => {
    const isSure = await confirmDialog({
      title: text('people.stop-title'),
      message: text('people.stop-question'),
      confirmLabel: text('people.stop-confirm'),
      cancelLabel: text('people.stop-cancel'),
      danger: true,
    });
    if (isSure) stopping.mutate();
  };
  return (
    <div className="row">
      <Button variant="danger" busy={stopping.isPending} onClick={() => void confirmAndStop()}>
        {t('people.stop')}
      </Button>
    </div>
  );
}

const RESULTS = ['invited', 'promoted', 'unchanged', 'failed', 'waiting'] as const;

/** Returns what became of the people, such as `28 people were invited. 2 accounts became teachers.` */
function toOutcome(t: Texts, { counts }: auth.PeopleImport): string {
  return RESULTS.filter((result) => counts[result] > 0)
    .map((result) => t(`people.count-${result}`, { count: counts[result] }))
    .join(' ');
}
