import { useTexts } from '../../lib/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';
import type { ImportState } from './import-state.ts';
import styles from './import-videos.module.css';

/** What stands in the way of the whole import, and what is left out. */
export function ImportFindings({ state, onDropTable }: { state: ImportState; onDropTable: () => void }) {
  const t = useTexts();
  const { fault, notes, items, phase } = state;
  const hasNothing = phase === 'ready' && items.length === 0;
  return (
    <>
      {fault !== null && (
        <Message kind="bad">
          <p>{t('import.bad-table')}</p>
          <p dir="auto">{fault}</p>
          <Button variant="plain" slim onClick={onDropTable}>
            {t('import.drop-table')}
          </Button>
        </Message>
      )}
      {(hasNothing || (phase === 'empty' && notes.length > 0)) && (
        <Message kind="warn">{t('import.no-videos')}</Message>
      )}
      {notes.length > 0 && (
        <Message kind="note">
          <details className={styles.fold} open={notes.length <= 3}>
            <summary>{t('import.notes', { count: notes.length })}</summary>
            <Sentences sentences={notes} />
          </details>
        </Message>
      )}
    </>
  );
}

function Sentences({ sentences }: { sentences: readonly string[] }) {
  return (
    <ul className={styles.names}>
      {sentences.map((sentence, index) => (
        // The list is only ever replaced as a whole.
        <li key={index} dir="auto">
          {sentence}
        </li>
      ))}
    </ul>
  );
}
