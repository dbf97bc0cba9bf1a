import { useParams } from 'react-router';

import { SignedInOnly } from '../../features/auth/gate.tsx';
import { ClassRule } from '../../features/children/classes/class-rule.tsx';
import { useTexts } from '../../lib/texts.ts';

/** What the nests of a class may show, and how long. */
export function ClassRulePage() {
  const t = useTexts();
  const { id = '' } = useParams();
  return (
    <div className="page">
      <SignedInOnly message={t('children.sign-in')}>{() => <ClassRule key={id} id={id} />}</SignedInOnly>
    </div>
  );
}
