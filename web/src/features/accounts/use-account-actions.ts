import { auth } from '@larksong/contracts';
import { useMutation } from '@tanstack/react-query';

import { call } from '../../api/client.ts';
import { invalidate } from '../../api/invalidate.ts';
import { alertDialog, confirmDialog } from '../../ui/dialog-host.tsx';
import { errorSentence } from '../../parts/error-sentence.ts';
import { updateUser } from '../auth/session.ts';

type Change = { role: auth.Role } | { isDisabled: boolean };

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
      void alertDialog({ title: `Change ${name}`, message: errorSentence(error) });
    },
  });
  const mail = useMutation({
    mutationFn: async () => (await call(auth.sendAccountReset, { params: { id } })).message,
    onError: (error) => {
      void alertDialog({ title: 'Send reset mail', message: errorSentence(error) });
    },
  });
  const start = (body: Change): void => {
    if (!change.isPending) change.mutate(body);
  };
  return {
    busyWith: change.isPending ? ('role' in change.variables ? 'role' : 'isDisabled') : null,
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
    sent: mail.isSuccess ? (mail.data ?? `A reset email is on its way to ${email}.`) : undefined,
    sendReset: (): void => mail.mutate(),
  };
}

function toRoleQuestion(name: string, role: auth.Role) {
  if (role === 'user')
    return {
      title: 'Make user',
      message: `Remove the superadmin role from ${name}?`,
      confirmLabel: 'Make user',
      danger: true,
    };
  return {
    title: 'Make superadmin',
    message: `Make ${name} a superadmin? Superadmins upload and delete videos, change the game and manage accounts.`,
    confirmLabel: 'Make superadmin',
  };
}

function toDisableQuestion(name: string) {
  return {
    title: 'Disable account',
    message: `Disable the account of ${name}? It is signed out everywhere and cannot sign in until it is enabled again.`,
    confirmLabel: 'Disable',
    danger: true,
  };
}
