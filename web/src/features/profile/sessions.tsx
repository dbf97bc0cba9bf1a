import { auth } from '@larksong/contracts';
import { useMutation } from '@tanstack/react-query';
import { Laptop, Smartphone } from 'lucide-react';

import { call } from '../../api/client.ts';
import { invalidate } from '../../api/invalidate.ts';
import { useCall } from '../../api/queries.ts';
import { formatAge, formatDate } from '../../lib/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { alertDialog, confirmDialog } from '../../ui/dialog-host.tsx';
import { errorSentence } from '../../parts/error-sentence.ts';
import { LoadFailed } from '../../parts/load-failed.tsx';
import { Status } from '../../ui/status.tsx';
import { describeDevice } from './device.ts';
import styles from './sessions.module.css';

/** From here on, the list says that there is a limit to its length. */
const MANY_SESSIONS = 20;

/** Lists the devices on which the viewer is signed in, with buttons that sign them out. */
export function Sessions() {
  const query = useCall(auth.listSessions, {}, { staleTime: 0 });
  const sessions = query.data?.sessions;
  return (
    <section className="panel" aria-labelledby="sessions">
      <h2 id="sessions">Where you are signed in</h2>
      {query.isPending && <Waiting />}
      {sessions === undefined && query.isError && (
        <LoadFailed
          level={3}
          title="Devices could not be loaded"
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
          {sessions.length >= MANY_SESSIONS && (
            <p className="muted small">
              If you sign in on many more devices, the least recently used ones are signed out.
            </p>
          )}
        </>
      )}
      {sessions?.some(({ isCurrent }) => !isCurrent) && <SignOutElsewhere />}
    </section>
  );
}

function SessionItem({ session }: { session: auth.Session }) {
  const { id, userAgent, isCurrent, createdAt, lastUsedAt } = session;
  const device = describeDevice(userAgent);
  const end = useEndSessions(() => call(auth.endSession, { params: { id } }));
  const Icon = /iPhone|iPad|Android/.test(device) ? Smartphone : Laptop;
  return (
    <li>
      <Icon className="icon" aria-hidden />
      <div>
        <strong>{device}</strong> {isCurrent && <Badge kind="good">This device</Badge>}
        <p className="muted small">
          Last used {formatAge(lastUsedAt)}, signed in {formatDate(createdAt)}
        </p>
      </div>
      {!isCurrent && (
        <Button
          variant="danger"
          slim
          busy={end.isPending}
          aria-label={`Sign out ${device}`}
          onClick={() => end.mutate()}
        >
          Sign out
        </Button>
      )}
    </li>
  );
}

function SignOutElsewhere() {
  const end = useEndSessions(() => call(auth.endOtherSessions, {}));
  const confirmAndEnd = async () => {
    const isSure = await confirmDialog({
      title: 'Sign out everywhere else',
      message: 'Sign out on all other devices? You stay signed in here.',
      confirmLabel: 'Sign out',
      danger: true,
    });
    if (isSure) end.mutate();
  };
  return (
    <div className="row">
      <Button variant="danger" busy={end.isPending} onClick={() => void confirmAndEnd()}>
        Sign out everywhere else
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
      void alertDialog({ title: 'Sign out', message: errorSentence(error) });
    },
  });
}

function Waiting() {
  return (
    <>
      <Status className="muted">Loading devices...</Status>
      <div aria-hidden>
        <div className="bone" />
        <div className="bone" />
      </div>
    </>
  );
}
