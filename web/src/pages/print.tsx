import { PrintCards } from '../features/print-cards/print-cards.tsx';
import { useTexts } from '../lib/texts.ts';
import { useDocumentTitle } from '../ui/use-document-title.ts';
import styles from './print.module.css';

export function PrintPage() {
  const t = useTexts();
  useDocumentTitle(t('print.tab'));
  return (
    <div className={`page ${styles.print}`}>
      <PrintCards />
    </div>
  );
}
