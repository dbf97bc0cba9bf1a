import { formatBytes, type status } from '@larksong/contracts';

import { Badge } from '../../ui/badge.tsx';
import { classNames } from '../../ui/class-names.ts';
import { formatUptime } from './texts.ts';
import styles from './status.module.css';

const SERVICES = ['gateway', 'auth', 'catalog', 'game'] as const;

const ANSWERS: Record<status.Answer, { label: string; kind: 'good' | 'bad' }> = {
  ok: { label: 'Running', kind: 'good' },
  away: { label: 'Not running', kind: 'bad' },
  silent: { label: 'Not responding', kind: 'bad' },
};

/** The services, with their versions and their health. */
export function ServicesPanel({ site }: { site: status.SiteStatus }) {
  return (
    <section className={styles.part} aria-labelledby="services">
      <h2 id="services">Services</h2>
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
  const { label, kind } = ANSWERS[answer];
  return (
    <li className={styles.entry}>
      <h3>{name}</h3>
      <Badge kind={kind}>{label}</Badge>
      {process && (
        <p className={styles.meta}>
          <span>Version {process.version}</span>
          <span>running for {formatUptime(process.startedAt, process.now)}</span>
          <span>
            {formatBytes(process.memory.usedBytes)}
            {process.memory.limitBytes !== null && ` of ${formatBytes(process.memory.limitBytes)}`} of memory
          </span>
          {process.database?.state === 'away' && <span>database away</span>}
          {process.redis?.state === 'away' && <span>Redis away</span>}
          {process.storage?.state === 'away' && <span>storage away</span>}
          {process.storage?.state === 'full' && <span>storage full</span>}
          {process.database?.state === 'refused' && <span>database refused</span>}
          {process.redis?.state === 'refused' && <span>Redis refused</span>}
        </p>
      )}
    </li>
  );
}
