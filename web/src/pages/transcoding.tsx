import { Gate } from '../features/auth/gate.tsx';
import { useSession } from '../features/auth/session.ts';
import { OwnWork } from '../features/transcoding/own-work.tsx';
import { TranscodingStatus } from '../features/transcoding/transcoding-status.tsx';
import { useTexts } from '../lib/texts.ts';
import { useDocumentTitle } from '../ui/use-document-title.ts';

/** All work for superadmins, and their own for teachers. */
export function TranscodingPage() {
  const t = useTexts();
  const { isTeacher } = useSession();
  useDocumentTitle(t('transcoding.title'));
  return (
    <div className="page narrow">
      <Gate right="mayUpload">{isTeacher ? <OwnWork /> : <TranscodingStatus />}</Gate>
    </div>
  );
}
