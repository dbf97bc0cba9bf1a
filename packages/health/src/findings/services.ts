import type { status } from '@larksong/contracts';

import { toFinding } from '../finding.ts';
import { listPresentWorkers, listProcesses, type Rule } from './facts.ts';

const LEAST_NODE = 24;
const MIB = 1024 ** 2;
const LEAST_SERVICE_BYTES = 256 * MIB;
const LEAST_WORKER_BYTES = 1536 * MIB;
const FULL_MEMORY_SHARE = 0.92;
const MANY_STARTS = 3;
const CLOCK_WARNING_MS = 5000;
const CLOCK_ERROR_MS = 60_000;

const services: Rule = ({ answers }) =>
  Object.entries(answers).flatMap(([name, answer]): status.Finding[] => {
    if (answer === 'ok') return [];
    const id = answer === 'away' ? 'service-away' : 'service-silent';
    return [toFinding({ id, severity: 'error', about: name }, { name })];
  });

const restarts: Rule = ({ gateway }) =>
  Object.entries(gateway?.figures.recentStarts ?? {})
    .filter(([, count]) => count >= MANY_STARTS)
    .map(([name, startCount]) =>
      toFinding({ id: 'service-restarts', severity: 'error', about: name }, { name, startCount }),
    );

const versions: Rule = (facts) => {
  const parts = [
    ...listProcesses(facts).map(({ name, process }) => ({ name, version: process.version })),
    ...listPresentWorkers(facts).map(({ name, version }) => ({ name, version: version ?? 'unknown' })),
  ];
  const byVersion = Map.groupBy(parts, ({ version }) => version);
  if (byVersion.size < 2) return [];
  const versionGroups = [...byVersion].map(([version, of]) => [version, ...of.map(({ name }) => name)]);
  return [toFinding({ id: 'versions-differ', severity: 'warning', about: 'versions' }, { versionGroups })];
};

const node: Rule = (facts) =>
  listProcesses(facts)
    .filter(({ process }) => Number(/^v?(\d+)/.exec(process.nodeVersion)?.[1]) < LEAST_NODE)
    .map(({ name, process: { nodeVersion } }) =>
      toFinding(
        { id: 'node-too-old', severity: 'error', about: name },
        { name, nodeVersion, leastNode: LEAST_NODE },
      ),
    );

const memory: Rule = (facts) => [
  ...listProcesses(facts).flatMap(({ name, process }): status.Finding[] => {
    const { usedBytes: usedMemoryBytes, limitBytes: limitMemoryBytes } = process.memory;
    if (limitMemoryBytes === null) return [];
    const setting = `${name.toUpperCase()}_MEMORY`;
    if (limitMemoryBytes < LEAST_SERVICE_BYTES)
      return [
        toFinding(
          { id: 'memory-limit-small', severity: 'warning', about: name },
          { kind: 'service', name, limitMemoryBytes, leastMemoryBytes: LEAST_SERVICE_BYTES, setting },
        ),
      ];
    if (usedMemoryBytes < limitMemoryBytes * FULL_MEMORY_SHARE) return [];
    return [
      toFinding(
        { id: 'memory-nearly-full', severity: 'warning', about: name },
        { name, usedMemoryBytes, limitMemoryBytes, setting },
      ),
    ];
  }),
  ...listPresentWorkers(facts).flatMap(({ name, load }): status.Finding[] => {
    if (!load || load.memoryTotalBytes >= LEAST_WORKER_BYTES) return [];
    const limits = { limitMemoryBytes: load.memoryTotalBytes, leastMemoryBytes: LEAST_WORKER_BYTES };
    return [
      toFinding(
        { id: 'memory-limit-small', severity: 'warning', about: `worker ${name}` },
        { kind: 'worker', name, ...limits, setting: 'TRANSCODER_MEMORY' },
      ),
    ];
  }),
];

const clocks: Rule = (facts) =>
  listProcesses(facts).flatMap(({ name, process }): status.Finding[] => {
    const { database, redis } = process;
    const [server, aheadMs] =
      Math.abs(database?.clockAheadMs ?? 0) >= Math.abs(redis?.clockAheadMs ?? 0)
        ? (['Postgres', database?.clockAheadMs ?? 0] as const)
        : (['Redis', redis?.clockAheadMs ?? 0] as const);
    const offMs = Math.abs(aheadMs);
    if (offMs < CLOCK_WARNING_MS) return [];
    return [
      toFinding(
        { id: 'clock-wrong', severity: offMs < CLOCK_ERROR_MS ? 'warning' : 'error', about: name },
        { name, offSeconds: offMs / 1000, direction: aheadMs > 0 ? 'ahead' : 'behind', server },
      ),
    ];
  });

export const serviceRules: Rule[] = [services, restarts, versions, node, memory, clocks];
