import { useRef, useState, type ReactNode } from 'react';
import { Link } from 'react-router';

import { formatTime } from '../../lib/moments.ts';
import { useTexts } from '../../lib/texts.ts';
import { useVisible } from '../../lib/use-visible.ts';
import { errorSentence } from '../../parts/error-sentence.ts';
import { LoadFailed } from '../../parts/load-failed.tsx';
import { useServerTexts } from '../../parts/server-words.ts';
import { paths } from '../../paths.ts';
import { Message } from '../../ui/message.tsx';
import { Status } from '../../ui/status.tsx';
import { REFRESH_MS } from './moving-shares.ts';
import { useKeptFocus } from './use-kept-focus.ts';
import styles from './transcoding.module.css';

/** Returns whether the page refreshes what it shows, and the options of the call that it shows. */
export function useRefreshing() {
  const [isAuto, setAuto] = useState(true);
  const isVisible = useVisible();
  return {
    isAuto,
    setAuto,
    /** Responses keep arriving: bars move between them. */
    isMoving: isAuto && isVisible,
    // Polling stops while the tab is hidden, and continues at once when it is visible again.
    options: { refetchInterval: isAuto && REFRESH_MS, refetchOnWindowFocus: isAuto, staleTime: 0 } as const,
  };
}

interface WorkFrameProps<T> {
  subtitle: string;
  refreshing: ReturnType<typeof useRefreshing>;
  query: {
    data: T | undefined;
    error: Error | null;
    isPending: boolean;
    dataUpdatedAt: number;
    refetch: () => unknown;
  };
  children: (data: T) => ReactNode;
}

/** The title of the page, the switch for its refreshing, and its content, or why there is none. */
export function WorkFrame<T>({ subtitle, refreshing, query, children }: WorkFrameProps<T>) {
  const t = useTexts();
  useServerTexts('failures');
  const heading = useRef<HTMLHeadingElement>(null);
  useKeptFocus(heading);
  const { data, error } = query;
  return (
    <>
      <div className="row apart">
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {t('transcoding.title')}
          </h1>
          <p className="muted">{subtitle}</p>
          <p>
            <Link to={paths.flags}>{t('transcoding.flags')}</Link>
          </p>
        </div>
        <label className="choice">
          <input
            type="checkbox"
            name="refresh"
            checked={refreshing.isAuto}
            onChange={(event) => refreshing.setAuto(event.target.checked)}
          />
          <span>{t('transcoding.refresh')}</span>
        </label>
      </div>
      {query.isPending && <Waiting />}
      {error && data === undefined && (
        <LoadFailed title={t('transcoding.load-failed')} error={error} onRetry={() => void query.refetch()} />
      )}
      {error && data !== undefined && <OutOfDate error={error} atMs={query.dataUpdatedAt} />}
      {data !== undefined && children(data)}
    </>
  );
}

function OutOfDate({ error, atMs }: { error: Error; atMs: number }) {
  const t = useTexts();
  const time = formatTime(new Date(atMs));
  return (
    <Message kind="warn">{t('transcoding.out-of-date', { reason: errorSentence(error), time })}</Message>
  );
}

function Waiting() {
  const t = useTexts();
  return (
    <section className={styles.jobs}>
      <Status className="muted">{t('transcoding.loading')}</Status>
      <div className="panel" aria-hidden>
        <span className="bone" />
        <span className="bone" />
      </div>
    </section>
  );
}
