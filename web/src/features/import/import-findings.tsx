import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';
import type { ImportState } from './import-state.ts';
import styles from './import-videos.module.css';

/** What stands in the way of the whole import, and what is left out. */
export function ImportFindings({ state, onDropTable }: { state: ImportState; onDropTable: () => void }) {
  const { fault, notes, items, phase } = state;
  const hasNothing = phase === 'ready' && items.length === 0;
  return (
    <>
      {fault !== null && (
        <Message kind="bad">
          <p>The table cannot be used as it is. Correct it and choose it again, or continue without it.</p>
          <p dir="auto">{fault}</p>
          <Button variant="plain" slim onClick={onDropTable}>
            Continue without the table
          </Button>
        </Message>
      )}
      {(hasNothing || (phase === 'empty' && notes.length > 0)) && (
        <Message kind="warn">There are no videos among these files.</Message>
      )}
      {notes.length > 0 && (
        <Message kind="note">
          <details className={styles.fold} open={notes.length <= 3}>
            <summary>{notes.length === 1 ? '1 note' : `${notes.length} notes`}</summary>
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
