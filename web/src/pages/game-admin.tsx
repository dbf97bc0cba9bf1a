import { Gate } from '../features/auth/gate.tsx';
import { GameAdmin } from '../features/game-admin/game-admin.tsx';
import { useTexts } from '../lib/texts.ts';
import { useDocumentTitle } from '../ui/use-document-title.ts';

export function GameAdminPage() {
  const t = useTexts();
  useDocumentTitle(t('game-admin.title'));
  return (
    <div className="page">
      <Gate right="mayEditLetters" title={t('game-admin.denied')} hint={null}>
        <GameAdmin />
      </Gate>
    </div>
  );
}
