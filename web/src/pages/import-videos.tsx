import { Gate } from '../features/auth/gate.tsx';
import { ImportVideos } from '../features/import/import-videos.tsx';
import { useTexts } from '../lib/texts.ts';
import { useDocumentTitle } from '../ui/use-document-title.ts';

export function ImportVideosPage() {
  const t = useTexts();
  useDocumentTitle(t('import.title'));
  return (
    <div className="page narrow">
      <Gate right="mayUpload">
        <h1>{t('import.title')}</h1>
        <ImportVideos />
      </Gate>
    </div>
  );
}
