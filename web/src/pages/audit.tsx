import { Changes } from '../features/audit/changes.tsx';
import { SuperadminOnly } from '../features/auth/gate.tsx';
import { useTexts } from '../lib/texts.ts';
import { useDocumentTitle } from '../ui/use-document-title.ts';

export function AuditPage() {
  const t = useTexts();
  useDocumentTitle(t('audit.title'));
  return (
    <div className="page narrow">
      <SuperadminOnly>
        <Changes />
      </SuperadminOnly>
    </div>
  );
}
