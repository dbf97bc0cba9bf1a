import type { catalog } from '@larksong/contracts';
import { Check, CirclePause, CircleStop, Loader, Unplug, type LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';

import { formatBytes } from '../../lib/bytes.ts';
import { formatDuration } from '../../lib/format.ts';
import { formatInteger } from '../../lib/integers.ts';
import { useTexts, type Texts } from '../../lib/texts.ts';
import { formatSpan } from '../../lib/time-left.ts';
import { toMuted } from '../../parts/message-elements.tsx';
import { toStage } from '../../parts/unit-stage.ts';
import { Badge } from '../../ui/badge.tsx';
import { classNames } from '../../ui/class-names.ts';
import { formatDone, formatMoment } from './texts.ts';
import jobs from './transcoding.module.css';
import styles from './workers.module.css';

type State = catalog.Worker['state'];

const STATES: Record<State, { icon: LucideIcon; kind: ComponentProps<typeof Badge>['kind'] }> = {
  busy: { icon: Loader, kind: 'note' },
  idle: { icon: Check, kind: 'good' },
  stopping: { icon: CirclePause, kind: 'plain' },
  stopped: { icon: CircleStop, kind: 'plain' },
  vanished: { icon: Unplug, kind: 'bad' },
};

/** The workers: who they are, and what they are doing. */
export function WorkersPanel({ workers }: { workers: { count: number; list: readonly catalog.Worker[] } }) {
  const t = useTexts();
  return (
    <section className={jobs.jobs} aria-labelledby="workers">
      <h2 id="workers" className="row">
        {t('workers.title')} <Badge kind="note">{formatInteger(workers.count)}</Badge>
      </h2>
      {workers.list.length === 0 ? (
        <p className="panel muted">{t('workers.none')}</p>
      ) : (
        <ul className={classNames('panel', styles.workers)}>
          {workers.list.map((worker) => (
            <Worker key={worker.id} worker={worker} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Worker({ worker }: { worker: catalog.Worker }) {
  const t = useTexts();
  const { icon: Icon, kind } = STATES[worker.state];
  const isGone = worker.state === 'vanished' || worker.state === 'stopped';
  return (
    <li className={classNames(styles.worker, isGone && styles.gone)}>
      <h3>{worker.name}</h3>
      <Badge kind={kind}>
        <Icon className="icon" aria-hidden />
        {t(`workers.${worker.state}`)}
      </Badge>
      {worker.units.map((unit) => (
        <p key={`${unit.videoId} ${unit.stage} ${unit.span?.startSeconds}`} className={styles.unit}>
          {t.rich('workers.unit', {
            stage: describeUnit(t, unit),
            title: <strong dir="auto">{unit.title}</strong>,
            span: formatSpan(unit.elapsedSeconds),
            muted: toMuted,
          })}
        </p>
      ))}
      {worker.activeSounds > 0 && <p className={styles.unit}>{t('workers.sound')}</p>}
      <p className={styles.meta}>
        {describeIdentity(t, worker).map((text) => (
          <span key={text}>{text}</span>
        ))}
      </p>
    </li>
  );
}

function describeUnit(t: Texts, { stage, span }: catalog.WorkerUnit): string {
  if (!span) return toStage(t, stage);
  return t('workers.stage-span', {
    stage: toStage(t, stage),
    start: formatDuration(span.startSeconds),
    end: formatDuration(span.endSeconds),
  });
}

function describeIdentity(t: Texts, worker: catalog.Worker): string[] {
  const { host, version, ffmpegVersion, load } = worker;
  const isGone = worker.state === 'vanished' || worker.state === 'stopped';
  return [
    ...(isGone ? [t('workers.last-seen', { span: formatSpan(worker.silentSeconds) })] : []),
    ...(host !== null && host !== worker.name ? [t('workers.host', { host })] : []),
    ...(version === null ? [] : [t('workers.version', { version })]),
    ...(ffmpegVersion === null ? [] : [t('workers.ffmpeg', { version: ffmpegVersion })]),
    t('workers.since', { moment: formatMoment(worker.startedAt) }),
    ...(load && !isGone ? describeLoad(t, load) : []),
  ];
}

function describeLoad(
  t: Texts,
  { processorShare, memoryUsedBytes, memoryTotalBytes }: catalog.MachineLoad,
): string[] {
  return [
    ...(processorShare === null ? [] : [t('workers.processor', { share: formatDone(processorShare) })]),
    t('workers.memory', { used: formatBytes(memoryUsedBytes), total: formatBytes(memoryTotalBytes) }),
  ];
}
