import { CircleCheck, Undo2 } from 'lucide-react';

import { useTexts } from '../../lib/texts.ts';
import { errorSentence } from '../../parts/error-sentence.ts';
import { LoadFailed } from '../../parts/load-failed.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Message } from '../../ui/message.tsx';
import { Status } from '../../ui/status.tsx';
import type { ListName, useApprovals } from './use-approvals.ts';
import styles from './approvals.module.css';

interface ListStateProps {
  query: ReturnType<typeof useApprovals>;
  list: ListName;
  /** Whether no video is shown; some may be on their way out. */
  isEmpty: boolean;
}

/** What there is to say instead of the list, or above it. */
export function ListState({ query, list, isEmpty }: ListStateProps) {
  const t = useTexts();
  if (query.isPending) return <Waiting />;
  if (query.data === undefined)
    return (
      <LoadFailed
        title={t('approvals.load-failed')}
        error={query.error}
        onRetry={() => void query.refetch()}
      />
    );
  return (
    <>
      {query.isRefetchError && (
        <Message kind="warn">{t('approvals.out-of-date', { reason: errorSentence(query.error) })}</Message>
      )}
      {isEmpty && !query.hasNextPage && (
        <EmptyState
          icon={list === 'waiting' ? CircleCheck : Undo2}
          title={t(`approvals.none-${list}`)}
          hint={t(`approvals.none-${list}-hint`)}
        />
      )}
    </>
  );
}

/** Loads the videos after those that are shown. */
export function MoreVideos({ query }: { query: ReturnType<typeof useApprovals> }) {
  const t = useTexts();
  if (!query.hasNextPage) return null;
  return (
    <div className={styles.more}>
      {query.isFetchNextPageError && <Message kind="bad">{errorSentence(query.error)}</Message>}
      <Button variant="plain" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        {t(query.isFetchNextPageError ? 'approvals.retry' : 'approvals.more')}
      </Button>
    </div>
  );
}

/** Placeholders in the shape of the rows. */
export function Waiting() {
  const t = useTexts();
  return (
    <>
      <Status className="muted small">{t('approvals.loading')}</Status>
      <div className={styles.items} aria-hidden>
        {['first', 'second', 'third'].map((key) => (
          <div key={key} className="panel">
            <div className="bone" />
            <div className="bone" />
          </div>
        ))}
      </div>
    </>
  );
}
