import type { game } from '@larksong/contracts';
import { useState } from 'react';

import { formatAge } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Message } from '../../../ui/message.tsx';
import { Status } from '../../../ui/status.tsx';
import { count } from '../content/names.ts';
import { sumUpImport, toReport, type ReportEntry, type ReportGroup } from './pack-report.ts';
import styles from './pack-import.module.css';

interface PackImportProps {
  shown: game.PackImport;
  /** The state of the import could not be read again. */
  isStale: boolean;
  onHide: () => void;
}

/** The progress of an import, and afterwards a line for each part of its pack. */
export function PackImport({ shown, isStale, onHide }: PackImportProps) {
  const { state, stepCount, doneCount, preparingCount, lines } = shown;
  if (state === 'running')
    return (
      <div className="stack">
        <Status>
          Importing the pack: {doneCount} of {stepCount}
          {isStale && '. The server cannot be reached right now; the import continues.'}
        </Status>
        <progress max={Math.max(stepCount, 1)} value={doneCount} aria-label="Imported" />
      </div>
    );
  const groups = toReport(lines);
  const hasRefused = groups.some(({ result }) => result === 'refused');
  return (
    <div className={styles.report}>
      <Message kind={hasRefused ? 'warn' : 'good'}>
        {sumUpImport(lines)} <span className={styles.age}>Imported {formatAge(shown.createdAt)}.</span>
      </Message>
      <Status className="muted">
        {preparingCount > 0 && `${count(preparingCount, 'sound')} being prepared…`}
      </Status>
      {groups.map((group) => (
        <Group key={`${shown.id} ${group.result}`} group={group} />
      ))}
      <div className="row">
        <Button variant="plain" slim onClick={onHide}>
          Hide this list
        </Button>
      </div>
    </div>
  );
}

const TITLES: Record<game.PackResult, string> = {
  refused: 'Refused',
  kept: 'Kept: the site has another one',
  replaced: 'Replaced',
  added: 'Added',
  present: 'Already there',
};

/** As many lines are shown at first; a long list would bury the rest of the page. */
const FEW = 50;

function Group({ group: { result, entries } }: { group: ReportGroup }) {
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll ? entries : entries.slice(0, FEW);
  return (
    <details className={styles.group} open={result === 'refused'}>
      <summary>
        {TITLES[result]} <span className="badge">{entries.length}</span>
      </summary>
      <ul>
        {shown.map((entry) => (
          <Entry key={JSON.stringify(entry)} entry={entry} />
        ))}
      </ul>
      {shown.length < entries.length && (
        <Button variant="plain" slim onClick={() => setShowsAll(true)}>
          Show all {entries.length}
        </Button>
      )}
    </details>
  );
}

function Entry({ entry: { title, letter, isPath, parts, reason } }: { entry: ReportEntry }) {
  return (
    <li>
      {isPath ? (
        <code dir="auto">{title}</code>
      ) : (
        <>
          <strong dir="auto">{title}</strong>{' '}
          <span className="muted">
            (<bdi>{letter}</bdi>): {parts}
          </span>
        </>
      )}
      {reason !== null && <p className={styles.reason}>{reason}</p>}
    </li>
  );
}
