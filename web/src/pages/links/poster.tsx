import { useParams, useSearchParams } from 'react-router';

import { SignedInOnly } from '../../features/auth/gate.tsx';
import { PosterPage as Poster } from '../../features/poster/poster-page.tsx';
import { useTexts } from '../../lib/texts.ts';
import styles from './poster.module.css';

/** The poster of a link: `/lists/<id>/poster?link=<id of the link>`. */
export function PosterPage() {
  const t = useTexts();
  const { id = '' } = useParams();
  const linkId = useSearchParams()[0].get('link') ?? '';
  return (
    <div className={`page ${styles.poster}`}>
      <SignedInOnly message={t('poster.sign-in')}>
        {() => <Poster listId={id} linkId={linkId} />}
      </SignedInOnly>
    </div>
  );
}
