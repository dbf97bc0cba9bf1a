import { auth } from '@larksong/contracts';
import { useMutation } from '@tanstack/react-query';
import { Laptop, Smartphone } from 'lucide-react';

import { call } from '../../api/client.ts';
import { invalidate } from '../../api/invalidate.ts';
import { useCall } from '../../api/queries.ts';
import { formatAge, formatDate } from '../../lib/format.ts';
import { text, useTexts } from '../../lib/texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { alertDialog, confirmDialog } from '../../ui/dialog-host.tsx';
import { errorSentence } from '../../parts/error-sentence.ts';
import { LoadFailed } from '../../parts/load-failed.tsx';
import { Status } from '../../ui/status.tsx';
import { describeDevice } from '../../parts/describe-device.ts';
import styles from './sessions.module.css';

/** From here on, the list says that there is a limit to its length. */
const MANY_SESSIONS = 20;

/** Lists the devices on which the viewer is signed in, with buttons that sign them out. */
export function Sessions() {
  const t = useTexts();
  const query = useCall(auth.listSessions, {}, { staleTime: 0 });
  const sessions = query.data?.sessions;
  return (
    <section className="panel" aria-labelledby="sessions">
      <h2 id="sessions">{t('sessions.title')}</h2>
      {query.isPending && <Waiting />}
      {sessions === undefined && query.isError && (
        <LoadFailed
          level={3}
          title={t('sessions.failed')}
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      )}
      {sessions !== undefined && (
        <>
          <ul className={styles.sessions}>
            {sessions.map((session) => (
              <SessionItem key={session.id} session={session} />
            ))}
          </ul>
          {sessions.length >= MANY_SESSIONS && <p className="muted small">{t('sessions.limit')}</p>}
        </>
      )}
      {sessions?.some(({ isCurrent }) => !isCurrent) && <SignOutElsewhere />}
    </section>
  );
}

function SessionItem({ session }: { session: auth.Session }) {
  const t = useTexts();
  const { id, userAgent, isCurrent, createdAt, lastUsedAt } = session;
  const device = describeDevice(userAgent);
  const end = useEndSessions(() => call(auth.endSession, { params: { id } }));
  const Icon = /iPhone|iPad|Android/.test(device) ? Smartphone : Laptop;
  return (
    <li>
      <Icon className="icon" aria-hidden />
      <div>
        <strong>{device}</strong> {isCurrent && <Badge kind="good">{t('sessions.this-device')}</Badge>}
        <p className="muted small">
          {t('sessions.times', { age: formatAge(lastUsedAt), date: formatDate(createdAt) })}
        </p>
      </div>
      {!isCurrent && (
        <Button
          variant="danger"
          slim
          busy={end.isPending}
          aria-label={t('sessions.sign-out-device', { device })}
          onClick={() => end.mutate()}
        >
          {t('sessions.sign-out')}
        </Button>
      )}
    </li>
  );
}

function SignOutElsewhere() {
  const t = useTexts();
  const end = useEndSessions(() => call(auth.endOtherSessions, {}));
  const confirmAndEnd = async () => {
    const isSure = await confirmDialog({
      title: text('sessions.elsewhere-title'),
      message: text('sessions.elsewhere-question'),
      confirmLabel: text('sessions.elsewhere-confirm'),
      danger: true,
    });
    if (isSure) end.mutate();
  };
  return (
    <div className="row">
      <Button variant="danger" busy={end.isPending} onClick={() => void confirmAndEnd()}>
        {t('sessions.sign-out-elsewhere')}
      </Button>
    </div>
  );
}

/** Ends sessions. Stays busy until the list shows that they are gone. */
function useEndSessions(mutationFn: () => Promise<unknown>) {
  const reload = () => invalidate(auth.listSessions);
  return useMutation({
    mutationFn,
    onSuccess: reload,
    onError: (error) => {
      void reload(); // it may already be gone
      void alertDialog({ title: text('sessions.sign-out-failed'), message: errorSentence(error) });
    },
  });
}

function Waiting() {
  const t = useTexts();
  return (
    <>
      <Status className="muted">{t('sessions.loading')}</Status>
      <div aria-hidden>
        <div className="bone" />
        <div className="bone" />
      </div>
    </>
  );
}
