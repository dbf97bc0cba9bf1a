import { useState } from 'react';
import { Link } from 'react-router';

import { findFace, forgetNests, useNests } from '../../api/nest-session.ts';
import { useTexts } from '../../lib/texts.ts';
import { InNest } from '../../parts/nest/animal.tsx';
import { paths } from '../../paths.ts';
import { Message, type MessageContent } from '../../ui/message.tsx';
import { SignInForm } from '../auth/sign-in-form.tsx';
import styles from './sign-in.module.css';

/** Where a grown-up leaves the nest: a password alone makes this browser an ordinary one again. */
export function SignIn() {
  const t = useTexts();
  const nests = useNests();
  const face = findFace(nests);
  const hasNest = nests.refreshToken !== null;
  const [message, setMessage] = useState<MessageContent | null>(null);
  const leave = () => {
    forgetNests();
    window.location.replace(paths.home); // a new document, without anything of the nest
  };
  return (
    <div className={styles.page}>
      {hasNest && (
        <Link replace className={styles.back} to={paths.nest} aria-label={t('nest.to-my-nest')}>
          {face ? <InNest face={face} className={styles.nest} /> : t('nest.to-my-nest')}
        </Link>
      )}
      <div className="panel stack">
        <h1>{t('nest.grown-ups')}</h1>
        <p>{t('nest.sign-in-hint')}</p>
        {message && <Message kind={message.kind}>{message.text}</Message>}
        <SignInForm
          mode="login"
          inviteToken={null}
          isSecond={false}
          hasMailLinks={false}
          onMessage={setMessage}
          onSignedIn={leave}
          onRegistered={() => {}}
        />
      </div>
    </div>
  );
}
