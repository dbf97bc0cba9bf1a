import type { auth } from '@larksong/contracts';
import { Activity, useEffect, useState, type ReactNode } from 'react';

import { watchRead } from '../../api/slow-reads.ts';
import { useTexts } from '../../lib/texts.ts';
import { ButtonLink } from '../../parts/button-link.tsx';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Status } from '../../ui/status.tsx';
import { retrySession, useSession, type Rights } from './session.ts';
import { openSignIn } from './sign-in.tsx';

interface SignedInOnlyProps {
  message: string;
  children: (user: auth.User) => ReactNode;
}

/** Renders its children for signed-in users; for others, the message with a Sign in button. */
export function SignedInOnly({ message, children }: SignedInOnlyProps) {
  const t = useTexts();
  const { status, user, hasEnded } = useSession();
  const [owner, setOwner] = useState<auth.User | null>(null);
  const nextOwner = user ?? (hasEnded ? owner : null);
  if (nextOwner !== owner) setOwner(nextOwner);
  if (status === 'loading') return <SessionLoading />;
  return (
    <>
      {/* What was typed when the session ended is still there after the next sign-in. */}
      {nextOwner !== null && (
        <Activity key={nextOwner.id} mode={user ? 'visible' : 'hidden'}>
          {children(nextOwner)}
        </Activity>
      )}
      {status === 'signed-out' && (
        <EmptyState
          meadow
          level={1}
          title={message}
          action={<Button onClick={() => openSignIn()}>{t('gate.sign-in')}</Button>}
        />
      )}
    </>
  );
}

interface GateProps {
  /** What a user must have the right to do. */
  right: keyof Rights;
  title?: string;
  /** Null if the title says it. */
  hint?: string | null;
  children: ReactNode;
}

/** Renders its children for superadmins. */
export function SuperadminOnly(props: Omit<GateProps, 'right'>) {
  return <Gate right="isSuperadmin" {...props} />;
}

/** Renders its children for users with a right. The server makes its own checks. */
export function Gate({ right, title, hint, children }: GateProps) {
  const t = useTexts();
  const session = useSession();
  const { status, user, hasEnded } = session;
  const isAllowed = session[right];
  const [ownerId, setOwnerId] = useState<string | null>(null);
  const nextOwnerId = isAllowed && user ? user.id : hasEnded ? ownerId : null;
  if (nextOwnerId !== ownerId) setOwnerId(nextOwnerId);
  if (status === 'loading') return <SessionLoading />;
  return (
    <>
      {/* Work that was begun when the session ended is still there after the next sign-in. */}
      {nextOwnerId !== null && (
        <Activity key={nextOwnerId} mode={isAllowed ? 'visible' : 'hidden'}>
          {children}
        </Activity>
      )}
      {!isAllowed && (
        <Denied
          title={title ?? t('gate.denied')}
          hint={hint === undefined ? t('gate.superadmin-required') : hint}
          canSignIn={status === 'signed-out'}
        />
      )}
    </>
  );
}

interface DeniedProps {
  title: string;
  hint: string | null;
  canSignIn: boolean;
}

function Denied({ title, hint, canSignIn }: DeniedProps) {
  const t = useTexts();
  return (
    <EmptyState
      meadow
      level={1}
      title={title}
      hint={
        hint !== null && (
          <>
            <span>{hint}</span>
            <br />
            <span>{t('gate.only-superadmins')}</span>
          </>
        )
      }
      action={
        <div className="row">
          {canSignIn && <Button onClick={() => openSignIn()}>{t('gate.sign-in')}</Button>}
          <ButtonLink variant="plain" to={paths.home}>
            {t('gate.home')}
          </ButtonLink>
        </div>
      }
    />
  );
}

function SessionLoading() {
  const t = useTexts();
  const { isWaiting } = useSession();
  useEffect(() => (isWaiting ? undefined : watchRead(retrySession)), [isWaiting]);
  return (
    <div className="panel">
      <h1>{t('gate.your-account')}</h1>
      <Status className="muted">{t(isWaiting ? 'gate.waiting' : 'gate.loading')}</Status>
      <div aria-hidden>
        <div className="bone" />
        <div className="bone" />
      </div>
    </div>
  );
}
