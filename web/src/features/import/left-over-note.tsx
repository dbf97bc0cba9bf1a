import { toFileName } from '@larksong/import';

import { useTexts } from '../../lib/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';
import type { LeftOver } from './left-over.ts';
import styles from './import-videos.module.css';

/** Shows the remaining part of an import after a reload. */
export function LeftOverNote({ left, onForget }: { left: LeftOver; onForget: () => void }) {
  const t = useTexts();
  const names = Object.keys(left.edits).map((key) => toFileName(key.slice(0, key.lastIndexOf(' '))));
  return (
    <Message kind="warn">
      <p>{t('import.interrupted', { left: names.length, total: left.total })}</p>
      <details className={styles.fold}>
        <summary>{t('import.show-files')}</summary>
        <ul className={styles.names}>
          {names.map((name, index) => (
            // Two folders may have the same name.
            <li key={index} dir="auto">
              {name}
            </li>
          ))}
        </ul>
      </details>
      <Button variant="plain" slim onClick={onForget}>
        {t('import.forget')}
      </Button>
    </Message>
  );
}
