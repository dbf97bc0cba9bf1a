import { EnterPage } from '../../features/enter-nest/enter-page.tsx';
import { useTexts } from '../../lib/texts.ts';
import { useDocumentTitle } from '../../ui/use-document-title.ts';

/** Opens a nest by a card, in a browser that is no nest's yet. */
export function EnterNestPage() {
  const t = useTexts();
  useDocumentTitle(t('enter.title'));
  return (
    <div className="page">
      <EnterPage />
    </div>
  );
}
