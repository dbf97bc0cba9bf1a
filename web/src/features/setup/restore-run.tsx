import { auth } from '@larksong/contracts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';

import { call } from '../../api/client.ts';
import { useTexts } from '../../lib/texts.ts';
import { englishWords, showWords } from '../../parts/server-words.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Status } from '../../ui/status.tsx';

const LOOK_EVERY_MS = 1000;
/** The site does not answer while it stops and starts. */
const PATIENCE_MS = 60_000;

interface RestoreRunProps {
  requestId: string;
  onFailed: (sentence: string) => void;
}

/** Shows the progress of a restore until the site runs again. */
export function RestoreRun({ requestId, onFailed }: RestoreRunProps) {
  const t = useTexts();
  const { restore, isLost } = useRestore(requestId);
  const progress = restore?.sentence;
  const failure = restore?.state === 'failed' ? restore.sentence : undefined;
  const fail = useEffectEvent(onFailed);
  useEffect(() => {
    if (failure !== undefined) fail(failure);
  }, [failure]);
  if (restore?.state === 'done')
    return (
      <EmptyState
        meadow
        level={1}
        title={t('restore.done')}
        hint={t.rich('restore.done-hint', { sentence: showWords(englishWords(restore.sentence)) })}
        // Reloads the page, since all of its data is from the previous site.
        action={
          <a className="button" href={paths.profile}>
            {t('restore.sign-in')}
          </a>
        }
      />
    );
  return (
    <EmptyState
      meadow
      level={1}
      title={t('restore.running')}
      hint={
        <>
          {t('restore.running-hint')}{' '}
          <Status>{progress ? showWords(englishWords(progress)) : t('restore.stopping')}</Status>
          {isLost && ` ${t('restore.lost')}`}
        </>
      }
      action={<Button busy>{t('restore.one-moment')}</Button>}
    />
  );
}

function useRestore(requestId: string) {
  const [startedAt] = useState(Date.now);
  const { data, dataUpdatedAt, errorUpdatedAt } = useQuery({
    queryKey: [auth.getRestore.operationId, requestId],
    queryFn: async ({ signal }) =>
      (await call(auth.getRestore, { body: { requestId } }, { signal })).data.restore,
    retry: false,
    refetchInterval: ({ state }) => (isEnded(state.data) ? false : LOOK_EVERY_MS),
  });
  return { restore: data, isLost: errorUpdatedAt - Math.max(dataUpdatedAt, startedAt) > PATIENCE_MS };
}

function isEnded(restore: auth.RestoreOutcome | undefined): boolean {
  return restore !== undefined && restore.state !== 'waiting';
}
