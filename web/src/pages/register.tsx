import type { auth } from '@larksong/contracts';
import { useEffect, useEffectEvent } from 'react';

import { useAddressToken } from '../features/auth/address-token.ts';
import { signOut, useSession } from '../features/auth/session.ts';
import { openSignIn } from '../features/auth/sign-in.tsx';
import { ButtonLink } from '../parts/button-link.tsx';
import { paths } from '../paths.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { useDocumentTitle } from '../ui/use-document-title.ts';

/** The target of invitation links: the dialog that creates an account, over a page that can reopen it. */
export function RegisterPage() {
  const { status, user } = useSession();
  const { token, forget } = useAddressToken('invite');
  useDocumentTitle('Create account');
  const openRegister = () =>
    openSignIn({ mode: 'register', inviteToken: token === '' ? null : token, onRegistered: forget });
  const greet = useEffectEvent(openRegister);
  const isVisitor = status === 'signed-out';
  useEffect(() => {
    if (isVisitor) greet();
  }, [isVisitor]);
  return (
    <div className="page">
      {user ? (
        <AlreadyIn user={user} isInvited={token !== ''} />
      ) : (
        <EmptyState
          meadow
          level={1}
          title="Create account"
          hint="With an account you can like videos and watch videos for members only."
          action={
            <div className="row">
              <Button onClick={openRegister}>Create account</Button>
              <ButtonLink variant="plain" to={paths.home}>
                Home
              </ButtonLink>
            </div>
          }
        />
      )}
    </div>
  );
}

function AlreadyIn({ user, isInvited }: { user: auth.User; isInvited: boolean }) {
  return (
    <EmptyState
      meadow
      level={1}
      title={`You are signed in as ${user.displayName ?? user.username}`}
      {...(isInvited ? { hint: 'To create another account with this invitation, sign out first.' } : {})}
      action={
        <div className="row">
          <ButtonLink to={paths.songs}>Songs</ButtonLink>
          <Button variant="plain" onClick={() => void signOut()}>
            Sign Out
          </Button>
        </div>
      }
    />
  );
}
