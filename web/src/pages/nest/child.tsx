import { useParams } from 'react-router';

import { SignedInOnly } from '../../features/auth/gate.tsx';
import { Child } from '../../features/children/child.tsx';
import { useTexts } from '../../lib/texts.ts';

/** The page of one nest, for the grown-up who cares for it. */
export function ChildPage() {
  const t = useTexts();
  const { id = '' } = useParams();
  return (
    <div className="page">
      <SignedInOnly message={t('children.sign-in')}>{() => <Child key={id} id={id} />}</SignedInOnly>
    </div>
  );
}
