import { OpenPart } from '../features/closed-site/open-part.tsx';
import { Lists } from '../features/song-lists/lists.tsx';
import { useTexts } from '../lib/texts.ts';
import { useDocumentTitle } from '../ui/use-document-title.ts';

export function ListsPage() {
  const t = useTexts();
  useDocumentTitle(t('lists.title'));
  return (
    <OpenPart part="songs">
      <div className="page">
        <Lists />
      </div>
    </OpenPart>
  );
}
