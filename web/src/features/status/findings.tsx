import type { status } from '@larksong/contracts';
import { CircleAlert, CircleCheck, Info, TriangleAlert, type LucideIcon } from 'lucide-react';

import { useTexts } from '../../lib/texts.ts';
import { findingWords, useServerTexts } from '../../parts/server-words.ts';
import { classNames } from '../../ui/class-names.ts';
import { Status } from '../../ui/status.tsx';
import { countFindings } from './texts.ts';
import styles from './status.module.css';

const ICONS: Record<status.Severity, LucideIcon> = {
  error: CircleAlert,
  warning: TriangleAlert,
  hint: Info,
};

/** Everything that needs attention, with the remedy; the most severe first. */
export function Findings({ findings }: { findings: readonly status.Finding[] }) {
  const t = useTexts();
  useServerTexts('findings');
  return (
    <section className={styles.part} aria-labelledby="findings">
      <h2 id="findings" className="row">
        {t('status.findings')}
      </h2>
      <Status className={classNames('panel', styles.summary)}>
        {findings.length === 0 && <CircleCheck className={classNames('icon', styles.good)} aria-hidden />}
        {countFindings(findings)}
      </Status>
      {findings.length > 0 && (
        <ul className={classNames('panel', styles.list)}>
          {findings.map((finding) => (
            <FindingItem key={`${finding.id} ${finding.about}`} finding={finding} />
          ))}
        </ul>
      )}
    </section>
  );
}

function FindingItem({ finding }: { finding: status.Finding }) {
  const t = useTexts();
  const Icon = ICONS[finding.severity];
  const words = findingWords(finding);
  return (
    <li className={styles.finding} data-severity={finding.severity}>
      <Icon className="icon" aria-hidden />
      <div>
        <p className={styles.sentence} dir="auto">
          <span className="sr-only">{t(`status.severity-${finding.severity}`)} </span>
          <span {...words.sentence} />
        </p>
        <p className="muted" dir="auto" {...words.remedy} />
      </div>
    </li>
  );
}
