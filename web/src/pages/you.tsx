import { Heart, History, LogIn, Sparkles } from 'lucide-react';

import { useSession } from '../features/auth/session.ts';
import { openSignIn } from '../features/auth/sign-in.tsx';
import { ButtonLink } from '../parts/button-link.tsx';
import { paths } from '../paths.ts';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { useDocumentTitle } from '../ui/use-document-title.ts';
import styles from './you.module.css';

export function YouPage() {
  const { status } = useSession();
  useDocumentTitle('You');
  return (
    <div className="page narrow">
      <h1>You</h1>
      <div>
        <p>This is the You page</p>
        <p className="muted">Your place: likes, watched songs, new songs</p>
      </div>
      {status === 'signed-out' && <WhyAnAccount />}
      {status === 'signed-in' && <OwnPages />}
    </div>
  );
}

/** The pages that belong to a signed-in user. */
function OwnPages() {
  return (
    <section className={classNames('empty meadow', styles.welcome)} aria-label="Your pages">
      <span className="lark" aria-hidden />
      <div className="row">
        <ButtonLink to={paths.liked}>Liked videos</ButtonLink>
        <ButtonLink variant="plain" to={paths.songsOf('watched')}>
          Watched
        </ButtonLink>
        <ButtonLink variant="plain" to={paths.songsOf('unwatched')}>
          New to you
        </ButtonLink>
        <ButtonLink variant="plain" to={paths.profile}>
          Profile
        </ButtonLink>
      </div>
    </section>
  );
}

function WhyAnAccount() {
  return (
    <section className={classNames('empty meadow', styles.welcome)} aria-labelledby="account-for">
      <span className="lark" aria-hidden />
      <h2 id="account-for">Why create an account?</h2>
      <ul className={styles.reasons}>
        <li>
          <Heart className="icon" aria-hidden />
          The videos you like are kept in one place.
        </li>
        <li>
          <History className="icon" aria-hidden />
          You can find videos you have watched and continue where you stopped.
        </li>
        <li>
          <Sparkles className="icon" aria-hidden />
          You see which songs are new to you.
        </li>
      </ul>
      <div className="row">
        <Button onClick={() => openSignIn()}>
          <LogIn className="icon" aria-hidden />
          Sign in
        </Button>
        <ButtonLink variant="plain" to={paths.songs}>
          Songs
        </ButtonLink>
      </div>
      <p>Songs and the memory game need no account.</p>
    </section>
  );
}
