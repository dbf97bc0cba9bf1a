import { SuperadminOnly } from '../features/auth/gate.tsx';
import { TranscodingStatus } from '../features/transcoding/transcoding-status.tsx';
import { useTexts } from '../lib/texts.ts';
import { useDocumentTitle } from '../ui/use-document-title.ts';

export function TranscodingPage() {
  const t = useTexts();
  useDocumentTitle(t('transcoding.title'));
  return (
    <div className="page narrow">
      <SuperadminOnly>
        <TranscodingStatus />
      </SuperadminOnly>
    </div>
  );
}
