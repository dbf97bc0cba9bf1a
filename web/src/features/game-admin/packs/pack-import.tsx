import type { game } from '@larksong/contracts';
import { useState } from 'react';

import { formatAge } from '../../../lib/format.ts';
import { useTexts } from '../../../lib/texts.ts';
import { useServerTexts } from '../../../parts/server-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Message } from '../../../ui/message.tsx';
import { Status } from '../../../ui/status.tsx';
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
  const t = useTexts();
  useServerTexts('failures');
  const { state, stepCount, doneCount, preparingCount, lines } = shown;
  if (state === 'running')
    return (
      <div className="stack">
        <Status>
          {t(isStale ? 'pack-import.progress-stale' : 'pack-import.progress', {
            done: doneCount,
            total: stepCount,
          })}
        </Status>
        <progress max={Math.max(stepCount, 1)} value={doneCount} aria-label={t('pack-import.bar')} />
      </div>
    );
  const groups = toReport(lines);
  const hasRefused = groups.some(({ result }) => result === 'refused');
  return (
    <div className={styles.report}>
      <Message kind={hasRefused ? 'warn' : 'good'}>
        {sumUpImport(lines)}{' '}
        <span className={styles.age}>{t('pack-import.age', { age: formatAge(shown.createdAt) })}</span>
      </Message>
      <Status className="muted">
        {preparingCount > 0 && t('pack-import.preparing', { count: preparingCount })}
      </Status>
      {groups.map((group) => (
        <Group key={`${shown.id} ${group.result}`} group={group} />
      ))}
      <div className="row">
        <Button variant="plain" slim onClick={onHide}>
          {t('pack-import.hide')}
        </Button>
      </div>
    </div>
  );
}

/** As many lines are shown at first; a long list would bury the rest of the page. */
const FEW = 50;

function Group({ group: { result, entries } }: { group: ReportGroup }) {
  const t = useTexts();
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll ? entries : entries.slice(0, FEW);
  return (
    <details className={styles.group} open={result === 'refused'}>
      <summary>
        {t(`pack-import.result.${result}`)} <span className="badge">{entries.length}</span>
      </summary>
      <ul>
        {shown.map((entry) => (
          <Entry key={JSON.stringify(entry)} entry={entry} />
        ))}
      </ul>
      {shown.length < entries.length && (
        <Button variant="plain" slim onClick={() => setShowsAll(true)}>
          {t('pack-import.show-all', { count: entries.length })}
        </Button>
      )}
    </details>
  );
}

function Entry({ entry: { title, letter, isPath, parts, reason } }: { entry: ReportEntry }) {
  const t = useTexts();
  return (
    <li>
      {isPath ? (
        <code dir="auto">{title}</code>
      ) : (
        <>
          <strong dir="auto">{title}</strong>{' '}
          <span className="muted">{t.rich('pack-import.entry', { letter: <bdi>{letter}</bdi>, parts })}</span>
        </>
      )}
      {reason !== null && <p className={styles.reason} {...reason} />}
    </li>
  );
}
