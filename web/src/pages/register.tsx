import type { auth } from '@larksong/contracts';
import { useEffect, useEffectEvent } from 'react';

import { useAddressToken } from '../features/auth/address-token.ts';
import { signOut, useSession } from '../features/auth/session.ts';
import { openSignIn } from '../features/auth/sign-in.tsx';
import { useTexts } from '../lib/texts.ts';
import { ButtonLink } from '../parts/button-link.tsx';
import { paths } from '../paths.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { useDocumentTitle } from '../ui/use-document-title.ts';

/** The target of invitation links: the dialog that creates an account, over a page that can reopen it. */
export function RegisterPage() {
  const t = useTexts();
  const { status, user } = useSession();
  const { token, forget } = useAddressToken('invite');
  useDocumentTitle(t('register.title'));
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
          title={t('register.title')}
          hint={t('register.hint')}
          action={
            <div className="row">
              <Button onClick={openRegister}>{t('register.open')}</Button>
              <ButtonLink variant="plain" to={paths.home}>
                {t('register.home')}
              </ButtonLink>
            </div>
          }
        />
      )}
    </div>
  );
}

function AlreadyIn({ user, isInvited }: { user: auth.User; isInvited: boolean }) {
  const t = useTexts();
  return (
    <EmptyState
      meadow
      level={1}
      title={t('register.signed-in-as', { name: user.displayName ?? user.username })}
      {...(isInvited ? { hint: t('register.sign-out-first') } : {})}
      action={
        <div className="row">
          <ButtonLink to={paths.songs}>{t('register.songs')}</ButtonLink>
          <Button variant="plain" onClick={() => void signOut()}>
            {t('register.sign-out')}
          </Button>
        </div>
      }
    />
  );
}
