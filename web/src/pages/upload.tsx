import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { Gate } from '../features/auth/gate.tsx';
import { UploadForm } from '../features/upload/upload-form.tsx';
import { useTexts } from '../lib/texts.ts';
import { paths } from '../paths.ts';
import { useDocumentTitle } from '../ui/use-document-title.ts';

export function UploadPage() {
  const t = useTexts();
  useDocumentTitle(t('upload.title'));
  return (
    <div className="page narrow">
      <Gate right="mayUpload">
        <h1>{t('upload.title')}</h1>
        <p>
          {t.rich('upload.several', {
            link: toImport,
          })}
        </p>
        <UploadForm />
      </Gate>
    </div>
  );
}

function toImport(content: ReactNode) {
  return <Link to={paths.importVideos}>{content}</Link>;
}
