import { Setup } from '../features/setup/setup.tsx';
import { useDocumentTitle } from '../ui/use-document-title.ts';

/** The page for the first start. */
export function SetupPage() {
  useDocumentTitle('Set up this site');
  return (
    <div className="page single">
      <Setup />
    </div>
  );
}
