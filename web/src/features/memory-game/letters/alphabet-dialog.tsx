import { useTexts } from '../../../lib/texts.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { AlphabetPerch, type AlphabetPerchProps } from './alphabet-perch.tsx';
import styles from './alphabet-perch.module.css';

/** The alphabet in a dialog, where there is no room for it next to the cards. */
export function AlphabetDialog({ onClose, ...perch }: AlphabetPerchProps & { onClose: () => void }) {
  const t = useTexts();
  return (
    <Dialog open title={t('my-letters.title')} className={styles.alphabetDialog} onClose={onClose}>
      <AlphabetPerch {...perch} />
    </Dialog>
  );
}
