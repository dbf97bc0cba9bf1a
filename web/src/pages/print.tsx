import { PrintCards } from '../features/print-cards/print-cards.tsx';
import { useDocumentTitle } from '../ui/use-document-title.ts';
import styles from './print.module.css';

export function PrintPage() {
  useDocumentTitle('Print cards');
  return (
    <div className={`page ${styles.print}`}>
      <PrintCards />
    </div>
  );
}
