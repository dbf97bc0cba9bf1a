import { OpenPart } from '../features/closed-site/open-part.tsx';
import { PrintCards } from '../features/print-cards/print-cards.tsx';
import { useTexts } from '../lib/texts.ts';
import { useDocumentTitle } from '../ui/use-document-title.ts';
import styles from './print.module.css';

export function PrintPage() {
  const t = useTexts();
  useDocumentTitle(t('print.tab'));
  return (
    <OpenPart part="game">
      <div className={`page ${styles.print}`}>
        <PrintCards />
      </div>
    </OpenPart>
  );
}
