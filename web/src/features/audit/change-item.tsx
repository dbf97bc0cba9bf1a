import type { AuditEntry } from '@larksong/contracts';

import { formatMoment } from '../../lib/format.ts';
import { useTexts } from '../../lib/texts.ts';
import { listValues, toActionName, type ChangedValue } from './values.ts';
import styles from './changes.module.css';

/** One recorded change: the kind, the name of its subject, author and time, and the values before and after. */
export function ChangeItem({ entry }: { entry: AuditEntry }) {
  const t = useTexts();
  const values = listValues(entry.before, entry.after).filter(({ before, after }) => before !== after);
  const subject = entry.subject.name ?? entry.subject.id;
  const facts = values.filter(({ isId }) => !isId);
  return (
    <li className="panel">
      <div>
        <h2 className={styles.action}>{toActionName(entry.action)}</h2>
        {subject !== null && (
          <p className={styles.text}>
            <bdi>{subject}</bdi>
          </p>
        )}
      </div>
      {facts.length > 0 && <Values values={facts} />}
      <p className={`${styles.meta} small muted`}>
        <span>{t.rich('audit.by', { name: <bdi>{entry.actor.name}</bdi> })}</span>
        <time dateTime={entry.at}>{formatMoment(entry.at)}</time>
      </p>
      <Details entry={entry} ids={values.filter(({ isId }) => isId)} />
    </li>
  );
}

/** What somebody needs who looks into a change, and nobody else. */
function Details({ entry, ids }: { entry: AuditEntry; ids: readonly ChangedValue[] }) {
  const t = useTexts();
  const { number, network, subject } = entry;
  return (
    <details className="small muted">
      <summary>{t('audit.details')}</summary>
      {ids.length > 0 && <Values values={ids} />}
      <p className={styles.meta}>
        <span>{t('audit.number', { number })}</span>
        {network !== null && <span>{t('audit.network', { network })}</span>}
        {subject.name !== null && subject.id !== null && <span>{t('audit.id', { id: subject.id })}</span>}
      </p>
    </details>
  );
}

function Values({ values }: { values: readonly ChangedValue[] }) {
  return (
    <dl className={styles.values}>
      {values.map((value) => (
        <Value key={value.name} value={value} />
      ))}
    </dl>
  );
}

function Value({ value: { name, before, after } }: { value: ChangedValue }) {
  return (
    <div>
      <dt className="muted">{name}</dt>
      <dd className={styles.text}>
        {before !== null && <del dir="auto">{before}</del>}
        {before !== null && after !== null && (
          <span aria-hidden>
            {' '}
            <span className={styles.arrow}>→</span>{' '}
          </span>
        )}
        {after !== null && <ins dir="auto">{after}</ins>}
      </dd>
    </div>
  );
}
