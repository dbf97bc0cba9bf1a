import { Heart, History, LogIn, Sparkles } from 'lucide-react';

import { useSession } from '../features/auth/session.ts';
import { openSignIn } from '../features/auth/sign-in.tsx';
import { useTexts } from '../lib/texts.ts';
import { ButtonLink } from '../parts/button-link.tsx';
import { paths } from '../paths.ts';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { useDocumentTitle } from '../ui/use-document-title.ts';
import styles from './you.module.css';

export function YouPage() {
  const t = useTexts();
  const { status } = useSession();
  useDocumentTitle(t('you.tab'));
  return (
    <div className="page narrow">
      <h1>{t('you.title')}</h1>
      <div>
        <p>{t('you.this')}</p>
        <p className="muted">{t('you.hint')}</p>
      </div>
      {status === 'signed-out' && <WhyAnAccount />}
      {status === 'signed-in' && <OwnPages />}
    </div>
  );
}

/** The pages that belong to a signed-in user. */
function OwnPages() {
  const t = useTexts();
  return (
    <section className={classNames('empty meadow', styles.welcome)} aria-label={t('you.pages')}>
      <span className="lark" aria-hidden />
      <div className="row">
        <ButtonLink to={paths.liked}>{t('you.liked')}</ButtonLink>
        <ButtonLink variant="plain" to={paths.songsOf('watched')}>
          {t('you.watched')}
        </ButtonLink>
        <ButtonLink variant="plain" to={paths.songsOf('unwatched')}>
          {t('you.unwatched')}
        </ButtonLink>
        <ButtonLink variant="plain" to={paths.profile}>
          {t('you.profile')}
        </ButtonLink>
      </div>
    </section>
  );
}

function WhyAnAccount() {
  const t = useTexts();
  return (
    <section className={classNames('empty meadow', styles.welcome)} aria-labelledby="account-for">
      <span className="lark" aria-hidden />
      <h2 id="account-for">{t('you.why')}</h2>
      <ul className={styles.reasons}>
        <li>
          <Heart className="icon" aria-hidden />
          {t('you.why-liked')}
        </li>
        <li>
          <History className="icon" aria-hidden />
          {t('you.why-watched')}
        </li>
        <li>
          <Sparkles className="icon" aria-hidden />
          {t('you.why-unwatched')}
        </li>
      </ul>
      <div className="row">
        <Button onClick={() => openSignIn()}>
          <LogIn className="icon points" aria-hidden />
          {t('you.sign-in')}
        </Button>
        <ButtonLink variant="plain" to={paths.songs}>
          {t('you.songs')}
        </ButtonLink>
      </div>
      <p>{t('you.no-need')}</p>
    </section>
  );
}
