import type { auth } from '@larksong/contracts';
import { useState } from 'react';

import { useTexts } from '../../lib/texts.ts';
import { Button } from '../../ui/button.tsx';
import { DeleteAccountDialog } from './delete-account-dialog.tsx';

/** Offers to delete the account, after a dialog that explains the consequences. */
export function DeleteAccount({ user }: { user: auth.User }) {
  const t = useTexts();
  const [isAsking, setAsking] = useState(false);
  return (
    <section className="panel" aria-labelledby="delete-account">
      <h2 id="delete-account">{t('delete-account.title')}</h2>
      <p>{t('delete-account.about')}</p>
      <div className="row">
        <Button variant="danger" aria-haspopup="dialog" onClick={() => setAsking(true)}>
          {t('delete-account.open')}
        </Button>
      </div>
      {isAsking && <DeleteAccountDialog user={user} onClose={() => setAsking(false)} />}
    </section>
  );
}
