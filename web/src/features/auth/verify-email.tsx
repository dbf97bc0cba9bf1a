import { auth } from '@larksong/contracts';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

import { call } from '../../api/client.ts';
import { isRefusal } from '../../api/refresh.ts';
import { useTexts } from '../../lib/texts.ts';
import { ButtonLink } from '../../parts/button-link.tsx';
import { confirmation } from '../../parts/confirmation.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadFailed } from '../../parts/load-failed.tsx';
import { Status } from '../../ui/status.tsx';
import { useAddressToken } from './address-token.ts';
import { refreshUser } from './fresh-user.ts';
import { LinkNotValid } from './link-not-valid.tsx';
import { useSession } from './session.ts';
import { openSignIn } from './sign-in.tsx';

/** The page of a verification link, which it uses on mount. */
export function VerifyEmail() {
  const t = useTexts();
  const { token, forget } = useAddressToken('token');
  const { user } = useSession();
  const verification = useMutation({
    mutationFn: async () => (await call(auth.verifyEmail, { body: { token } })).message,
    onSuccess: () => {
      forget();
      void refreshUser();
    },
  });
  const { mutate } = verification;
  const isAsked = useRef(false); // a link works once, and an effect may run twice
  useEffect(() => {
    if (token === '' || isAsked.current) return;
    isAsked.current = true;
    mutate();
  }, [token, mutate]);
  const title = t('verify-email.title');
  if (verification.isSuccess) return <Verified message={verification.data} />;
  const isRefused = token === '' || isRefusal(verification.error);
  if (isRefused && user?.emailVerified) return <Verified />; // the link was followed twice
  if (isRefused) return <LinkNotValid title={title} kind="verification" />;
  if (verification.isError)
    return (
      <LoadFailed
        level={1}
        title={t('verify-email.failed')}
        error={verification.error}
        onRetry={() => mutate()}
      />
    );
  return (
    <div className="panel">
      <h1>{title}</h1>
      <Status className="muted">{t('verify-email.checking')}</Status>
    </div>
  );
}

function Verified({ message }: { message?: string | undefined }) {
  const t = useTexts();
  const { status } = useSession();
  return (
    <EmptyState
      meadow
      level={1}
      title={confirmation(message, t('verify-email.done'))}
      action={
        <div className="row">
          {status === 'signed-out' && (
            <Button onClick={() => openSignIn()}>{t('verify-email.sign-in')}</Button>
          )}
          <ButtonLink variant={status === 'signed-out' ? 'plain' : 'solid'} to={paths.songs}>
            {t('verify-email.songs')}
          </ButtonLink>
        </div>
      }
    />
  );
}
