import { ForParents } from '../features/parents/for-parents.tsx';
import { useTexts } from '../lib/texts.ts';
import { useDocumentTitle } from '../ui/use-document-title.ts';

export function ForParentsPage() {
  const t = useTexts();
  useDocumentTitle(t('for-parents.title'));
  return (
    <div className="page narrow">
      <ForParents />
    </div>
  );
}
