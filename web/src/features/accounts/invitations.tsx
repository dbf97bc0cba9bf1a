import { auth } from '@larksong/contracts';
import { useMutation } from '@tanstack/react-query';

import { call } from '../../api/client.ts';
import { invalidate } from '../../api/invalidate.ts';
import { useCall } from '../../api/queries.ts';
import { formatDate } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { alertDialog, confirmDialog } from '../../ui/dialog-host.tsx';
import { errorSentence } from '../../parts/error-sentence.ts';
import { LoadFailed } from '../../parts/load-failed.tsx';
import { InviteForm } from './invite-form.tsx';
import styles from './invitations.module.css';

/** Sends invitations by email and lists those that are still open. */
export function Invitations() {
  const query = useCall(auth.listInvitations, {}, { staleTime: 0 });
  const invitations = query.data?.invitations ?? [];
  return (
    <section className="panel" aria-labelledby="invite">
      <h2 id="invite">Invite someone</h2>
      <InviteForm />
      {query.isError && query.data === undefined && (
        <LoadFailed
          level={3}
          title="Open invitations could not be loaded"
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      )}
      {invitations.length > 0 && (
        <>
          <h3 id="open-invitations">Open invitations</h3>
          <ul className={styles.invitations} aria-labelledby="open-invitations">
            {invitations.map((invitation) => (
              <InvitationItem key={invitation.id} invitation={invitation} />
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function InvitationItem({ invitation }: { invitation: auth.Invitation }) {
  const { id, email, role, expiresAt } = invitation;
  const reload = () => invalidate(auth.listInvitations);
  const withdrawal = useMutation({
    mutationFn: () => call(auth.deleteInvitation, { params: { id } }),
    onSuccess: reload,
    onError: (error) => {
      void reload(); // the invitation may have been used in the meantime
      void alertDialog({ title: 'Withdraw invitation', message: errorSentence(error) });
    },
  });
  const confirmAndWithdraw = async () => {
    const isSure = await confirmDialog({
      title: 'Withdraw invitation',
      message: `Withdraw the invitation for ${email}? Its link will stop working.`,
      confirmLabel: 'Withdraw',
      danger: true,
    });
    if (isSure) withdrawal.mutate();
  };
  return (
    <li>
      <div>
        <strong>{email}</strong>
        <p className="muted small">
          As {role}, good until {formatDate(expiresAt)}
        </p>
      </div>
      <Button
        variant="danger"
        slim
        busy={withdrawal.isPending}
        aria-label={`Withdraw ${email}`}
        onClick={() => void confirmAndWithdraw()}
      >
        Withdraw
      </Button>
    </li>
  );
}
