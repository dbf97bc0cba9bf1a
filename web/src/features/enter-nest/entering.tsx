import { ApiError, auth } from '@larksong/contracts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';

import { call } from '../../api/client.ts';
import { currentNests } from '../../api/nest-session.ts';
import { useTexts } from '../../lib/texts.ts';
import { LoadFailed } from '../../parts/load-failed.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Status } from '../../ui/status.tsx';

interface EnteringProps {
  code: string;
  onEntered: (session: auth.NestSession) => void;
  /** What can be done about a card that does not open. */
  action?: ReactNode;
}

/** Exchanges the code of a card for a session of nests, once. */
export function Entering({ code, onEntered, action }: EnteringProps) {
  const t = useTexts();
  const [entered, setEntered] = useState<auth.NestSession | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: ['entering', code],
    queryFn: async () => {
      const leaves = currentNests().refreshToken; // this device would otherwise count twice
      return (await call(auth.enterNests, { body: { code, ...(leaves === null ? {} : { leaves }) } })).data;
    },
    // A session is started once, however often the page is drawn.
    retry: false,
    staleTime: Infinity,
    refetchOnReconnect: false,
    // Whoever enters forgets all answers, and those in use would be asked for again: a second session.
    enabled: entered === null,
  });
  if (data && entered === null) setEntered(data);
  const enter = useEffectEvent(onEntered);
  useEffect(() => {
    if (entered) enter(entered);
  }, [entered]);
  if (entered) return <Status className="muted">{t('enter.opening')}</Status>;
  if (error && !isClosed(error))
    return <LoadFailed level={1} title={t('enter.failed')} error={error} onRetry={() => void refetch()} />;
  return error ? <NotOpen action={action} /> : <Status className="muted">{t('enter.opening')}</Status>;
}

/** Returns whether a card does not open, be it mistyped, ended or taken back. */
export function isClosed(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'CARD_NOT_OPEN';
}

/** The page of links that open nothing. On a nest's device it leads nowhere else. */
export function NotOpen({ action }: { action?: ReactNode }) {
  const t = useTexts();
  return (
    <div role="alert">
      <EmptyState
        meadow
        level={1}
        title={t('enter.not-open')}
        hint={t('enter.not-open-hint')}
        action={action}
      />
    </div>
  );
}
