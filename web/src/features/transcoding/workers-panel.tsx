import { formatBytes, type catalog } from '@larksong/contracts';
import { Check, CirclePause, CircleStop, Loader, Unplug, type LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';

import { formatDuration } from '../../lib/format.ts';
import { formatSpan } from '../../lib/time-left.ts';
import { Badge } from '../../ui/badge.tsx';
import { classNames } from '../../ui/class-names.ts';
import { formatMoment, toPercent } from './texts.ts';
import jobs from './transcoding.module.css';
import styles from './workers.module.css';

type State = catalog.Worker['state'];

const STATES: Record<State, { label: string; icon: LucideIcon; kind: ComponentProps<typeof Badge>['kind'] }> =
  {
    busy: { label: 'Busy', icon: Loader, kind: 'note' },
    idle: { label: 'Idle', icon: Check, kind: 'good' },
    stopping: { label: 'Stopping', icon: CirclePause, kind: 'plain' },
    stopped: { label: 'Stopped', icon: CircleStop, kind: 'plain' },
    vanished: { label: 'Not responding', icon: Unplug, kind: 'bad' },
  };

/** The workers: who they are, and what they are doing. */
export function WorkersPanel({ workers }: { workers: { count: number; list: readonly catalog.Worker[] } }) {
  return (
    <section className={jobs.jobs} aria-labelledby="workers">
      <h2 id="workers" className="row">
        Workers <Badge kind="note">{workers.count}</Badge>
      </h2>
      {workers.list.length === 0 ? (
        <p className="panel muted">No worker is running. Videos wait until one starts.</p>
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
  const { label, icon: Icon, kind } = STATES[worker.state];
  const isGone = worker.state === 'vanished' || worker.state === 'stopped';
  return (
    <li className={classNames(styles.worker, isGone && styles.gone)}>
      <h3>{worker.name}</h3>
      <Badge kind={kind}>
        <Icon className="icon" aria-hidden />
        {label}
      </Badge>
      {worker.units.map((unit) => (
        <p key={`${unit.videoId} ${unit.stage} ${unit.span?.startSeconds}`} className={styles.unit}>
          {describeUnit(unit)} of <strong dir="auto">{unit.title}</strong>{' '}
          <span className="muted">for {formatSpan(unit.elapsedSeconds)}</span>
        </p>
      ))}
      {worker.activeSounds > 0 && <p className={styles.unit}>Preparing a sound for the memory game</p>}
      <p className={styles.meta}>
        {describeIdentity(worker).map((text) => (
          <span key={text}>{text}</span>
        ))}
      </p>
    </li>
  );
}

function describeUnit({ stage, span }: catalog.WorkerUnit): string {
  return span ? `${stage}, ${formatDuration(span.startSeconds)}–${formatDuration(span.endSeconds)}` : stage;
}

function describeIdentity(worker: catalog.Worker): string[] {
  const { host, version, ffmpegVersion, load } = worker;
  const isGone = worker.state === 'vanished' || worker.state === 'stopped';
  return [
    ...(isGone ? [`Last seen ${formatSpan(worker.silentSeconds)} ago`] : []),
    ...(host !== null && host !== worker.name ? [`on ${host}`] : []),
    ...(version === null ? [] : [`version ${version}`]),
    ...(ffmpegVersion === null ? [] : [`ffmpeg ${ffmpegVersion}`]),
    `since ${formatMoment(worker.startedAt)}`,
    ...(load && !isGone ? describeLoad(load) : []),
  ];
}

function describeLoad({ processorShare, memoryUsedBytes, memoryTotalBytes }: catalog.MachineLoad): string[] {
  return [
    ...(processorShare === null ? [] : [`processor ${toPercent(processorShare)} %`]),
    `memory ${formatBytes(memoryUsedBytes)} of ${formatBytes(memoryTotalBytes)}`,
  ];
}
