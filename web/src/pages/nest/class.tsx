import { useParams } from 'react-router';

import { SignedInOnly } from '../../features/auth/gate.tsx';
import { Class } from '../../features/children/classes/class.tsx';
import { useTexts } from '../../lib/texts.ts';

/** The page of one class, for the grown-ups who care for it. */
export function ClassPage() {
  const t = useTexts();
  const { id = '' } = useParams();
  return (
    <div className="page">
      <SignedInOnly message={t('children.sign-in')}>{() => <Class key={id} id={id} />}</SignedInOnly>
    </div>
  );
}
