import type { auth } from '@larksong/contracts';
import { useState } from 'react';

import { Button } from '../../ui/button.tsx';
import { DeleteAccountDialog } from './delete-account-dialog.tsx';

/** Offers to delete the account, after a dialog that explains the consequences. */
export function DeleteAccount({ user }: { user: auth.User }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <section className="panel" aria-labelledby="delete-account">
      <h2 id="delete-account">Delete account</h2>
      <p>
        Permanently deletes your account and everything that belongs to it. You can download your data first.
      </p>
      <div className="row">
        <Button variant="danger" aria-haspopup="dialog" onClick={() => setAsking(true)}>
          Delete my account
        </Button>
      </div>
      {isAsking && <DeleteAccountDialog user={user} onClose={() => setAsking(false)} />}
    </section>
  );
}
