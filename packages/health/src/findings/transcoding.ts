import type { FailureCode, status } from '@larksong/contracts';

import { toFinding } from '../finding.ts';
import { listPresentWorkers, type Rule } from './facts.ts';

const OLD_SECONDS = 600;
/** Three days. */
const OLD_APPROVAL_SECONDS = 259_200;
const OLD_FLAG_SECONDS = 259_200;
const MANY_FAILURES = 3;
const MANY_STARTS = 3;
/** Causes that are not the fault of the file. */
const OURS: readonly FailureCode[] = ['storage', 'worker', 'crash'];

const workers: Rule = (facts) => {
  const all = facts.catalog?.figures?.workers;
  if (!all) return [];
  const present = listPresentWorkers(facts);
  if (present.length === 0) return [toFinding({ id: 'no-worker', severity: 'error', about: 'workers' }, {})];
  const names = new Set(present.map(({ name }) => name));
  const gone = all.filter(({ state, name }) => state === 'vanished' && !names.has(name));
  const byName = Map.groupBy(
    all.filter(({ state }) => state !== 'stopped'),
    ({ name }) => name,
  );
  return [
    ...gone.map(({ name, silentSeconds }) =>
      toFinding({ id: 'worker-vanished', severity: 'warning', about: name }, { name, silentSeconds }),
    ),
    ...[...byName]
      .filter(([, of]) => of.length >= MANY_STARTS)
      .map(([name, of]) =>
        toFinding(
          { id: 'worker-restarts', severity: 'warning', about: name },
          { name, startCount: of.length },
        ),
      ),
  ];
};

const sandbox: Rule = (facts) => {
  const workerNames = listPresentWorkers(facts)
    .filter(({ sandboxed }) => !sandboxed)
    .map(({ name }) => name);
  if (workerNames.length === 0) return [];
  return [toFinding({ id: 'sandbox-off', severity: 'warning', about: 'sandbox' }, { workerNames })];
};

const queue: Rule = (facts) => {
  const { figures } = facts.catalog ?? {};
  if (!figures) return [];
  const findings: status.Finding[] = [];
  const { oldestSeconds, waiting, stuck } = figures.queue;
  const about = 'queue';
  if (oldestSeconds >= OLD_SECONDS)
    findings.push(
      toFinding({ id: 'queue-old', severity: 'warning', about }, { unitCount: waiting, oldestSeconds }),
    );
  if (stuck > 0)
    findings.push(toFinding({ id: 'queue-stuck', severity: 'error', about }, { unitCount: stuck }));
  return findings;
};

const failures: Rule = (facts) => {
  const { figures } = facts.catalog ?? {};
  if (!figures) return [];
  const findings: status.Finding[] = [];
  const ours = figures.failures.filter(({ failureCode }) => OURS.includes(failureCode));
  const videoCount = ours.reduce((sum, each) => sum + each.count, 0);
  const causeNames = ours.map(({ failureCode, count }) => `${failureCode}: ${count}`);
  if (videoCount >= MANY_FAILURES)
    findings.push(
      toFinding({ id: 'videos-failing', severity: 'warning', about: 'videos' }, { videoCount, causeNames }),
    );
  if (figures.failingUnits > 0)
    findings.push(
      toFinding(
        { id: 'units-failing', severity: 'warning', about: 'units' },
        { unitCount: figures.failingUnits },
      ),
    );
  return findings;
};

const approvals: Rule = ({ catalog }) => {
  const pending = catalog?.figures?.approvals;
  if (!pending || pending.oldestSeconds < OLD_APPROVAL_SECONDS) return [];
  const { waiting: videoCount, oldestSeconds } = pending;
  return [
    toFinding({ id: 'approvals-old', severity: 'hint', about: 'approvals' }, { videoCount, oldestSeconds }),
  ];
};

const comments: Rule = ({ catalog }) => {
  const figures = catalog?.figures?.comments;
  if (!figures) return [];
  if (!figures.isChosen)
    return [toFinding({ id: 'comments-undecided', severity: 'hint', about: 'comments' }, {})];
  if (figures.setting === 'off' || figures.oldestSeconds < OLD_APPROVAL_SECONDS) return [];
  const { waiting, reported, oldestSeconds } = figures;
  const values = { commentCount: waiting + reported, oldestSeconds };
  return [toFinding({ id: 'comments-old', severity: 'hint', about: 'comments' }, values)];
};

const flags: Rule = ({ catalog }) => {
  const told = catalog?.figures?.flags;
  if (!told || told.oldestSeconds < OLD_FLAG_SECONDS) return [];
  const { open: flagCount, oldestSeconds } = told;
  return [toFinding({ id: 'flags-old', severity: 'hint', about: 'flags' }, { flagCount, oldestSeconds })];
};

const sounds: Rule = ({ game }) => {
  const waiting = game?.figures?.sounds;
  if (!waiting || waiting.oldestSeconds < OLD_SECONDS) return [];
  return [
    toFinding(
      { id: 'sounds-waiting', severity: 'warning', about: 'sounds' },
      { soundCount: waiting.waiting, oldestSeconds: waiting.oldestSeconds },
    ),
  ];
};

export const transcodingRules: Rule[] = [
  workers,
  sandbox,
  queue,
  failures,
  approvals,
  comments,
  flags,
  sounds,
];
