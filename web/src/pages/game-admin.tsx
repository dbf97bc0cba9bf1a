import { SuperadminOnly } from '../features/auth/gate.tsx';
import { GameAdmin } from '../features/game-admin/game-admin.tsx';
import { useDocumentTitle } from '../ui/use-document-title.ts';

export function GameAdminPage() {
  useDocumentTitle('Letters and words');
  return (
    <div className="page">
      <SuperadminOnly title="Access Denied - Superadmin Only." hint={null}>
        <GameAdmin />
      </SuperadminOnly>
    </div>
  );
}
