import { RotateCcw } from 'lucide-react';

import { useTexts } from '../../lib/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Status } from '../../ui/status.tsx';
import styles from './between.module.css';

/** Covers the picture at the end of the list: nothing follows. `onStartOver` is null if none of its songs can be played. */
export function ListOver({ onStartOver }: { onStartOver: (() => void) | null }) {
  const t = useTexts();
  return (
    <div className={styles.between}>
      <div className={styles.over}>
        <Status className={styles.words}>
          <strong>{t('play.over')}</strong>
        </Status>
        {onStartOver && (
          <Button variant="play" onClick={onStartOver}>
            <RotateCcw className="icon" aria-hidden />
            {t('play.start-over')}
          </Button>
        )}
      </div>
    </div>
  );
}
