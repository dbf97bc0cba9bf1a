import { auth } from '@larksong/contracts';
import { useMutation } from '@tanstack/react-query';

import { call } from '../../api/client.ts';
import { invalidate } from '../../api/invalidate.ts';
import { useCall } from '../../api/queries.ts';
import { formatDate } from '../../lib/format.ts';
import { text, useTexts } from '../../lib/texts.ts';
import { Button } from '../../ui/button.tsx';
import { alertDialog, confirmDialog } from '../../ui/dialog-host.tsx';
import { errorSentence } from '../../parts/error-sentence.ts';
import { LoadFailed } from '../../parts/load-failed.tsx';
import { InviteForm } from './invite-form.tsx';
import styles from './invitations.module.css';

/** Sends invitations by email and lists those that are still open. */
export function Invitations() {
  const t = useTexts();
  const query = useCall(auth.listInvitations, {}, { staleTime: 0 });
  const invitations = query.data?.invitations ?? [];
  return (
    <section className="panel" aria-labelledby="invite">
      <h2 id="invite">{t('invite.title')}</h2>
      <InviteForm />
      {query.isError && query.data === undefined && (
        <LoadFailed
          level={3}
          title={t('invitations.failed')}
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      )}
      {invitations.length > 0 && (
        <>
          <h3 id="open-invitations">{t('invitations.title')}</h3>
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
  const t = useTexts();
  const { id, email, role, expiresAt } = invitation;
  const reload = () => invalidate(auth.listInvitations);
  const withdrawal = useMutation({
    mutationFn: () => call(auth.deleteInvitation, { params: { id } }),
    onSuccess: reload,
    onError: (error) => {
      void reload(); // the invitation may have been used in the meantime
      void alertDialog({ title: text('invitations.withdraw-failed'), message: errorSentence(error) });
    },
  });
  const confirmAndWithdraw = async () => {
    const isSure = await confirmDialog({
      title: text('invitations.withdraw-title'),
      message: text('invitations.withdraw-question', { email }),
      confirmLabel: text('invitations.withdraw-confirm'),
      danger: true,
    });
    if (isSure) withdrawal.mutate();
  };
  return (
    <li>
      <div>
        <strong>{email}</strong>
        <p className="muted small">{t(`invitations.terms.${role}`, { date: formatDate(expiresAt) })}</p>
      </div>
      <Button
        variant="danger"
        slim
        busy={withdrawal.isPending}
        aria-label={t('invitations.withdraw-email', { email })}
        onClick={() => void confirmAndWithdraw()}
      >
        {t('invitations.withdraw')}
      </Button>
    </li>
  );
}
