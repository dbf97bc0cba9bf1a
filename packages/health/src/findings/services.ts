import type { status } from '@larksong/contracts';

import {
  formatMemory,
  formatTime,
  joinNames,
  listPresentWorkers,
  listProcesses,
  type Rule,
} from './facts.ts';

const LEAST_NODE = 24;
const MIB = 1024 ** 2;
const LEAST_SERVICE_BYTES = 256 * MIB;
const LEAST_WORKER_BYTES = 1536 * MIB;
const FULL_MEMORY_SHARE = 0.92;
const MANY_STARTS = 3;
const CLOCK_WARNING_MS = 5000;
const CLOCK_ERROR_MS = 60_000;

const LOGS =
  'Read its log: logs/<name>.log in the data folder, or docker compose logs --tail 50 <name>. It should restart automatically; if not, start it again.';

const services: Rule = ({ answers }) =>
  Object.entries(answers).flatMap(([name, answer]): status.Finding[] => {
    const remedy = LOGS.replaceAll('<name>', name);
    if (answer === 'away')
      return [
        {
          id: 'service-away',
          severity: 'error',
          about: name,
          sentence: `The service ${name} is not running, or fails.`,
          remedy,
        },
      ];
    if (answer === 'silent')
      return [
        {
          id: 'service-silent',
          severity: 'error',
          about: name,
          sentence: `The service ${name} does not answer in time: it hangs, or the machine is overloaded.`,
          remedy,
        },
      ];
    return [];
  });

const restarts: Rule = ({ gateway }) =>
  Object.entries(gateway?.figures.recentStarts ?? {})
    .filter(([, count]) => count >= MANY_STARTS)
    .map(([name, count]) => ({
      id: 'service-restarts',
      severity: 'error',
      about: name,
      sentence: `The service ${name} started ${count} times within ten minutes.`,
      remedy: `It ends again and again. The last lines of its log before each start say why: logs/${name}.log in the data folder, or docker compose logs ${name}.`,
    }));

const versions: Rule = (facts) => {
  const parts = [
    ...listProcesses(facts).map(({ name, process }) => ({ name, version: process.version })),
    ...listPresentWorkers(facts).map(({ name, version }) => ({ name, version: version ?? 'unknown' })),
  ];
  const byVersion = Map.groupBy(parts, ({ version }) => version);
  if (byVersion.size < 2) return [];
  const list = [...byVersion].map(([version, of]) => `${version} (${joinNames(of.map(({ name }) => name))})`);
  return [
    {
      id: 'versions-differ',
      severity: 'warning',
      about: 'versions',
      sentence: `Parts of the site have different versions: ${joinNames(list)}.`,
      remedy:
        'During an update this passes within minutes. Otherwise start the older parts again with the new version: restart npm start, or docker compose up -d --build.',
    },
  ];
};

const node: Rule = (facts) =>
  listProcesses(facts)
    .filter(({ process }) => Number(/^v?(\d+)/.exec(process.nodeVersion)?.[1]) < LEAST_NODE)
    .map(({ name, process }) => ({
      id: 'node-too-old',
      severity: 'error',
      about: name,
      sentence: `Node ${process.nodeVersion} runs ${name}; Larksong needs Node ${LEAST_NODE} or newer.`,
      remedy: `Start the site with npm start, which fetches the right Node, or install Node ${LEAST_NODE}.`,
    }));

const memory: Rule = (facts) => [
  ...listProcesses(facts).flatMap(({ name, process }): status.Finding[] => {
    const { usedBytes, limitBytes } = process.memory;
    if (limitBytes === null) return [];
    const setting = `${name.toUpperCase()}_MEMORY in .env`;
    if (limitBytes < LEAST_SERVICE_BYTES)
      return [smallLimit({ name, limitBytes, least: LEAST_SERVICE_BYTES, setting })];
    if (usedBytes < limitBytes * FULL_MEMORY_SHARE) return [];
    return [
      {
        id: 'memory-nearly-full',
        severity: 'warning',
        about: name,
        sentence: `The service ${name} uses ${formatMemory(usedBytes)} of the ${formatMemory(limitBytes)} of memory that it may use; beyond that, it is killed.`,
        remedy: `Raise its limit (${setting}), or restart it and watch whether the use grows again.`,
      },
    ];
  }),
  ...listPresentWorkers(facts)
    .filter(({ load }) => load && load.memoryTotalBytes < LEAST_WORKER_BYTES)
    .map(({ name, load }) =>
      smallLimit({
        name: `worker ${name}`,
        limitBytes: load?.memoryTotalBytes ?? 0,
        least: LEAST_WORKER_BYTES,
        setting: 'TRANSCODER_MEMORY in .env',
      }),
    ),
];

function smallLimit(of: {
  name: string;
  limitBytes: number;
  least: number;
  setting: string;
}): status.Finding {
  const { name, limitBytes, least, setting } = of;
  return {
    id: 'memory-limit-small',
    severity: 'warning',
    about: name,
    sentence: `${name} may use only ${formatMemory(limitBytes)} of memory, and needs ${formatMemory(least)}: it may be killed in the middle of its work.`,
    remedy: `Raise the limit (${setting}), or give the machine more memory.`,
  };
}

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
      {
        id: 'clock-wrong',
        severity: offMs < CLOCK_ERROR_MS ? 'warning' : 'error',
        about: name,
        sentence: `The clock of ${name} is ${formatTime(offMs / 1000)} ${aheadMs > 0 ? 'ahead of' : 'behind'} that of ${server}: sign-ins and links may expire too early or too late.`,
        remedy:
          'Have both machines set their clocks from the network: timedatectl set-ntp true, or the settings of the virtual machine.',
      },
    ];
  });

export const serviceRules: Rule[] = [services, restarts, versions, node, memory, clocks];
