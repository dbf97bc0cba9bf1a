import { useTexts } from '../../lib/texts.ts';
import { Button } from '../../ui/button.tsx';
import { openSignIn } from '../auth/sign-in.tsx';
import { AllKept } from './kept-text.tsx';
import { HEADING_ID } from './talk.ts';
import styles from './comments.module.css';

/** For a member whose session has ended on this page. */
export function SignedOut({ place }: { place: string }) {
  const t = useTexts();
  return (
    <section className={styles.section} aria-labelledby={HEADING_ID}>
      <h2 id={HEADING_ID} tabIndex={-1}>
        {t('comments.title')}
      </h2>
      <AllKept place={place} note={t('comments.signed-out')}>
        <Button variant="plain" onClick={() => openSignIn()}>
          {t('comments.sign-in')}
        </Button>
      </AllKept>
    </section>
  );
}
