import { Changes } from '../features/audit/changes.tsx';
import { SuperadminOnly } from '../features/auth/gate.tsx';
import { useDocumentTitle } from '../ui/use-document-title.ts';

export function AuditPage() {
  useDocumentTitle('Changes');
  return (
    <div className="page narrow">
      <SuperadminOnly>
        <Changes />
      </SuperadminOnly>
    </div>
  );
}
