import { SuperadminOnly } from '../features/auth/gate.tsx';
import { Chips } from '../features/chips/chips.tsx';
import { useDocumentTitle } from '../ui/use-document-title.ts';

export function ChipsPage() {
  useDocumentTitle('Grades and categories');
  return (
    <div className="page narrow">
      <SuperadminOnly>
        <Chips />
      </SuperadminOnly>
    </div>
  );
}
