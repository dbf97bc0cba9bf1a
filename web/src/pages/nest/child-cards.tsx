import { useParams } from 'react-router';

import { SignedInOnly } from '../../features/auth/gate.tsx';
import { NestSheetPage } from '../../features/children/cards/sheet-page.tsx';
import { useTexts } from '../../lib/texts.ts';
import styles from '../print.module.css';

/** The cards of a nest, to be printed. */
export function ChildCardsPage() {
  const t = useTexts();
  const { id = '' } = useParams();
  return (
    <div className={`page ${styles.print}`}>
      <SignedInOnly message={t('children.sign-in')}>{() => <NestSheetPage id={id} />}</SignedInOnly>
    </div>
  );
}
