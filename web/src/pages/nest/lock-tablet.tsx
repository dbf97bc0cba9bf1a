import { LockTablet } from '../../features/children/lock/lock-tablet.tsx';
import { useTexts } from '../../lib/texts.ts';
import { useDocumentTitle } from '../../ui/use-document-title.ts';

/** How grown-ups lock a device on which a nest is. It says nothing of anybody, so everybody may read it. */
export function LockTabletPage() {
  const t = useTexts();
  useDocumentTitle(t('lock.title'));
  return (
    <div className="page narrow">
      <LockTablet />
    </div>
  );
}
