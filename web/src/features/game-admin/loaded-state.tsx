import type { UseQueryResult } from '@tanstack/react-query';

import { useTexts } from '../../lib/texts.ts';
import { errorSentence } from '../../parts/error-sentence.ts';
import { LoadFailed } from '../../parts/load-failed.tsx';
import { Message } from '../../ui/message.tsx';
import { Status } from '../../ui/status.tsx';
import styles from './loaded-state.module.css';

interface LoadedStateProps {
  query: Pick<UseQueryResult, 'isPending' | 'isError' | 'data' | 'error' | 'refetch'>;
  /** The name of the data. */
  what: 'categories' | 'words';
}

/** Reports that data is loading, could not be loaded, or is out of date; otherwise renders nothing. */
export function LoadedState({ query, what }: LoadedStateProps) {
  const t = useTexts();
  if (query.isPending) return <Waiting what={what} />;
  if (!query.isError) return null;
  if (query.data !== undefined)
    return <Message kind="warn">{t('list.stale', { error: errorSentence(query.error) })}</Message>;
  return (
    <LoadFailed
      title={t(`loaded-state.failed.${what}`)}
      level={3}
      error={query.error}
      onRetry={() => void query.refetch()}
    />
  );
}

function Waiting({ what }: Pick<LoadedStateProps, 'what'>) {
  const t = useTexts();
  return (
    <div>
      <Status className="muted">{t(`loaded-state.loading.${what}`)}</Status>
      <div className={styles.waitingRows} aria-hidden>
        <span className="bone" />
        <span className="bone" />
      </div>
    </div>
  );
}
