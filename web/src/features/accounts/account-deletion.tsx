import { auth } from '@larksong/contracts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { call } from '../../api/client.ts';
import { invalidate } from '../../api/invalidate.ts';
import { text, useTexts } from '../../lib/texts.ts';
import { errorSentence } from '../../parts/error-sentence.ts';
import { Button } from '../../ui/button.tsx';
import { alertDialog } from '../../ui/dialog-host.tsx';
import { PlanDeletionDialog } from './plan-deletion-dialog.tsx';

/** Offers to delete somebody else's account, or to keep one that is going to be deleted. */
export function AccountDeletion({ account }: { account: auth.Account }) {
  const t = useTexts();
  const [isAsking, setAsking] = useState(false);
  const { id } = account;
  const keeping = useMutation({
    mutationFn: () => call(auth.undoDeletion, { params: { id } }),
    // The button stays busy until the list shows its effect.
    onSuccess: () => invalidate(auth.listAccounts),
    onError: (error) => {
      void invalidate(auth.listAccounts); // it may have been undone or carried out in the meantime
      void alertDialog({ title: text('account.keep-failed'), message: errorSentence(error) });
    },
  });
  if (account.deletedFrom)
    return (
      <Button variant="plain" busy={keeping.isPending} onClick={() => keeping.mutate()}>
        {t('account.keep')}
      </Button>
    );
  return (
    <>
      <Button variant="danger" aria-haspopup="dialog" onClick={() => setAsking(true)}>
        {t('account.delete')}
      </Button>
      {isAsking && <PlanDeletionDialog account={account} onClose={() => setAsking(false)} />}
    </>
  );
}
