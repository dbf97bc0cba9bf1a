import { Gate } from '../../features/auth/gate.tsx';
import { Moderation } from '../../features/moderation/moderation.tsx';
import { useTexts } from '../../lib/texts.ts';
import { useDocumentTitle } from '../../ui/use-document-title.ts';

export function CommentsPage() {
  const t = useTexts();
  useDocumentTitle(t('moderation.title'));
  return (
    <div className="page">
      <Gate right="mayUpload">
        <Moderation />
      </Gate>
    </div>
  );
}
