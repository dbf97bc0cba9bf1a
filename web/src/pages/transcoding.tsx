import { SuperadminOnly } from '../features/auth/gate.tsx';
import { TranscodingStatus } from '../features/transcoding/transcoding-status.tsx';
import { useDocumentTitle } from '../ui/use-document-title.ts';

export function TranscodingPage() {
  useDocumentTitle('Transcoding Status');
  return (
    <div className="page narrow">
      <SuperadminOnly>
        <TranscodingStatus />
      </SuperadminOnly>
    </div>
  );
}
