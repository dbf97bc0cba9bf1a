import type { auth, status } from '@larksong/contracts';

import { formatList } from '../../lib/format.ts';
import { formatClock, formatDay } from '../../lib/moments.ts';
import { useTexts } from '../../lib/texts.ts';
import { findingWords, useServerTexts } from '../../parts/server-words.ts';
import { classNames } from '../../ui/class-names.ts';
import styles from './status.module.css';

/** What was told of problems, to whom and when, the newest first. */
export function ToldList({ tellings }: { tellings: readonly auth.Telling[] }) {
  const t = useTexts();
  useServerTexts('findings');
  return (
    <section className="panel" aria-labelledby="tellings">
      <h3 id="tellings">{t('telling.history')}</h3>
      {tellings.length === 0 && <p className="muted">{t('telling.none')}</p>}
      {tellings.length > 0 && (
        <ul className={styles.tellings}>
          {tellings.map((telling) => (
            <li key={telling.id}>
              <TellingItem telling={telling} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function TellingItem({ telling }: { telling: auth.Telling }) {
  const t = useTexts();
  const at = new Date(telling.at);
  const { to, mail, webhook } = telling;
  return (
    <>
      <p className="muted small">
        {t('telling.at', { day: formatDay(at), time: formatClock(at) })}{' '}
        {to.length === 0 || mail === 'none'
          ? t('telling.to-nobody')
          : t('telling.to', { names: formatList(to) })}{' '}
        {mail !== 'none' && t(`telling.mail-${mail}`)} {webhook && t(`telling.webhook-${webhook.state}`)}{' '}
        {webhook?.problem && <span lang="en">{webhook.problem}</span>}
      </p>
      {telling.began.map((finding) => (
        <Sentence key={`${finding.id} ${finding.about}`} label={t('telling.began')} finding={finding} />
      ))}
      {telling.ended.map((finding) => (
        <Sentence key={`${finding.id} ${finding.about}`} label={t('telling.ended')} finding={finding} />
      ))}
    </>
  );
}

function Sentence({ label, finding }: { label: string; finding: status.Finding }) {
  return (
    <p className={classNames(styles.told)} dir="auto">
      <strong>{label}</strong> <span {...findingWords(finding).sentence} />
    </p>
  );
}
