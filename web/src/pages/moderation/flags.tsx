import { Gate } from '../../features/auth/gate.tsx';
import { Flags } from '../../features/flags/flags.tsx';
import { useTexts } from '../../lib/texts.ts';
import { useDocumentTitle } from '../../ui/use-document-title.ts';

export function FlagsPage() {
  const t = useTexts();
  useDocumentTitle(t('flags.title'));
  return (
    <div className="page">
      <Gate right="mayUpload">
        <Flags />
      </Gate>
    </div>
  );
}
