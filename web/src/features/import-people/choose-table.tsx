import { useId } from 'react';

import { useTexts } from '../../lib/texts.ts';
import { toButtonLook } from '../../parts/message-elements.tsx';
import { DropZone } from '../../ui/drop-zone.tsx';
import styles from './import-people.module.css';

/** The names of columns and roles are the same in all languages. */
const EXAMPLE = `email;username;name;role
ada@school.example;ada;Ada Lovelace;teacher
max@home.example;;Max;user`;

/** The column without which a table cannot be used. */
const NEEDED = 'email';

interface ChooseTableProps {
  isBusy: boolean;
  onFile: (file: File) => void;
}

/** The choice of a table: drop it, or choose it. */
export function ChooseTable({ isBusy, onFile }: ChooseTableProps) {
  const t = useTexts();
  const id = useId();
  return (
    <section className="panel" aria-label={t('people.table')}>
      <fieldset disabled={isBusy}>
        <DropZone
          accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
          labelledBy={`${id}-words`}
          describedBy={`${id}-hint`}
          onFile={(file) => {
            if (!isBusy) onFile(file);
          }}
        >
          <span id={`${id}-words`}>{t.rich('people.drop', { button: toButtonLook })}</span>
        </DropZone>
      </fieldset>
      <p className="muted small" id={`${id}-hint`}>
        {t('people.hint')}
      </p>
      <details className={styles.fold}>
        <summary>{t('people.example')}</summary>
        <p className="small">{t.rich('people.example-hint', { column: <code>{NEEDED}</code> })}</p>
        <pre className={styles.example} dir="ltr">
          {EXAMPLE}
        </pre>
      </details>
    </section>
  );
}
