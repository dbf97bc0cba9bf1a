import type { UseQueryResult } from '@tanstack/react-query';

import { errorSentence } from '../../parts/error-sentence.ts';
import { LoadFailed } from '../../parts/load-failed.tsx';
import { Message } from '../../ui/message.tsx';
import { Status } from '../../ui/status.tsx';
import styles from './loaded-state.module.css';

interface LoadedStateProps {
  query: Pick<UseQueryResult, 'isPending' | 'isError' | 'data' | 'error' | 'refetch'>;
  /** The name of the data: `categories`, `items`. */
  what: string;
}

/** Reports that data is loading, could not be loaded, or is out of date; otherwise renders nothing. */
export function LoadedState({ query, what }: LoadedStateProps) {
  if (query.isPending) return <Waiting what={what} />;
  if (!query.isError) return null;
  if (query.data !== undefined)
    return <Message kind="warn">{errorSentence(query.error)} What you see may be out of date.</Message>;
  return (
    <LoadFailed
      title={`${what.charAt(0).toUpperCase()}${what.slice(1)} could not be loaded`}
      level={3}
      error={query.error}
      onRetry={() => void query.refetch()}
    />
  );
}

function Waiting({ what }: { what: string }) {
  return (
    <div>
      <Status className="muted">Loading {what}...</Status>
      <div className={styles.waitingRows} aria-hidden>
        <span className="bone" />
        <span className="bone" />
      </div>
    </div>
  );
}
