import type { auth } from '@larksong/contracts';
import { useId, useState } from 'react';

import { explain } from '../../lib/server-sentences/texts.ts';
import { useTexts } from '../../lib/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';
import { groupPeople, type GroupName, type PeopleGroup } from './groups.ts';
import type { CheckedFile } from './use-people-import.ts';
import styles from './import-people.module.css';

interface CheckedTableProps {
  table: CheckedFile;
  isStarting: boolean;
  onStart: (table: CheckedFile) => void;
}

/** What an import would do with each line of a table, and the button that does it. */
export function CheckedTable({ table, isStarting, onStart }: CheckedTableProps) {
  const t = useTexts();
  const id = useId();
  const groups = groupPeople(table.people);
  const countOf = (name: GroupName) => groups.find((group) => group.name === name)?.people.length ?? 0;
  const mistakes = countOf('mistake');
  const canStart = countOf('invite') + countOf('promote') > 0;
  return (
    <section className="panel" aria-labelledby={id}>
      <h2 id={id} dir="auto">
        {table.file.name}
      </h2>
      {mistakes > 0 && (
        <Message kind="warn">{t(canStart ? 'people.mistakes-hint' : 'people.only-mistakes')}</Message>
      )}
      {mistakes === 0 && !canStart && <Message kind="good">{t('people.nothing')}</Message>}
      <Notes notes={table.notes} />
      {groups.map((group) => (
        <Group key={group.name} group={group} />
      ))}
      {canStart && (
        <div className="row">
          <Button busy={isStarting} onClick={() => onStart(table)}>
            {t(mistakes > 0 ? 'people.start-without' : 'people.start')}
          </Button>
        </div>
      )}
    </section>
  );
}

function Notes({ notes }: { notes: readonly auth.LineExplanation[] }) {
  return notes.map((note) => (
    <p key={note.message} className="muted small" dir="auto">
      {explain(note)}
    </p>
  ));
}

/** As many lines are shown at first; a long list would bury the rest of the page. */
const FEW = 50;

function Group({ group: { name, people } }: { group: PeopleGroup }) {
  const t = useTexts();
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll ? people : people.slice(0, FEW);
  return (
    <details className={styles.fold} open={name === 'mistake' || name === 'differs'}>
      <summary>{t(`people.group-${name}`, { count: people.length })}</summary>
      <ul className={styles.lines}>
        {shown.map(({ line, explanations }) => (
          <li key={line}>
            {explanations.map((explanation) => (
              <p key={explanation.reason} dir="auto">
                {explain(explanation)}
              </p>
            ))}
          </li>
        ))}
      </ul>
      {shown.length < people.length && (
        <Button variant="plain" slim onClick={() => setShowsAll(true)}>
          {t('people.show-all', { count: people.length })}
        </Button>
      )}
    </details>
  );
}
