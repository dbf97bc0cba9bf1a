import { SuperadminOnly } from '../features/auth/gate.tsx';
import { Chips } from '../features/chips/chips.tsx';
import { useTexts } from '../lib/texts.ts';
import { useDocumentTitle } from '../ui/use-document-title.ts';

export function ChipsPage() {
  const t = useTexts();
  useDocumentTitle(t('chips.title'));
  return (
    <div className="page narrow">
      <SuperadminOnly>
        <Chips />
      </SuperadminOnly>
    </div>
  );
}
