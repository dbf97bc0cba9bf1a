import { Link } from 'react-router';

import { SuperadminOnly } from '../features/auth/gate.tsx';
import { UploadForm } from '../features/upload/upload-form.tsx';
import { paths } from '../paths.ts';
import { useDocumentTitle } from '../ui/use-document-title.ts';

export function UploadPage() {
  useDocumentTitle('Upload Video');
  return (
    <div className="page narrow">
      <SuperadminOnly>
        <h1>Upload Video</h1>
        <p>
          Several videos at once? <Link to={paths.importVideos}>Import videos</Link>
        </p>
        <UploadForm />
      </SuperadminOnly>
    </div>
  );
}
