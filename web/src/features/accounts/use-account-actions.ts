import { auth } from '@larksong/contracts';
import { useMutation } from '@tanstack/react-query';

import { call } from '../../api/client.ts';
import { invalidate } from '../../api/invalidate.ts';
import { text } from '../../lib/texts.ts';
import { confirmation } from '../../parts/confirmation.ts';
import { alertDialog, confirmDialog } from '../../ui/dialog-host.tsx';
import { errorSentence } from '../../parts/error-sentence.ts';
import { updateUser } from '../auth/session.ts';

type Change = { role: auth.Role } | { isDisabled: boolean } | { isConfirmed: boolean };
type Part = 'role' | 'isDisabled' | 'isConfirmed';

/**
 * Returns the actions of a superadmin on an account. Those that take something away ask first; failures are shown in an
 * alert.
 */
export function useAccountActions(account: auth.Account) {
  const { id, email } = account;
  const name = account.displayName ?? account.username;
  const change = useMutation({
    mutationFn: async (body: Change) =>
      (await call(auth.updateAccount, { params: { id }, body })).data.account,
    // The action stays busy until the list shows its effect.
    onSuccess: async (changed) => {
      updateUser(changed); // it may be the viewer's own account
      await invalidate(auth.listAccounts);
    },
    onError: (error) => {
      void alertDialog({ title: text('account.change-failed', { name }), message: errorSentence(error) });
    },
  });
  const mail = useMutation({
    mutationFn: async () => (await call(auth.sendAccountReset, { params: { id } })).message,
    onError: (error) =>
      void alertDialog({ title: text('account.send-reset-failed'), message: errorSentence(error) }),
  });
  const start = (body: Change): void => {
    if (!change.isPending) change.mutate(body);
  };
  return {
    busyWith: change.isPending ? partOf(change.variables) : null,
    changeConfirmed: (): void => start({ isConfirmed: account.isConfirmed !== true }),
    changeRole: async (): Promise<void> => {
      const role = account.role === 'superadmin' ? 'user' : 'superadmin';
      if (await confirmDialog(toRoleQuestion(name, role))) start({ role });
    },
    changeDisabled: async (): Promise<void> => {
      const isDisabled = !account.isDisabled;
      if (!isDisabled || (await confirmDialog(toDisableQuestion(name)))) start({ isDisabled });
    },
    isSending: mail.isPending,
    /** The sentence that confirms the mail. */
    sent: mail.isSuccess ? confirmation(mail.data, text('account.reset-sent', { email })) : undefined,
    sendReset: (): void => mail.mutate(),
  };
}

function partOf(change: Change): Part {
  if ('role' in change) return 'role';
  return 'isDisabled' in change ? 'isDisabled' : 'isConfirmed';
}

function toRoleQuestion(name: string, role: auth.Role) {
  if (role === 'user')
    return {
      title: text('account.make-user-title'),
      message: text('account.make-user-question', { name }),
      confirmLabel: text('account.make-user-confirm'),
      danger: true,
    };
  return {
    title: text('account.make-superadmin-title'),
    message: text('account.make-superadmin-question', { name }),
    confirmLabel: text('account.make-superadmin-confirm'),
  };
}

function toDisableQuestion(name: string) {
  return {
    title: text('account.disable-title'),
    message: text('account.disable-question', { name }),
    confirmLabel: text('account.disable-confirm'),
    danger: true,
  };
}
