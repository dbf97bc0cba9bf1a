import { SignedInOnly } from '../../features/auth/gate.tsx';
import { Children } from '../../features/children/children.tsx';
import { useTexts } from '../../lib/texts.ts';
import { useDocumentTitle } from '../../ui/use-document-title.ts';

/** The nests that a grown-up cares for. */
export function ChildrenPage() {
  const t = useTexts();
  useDocumentTitle(t('children.title'));
  return (
    <div className="page">
      <SignedInOnly message={t('children.sign-in')}>{() => <Children />}</SignedInOnly>
    </div>
  );
}
