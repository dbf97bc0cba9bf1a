import { useParams } from 'react-router';

import { SignedInOnly } from '../../features/auth/gate.tsx';
import { ClassSheetPage } from '../../features/children/classes/class-sheet-page.tsx';
import { useTexts } from '../../lib/texts.ts';
import styles from '../print.module.css';

/** The cards of a class and its nests, to be printed. */
export function ClassCardsPage() {
  const t = useTexts();
  const { id = '' } = useParams();
  return (
    <div className={`page ${styles.print}`}>
      <SignedInOnly message={t('children.sign-in')}>{() => <ClassSheetPage id={id} />}</SignedInOnly>
    </div>
  );
}
