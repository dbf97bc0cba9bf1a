import type { status } from '@larksong/contracts';

import { formatBytes } from '../../lib/bytes.ts';
import { useTexts } from '../../lib/texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { classNames } from '../../ui/class-names.ts';
import { formatUptime } from './texts.ts';
import styles from './status.module.css';

const SERVICES = ['gateway', 'auth', 'catalog', 'game'] as const;

/** The services, with their versions and their health. */
export function ServicesPanel({ site }: { site: status.SiteStatus }) {
  const t = useTexts();
  return (
    <section className={styles.part} aria-labelledby="services">
      <h2 id="services">{t('status.services')}</h2>
      <ul className={classNames('panel', styles.list)}>
        {SERVICES.map((name) => (
          <Service key={name} name={name} answer={site.answers[name]} process={site[name]?.process} />
        ))}
      </ul>
    </section>
  );
}

interface ServiceProps {
  name: string;
  answer: status.Answer;
  process: status.ProcessStatus | undefined;
}

function Service({ name, answer, process }: ServiceProps) {
  const t = useTexts();
  return (
    <li className={styles.entry}>
      <h3>{name}</h3>
      <Badge kind={answer === 'ok' ? 'good' : 'bad'}>{t(`status.answer-${answer}`)}</Badge>
      {process && (
        <p className={styles.meta}>
          <span>{t('status.version', { version: process.version })}</span>
          <span>{t('status.uptime', { span: formatUptime(process.startedAt, process.now) })}</span>
          <span>
            {process.memory.limitBytes === null
              ? t('status.memory', { used: formatBytes(process.memory.usedBytes) })
              : t('status.memory-of', {
                  used: formatBytes(process.memory.usedBytes),
                  limit: formatBytes(process.memory.limitBytes),
                })}
          </span>
          {process.database?.state === 'away' && <span>{t('status.database-away')}</span>}
          {process.redis?.state === 'away' && <span>{t('status.redis-away')}</span>}
          {process.storage?.state === 'away' && <span>{t('status.storage-away')}</span>}
          {process.storage?.state === 'full' && <span>{t('status.storage-full')}</span>}
          {process.database?.state === 'refused' && <span>{t('status.database-refused')}</span>}
          {process.redis?.state === 'refused' && <span>{t('status.redis-refused')}</span>}
        </p>
      )}
    </li>
  );
}
