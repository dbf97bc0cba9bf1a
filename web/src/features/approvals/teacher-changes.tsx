import { catalog } from '@larksong/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';

import { pagesFor } from '../../api/queries.ts';
import { useTexts } from '../../lib/texts.ts';
import { errorSentence } from '../../parts/error-sentence.ts';
import { LoadFailed } from '../../parts/load-failed.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Message } from '../../ui/message.tsx';
import { Waiting } from './list-state.tsx';
import { TeacherChangeItem } from './teacher-change-item.tsx';
import styles from './teacher-changes.module.css';

const PAGE_SIZE = 50;

function useTeacherChanges() {
  return useInfiniteQuery({
    ...pagesFor(catalog.listTeacherChanges, { limit: PAGE_SIZE }),
    staleTime: 0,
    refetchOnWindowFocus: true,
    select: ({ pages }) => [
      ...new Map(pages.flatMap(({ changes }) => changes.map((change) => [change.id, change]))).values(),
    ],
  });
}

/** What teachers have changed since their videos were approved, newest first; each change can be undone. */
export function TeacherChanges() {
  const t = useTexts();
  const query = useTeacherChanges();
  const { data: changes } = query;
  return (
    <section className={styles.changes} aria-label={t('approvals.view-changes')}>
      <p className="muted small">{t('changes.hint', { days: catalog.TEACHER_CHANGE_DAYS })}</p>
      {query.isPending && <Waiting />}
      {query.isError && changes === undefined && (
        <LoadFailed
          title={t('changes.load-failed')}
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isRefetchError && changes !== undefined && (
        <Message kind="warn">{t('approvals.out-of-date', { reason: errorSentence(query.error) })}</Message>
      )}
      {changes?.length === 0 && (
        <EmptyState icon={History} title={t('changes.none')} hint={t('changes.none-hint')} />
      )}
      {changes !== undefined && changes.length > 0 && (
        <ul className={styles.changes}>
          {changes.map((change) => (
            <TeacherChangeItem key={change.id} change={change} />
          ))}
        </ul>
      )}
      {query.hasNextPage && (
        <div className="row">
          {query.isFetchNextPageError && <Message kind="bad">{errorSentence(query.error)}</Message>}
          <Button variant="plain" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {t(query.isFetchNextPageError ? 'approvals.retry' : 'approvals.more')}
          </Button>
        </div>
      )}
    </section>
  );
}
