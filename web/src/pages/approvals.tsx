import { Approvals } from '../features/approvals/approvals.tsx';
import { SuperadminOnly } from '../features/auth/gate.tsx';
import { useTexts } from '../lib/texts.ts';
import { useDocumentTitle } from '../ui/use-document-title.ts';

export function ApprovalsPage() {
  const t = useTexts();
  useDocumentTitle(t('approvals.title'));
  return (
    <div className="page">
      <SuperadminOnly>
        <Approvals />
      </SuperadminOnly>
    </div>
  );
}
