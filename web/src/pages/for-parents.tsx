import { ForParents } from '../features/parents/for-parents.tsx';
import { useDocumentTitle } from '../ui/use-document-title.ts';

export function ForParentsPage() {
  useDocumentTitle('For parents');
  return (
    <div className="page narrow">
      <ForParents />
    </div>
  );
}
