import { CircleCheck } from 'lucide-react';

import { useTexts } from '../../lib/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Status } from '../../ui/status.tsx';
import styles from './flag-dialog.module.css';

/** It has arrived, or had already arrived today. */
export function Thanks({ sentence, onClose }: { sentence: string; onClose: () => void }) {
  const t = useTexts();
  return (
    <div className={styles.thanks}>
      <CircleCheck className="icon big" aria-hidden />
      <Status>{sentence}</Status>
      <Button data-autofocus onClick={onClose}>
        {t('dialog.close')}
      </Button>
    </div>
  );
}
