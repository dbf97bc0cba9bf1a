import { Setup } from '../features/setup/setup.tsx';
import { useTexts } from '../lib/texts.ts';
import { useDocumentTitle } from '../ui/use-document-title.ts';

/** The page for the first start. */
export function SetupPage() {
  const t = useTexts();
  useDocumentTitle(t('setup.title'));
  return (
    <div className="page single">
      <Setup />
    </div>
  );
}
