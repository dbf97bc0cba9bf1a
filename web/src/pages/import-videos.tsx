import { SuperadminOnly } from '../features/auth/gate.tsx';
import { ImportVideos } from '../features/import/import-videos.tsx';
import { useDocumentTitle } from '../ui/use-document-title.ts';

export function ImportVideosPage() {
  useDocumentTitle('Import videos');
  return (
    <div className="page narrow">
      <SuperadminOnly>
        <h1>Import videos</h1>
        <ImportVideos />
      </SuperadminOnly>
    </div>
  );
}
