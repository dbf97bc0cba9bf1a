import { SuperadminOnly } from '../features/auth/gate.tsx';
import { GameAdmin } from '../features/game-admin/game-admin.tsx';
import { useDocumentTitle } from '../ui/use-document-title.ts';

export function GameAdminPage() {
  useDocumentTitle('Game Content Manager');
  return (
    <div className="page">
      <SuperadminOnly title="Access Denied - Superadmin Only." hint="">
        <GameAdmin />
      </SuperadminOnly>
    </div>
  );
}
