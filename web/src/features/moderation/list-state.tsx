import type { catalog } from '@larksong/contracts';
import { CircleCheck, MessageSquareOff } from 'lucide-react';

import { useTexts } from '../../lib/texts.ts';
import { ButtonLink } from '../../parts/button-link.tsx';
import { errorSentence } from '../../parts/error-sentence.ts';
import { LoadFailed } from '../../parts/load-failed.tsx';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Message } from '../../ui/message.tsx';
import { Status } from '../../ui/status.tsx';
import { useSession } from '../auth/session.ts';
import type { useModeration } from './use-moderation.ts';
import styles from './moderation.module.css';

type Query = ReturnType<typeof useModeration>;

interface ListStateProps {
  query: Query;
  list: catalog.ModerationList;
  /** Whether no comment is shown; some may be on their way out. */
  isEmpty: boolean;
}

/** What there is to say instead of the list, or above it. */
export function ListState({ query, list, isEmpty }: ListStateProps) {
  const t = useTexts();
  if (query.isPending) return <Waiting />;
  if (query.data === undefined)
    return (
      <LoadFailed
        title={t('moderation.load-failed')}
        error={query.error}
        onRetry={() => void query.refetch()}
      />
    );
  return (
    <>
      {query.isRefetchError && (
        <Message kind="warn">{t('moderation.out-of-date', { reason: errorSentence(query.error) })}</Message>
      )}
      {isEmpty && !query.hasNextPage && (
        <EmptyState
          icon={CircleCheck}
          title={t(`moderation.none-${list}`)}
          hint={t(`moderation.none-${list}-hint`)}
        />
      )}
    </>
  );
}

/** A site without comments. */
export function Off() {
  const t = useTexts();
  const { isSuperadmin } = useSession();
  return (
    <EmptyState
      icon={MessageSquareOff}
      title={t('moderation.off')}
      hint={t(isSuperadmin ? 'moderation.off-hint' : 'moderation.off-hint-teacher')}
      action={
        isSuperadmin && (
          <ButtonLink to={`${paths.status}#comment-settings`}>{t('moderation.settings')}</ButtonLink>
        )
      }
    />
  );
}

/** Loads the comments after those that are shown. */
export function MoreComments({ query }: { query: Query }) {
  const t = useTexts();
  if (!query.hasNextPage) return null;
  return (
    <div className={styles.more}>
      {query.isFetchNextPageError && <Message kind="bad">{errorSentence(query.error)}</Message>}
      <Button variant="plain" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        {t(query.isFetchNextPageError ? 'moderation.retry' : 'moderation.more')}
      </Button>
    </div>
  );
}

/** Placeholders in the shape of the rows. */
function Waiting() {
  const t = useTexts();
  return (
    <>
      <Status className="muted small">{t('moderation.loading')}</Status>
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
