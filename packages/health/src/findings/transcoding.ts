import type { FailureCode, status } from '@larksong/contracts';

import { formatTime, joinNames, listPresentWorkers, type Rule } from './facts.ts';

const OLD_SECONDS = 600;
const MANY_FAILURES = 3;
const MANY_STARTS = 3;
/** Causes that are not the fault of the file. */
const OURS: readonly FailureCode[] = ['storage', 'worker', 'crash'];

const WORKER_LOG =
  'Its log says why: logs/<name>.log in the data folder, or docker compose logs transcoder. Often the machine has too little memory: then set HEAVY_SLOTS=1, or start fewer workers.';

const workers: Rule = (facts) => {
  const all = facts.catalog?.figures?.workers;
  if (!all) return [];
  const present = listPresentWorkers(facts);
  if (present.length === 0)
    return [
      {
        id: 'no-worker',
        severity: 'error',
        about: 'workers',
        sentence: 'No worker is running: new videos wait until one starts.',
        remedy:
          'Start one: npm start does so automatically; with Docker, docker compose up -d transcoder. The log of the transcoder says why it ended.',
      },
    ];
  const names = new Set(present.map(({ name }) => name));
  const gone = all.filter(({ state, name }) => state === 'vanished' && !names.has(name));
  const byName = Map.groupBy(
    all.filter(({ state }) => state !== 'stopped'),
    ({ name }) => name,
  );
  return [
    ...gone.map(({ name, silentSeconds }): status.Finding => ({
      id: 'worker-vanished',
      severity: 'warning',
      about: name,
      sentence: `The worker ${name} has been silent for ${formatTime(silentSeconds)}. Its work was given to others.`,
      remedy: `If it was removed on purpose, this disappears within an hour. ${WORKER_LOG.replace('<name>', name)}`,
    })),
    ...[...byName]
      .filter(([, of]) => of.length >= MANY_STARTS)
      .map(([name, of]): status.Finding => ({
        id: 'worker-restarts',
        severity: 'warning',
        about: name,
        sentence: `The worker ${name} started ${of.length} times within an hour.`,
        remedy: WORKER_LOG.replace('<name>', name),
      })),
  ];
};

const sandbox: Rule = (facts) => {
  const open = listPresentWorkers(facts).filter(({ sandboxed }) => !sandboxed);
  if (open.length === 0) return [];
  const on = joinNames(open.map(({ name }) => name));
  return [
    {
      id: 'sandbox-off',
      severity: 'warning',
      about: 'sandbox',
      sentence: `ffmpeg runs without its sandbox on ${on}: a manipulated video could reach more of the machine than it should.`,
      remedy:
        'Install bubblewrap and allow namespaces, as docs/operations/sandbox.md explains. SANDBOX=require then refuses to work without it.',
    },
  ];
};

const queue: Rule = (facts) => {
  const { figures } = facts.catalog ?? {};
  if (!figures) return [];
  const findings: status.Finding[] = [];
  const { oldestSeconds, waiting, stuck } = figures.queue;
  if (oldestSeconds >= OLD_SECONDS)
    findings.push({
      id: 'queue-old',
      severity: 'warning',
      about: 'queue',
      sentence: `${waiting} ${waiting === 1 ? 'piece' : 'pieces'} of work wait for a worker, the oldest for ${formatTime(oldestSeconds)}.`,
      remedy:
        'More workers shorten the queue: WORKERS=3 npm start, or docker compose up -d --scale transcoder=4. They may also run on other machines.',
    });
  if (stuck > 0)
    findings.push({
      id: 'queue-stuck',
      severity: 'error',
      about: 'queue',
      sentence: `${stuck} ${stuck === 1 ? 'piece' : 'pieces'} of work are stuck: no worker is processing them, and they were not given to another one.`,
      remedy:
        'Restart catalog. If that does not help, cancel the videos on the page Transcoding and retry them.',
    });
  return findings;
};

const failures: Rule = (facts) => {
  const { figures } = facts.catalog ?? {};
  if (!figures) return [];
  const findings: status.Finding[] = [];
  const ours = figures.failures.filter(({ failureCode }) => OURS.includes(failureCode));
  const count = ours.reduce((sum, each) => sum + each.count, 0);
  if (count >= MANY_FAILURES)
    findings.push({
      id: 'videos-failing',
      severity: 'warning',
      about: 'videos',
      sentence: `${count} videos failed within a day because of the site, not because of their files (${joinNames(ours.map((each) => `${each.failureCode}: ${each.count}`))}).`,
      remedy: 'The page Transcoding shows the reason for each. Fix it, then retry them there.',
    });
  if (figures.failingUnits > 0)
    findings.push({
      id: 'units-failing',
      severity: 'warning',
      about: 'units',
      sentence: `${figures.failingUnits} ${figures.failingUnits === 1 ? 'piece' : 'pieces'} of work failed several times and will be tried again.`,
      remedy: 'The page Transcoding shows the videos with their last problem.',
    });
  return findings;
};

const sounds: Rule = ({ game }) => {
  const waiting = game?.figures?.sounds;
  if (!waiting || waiting.oldestSeconds < OLD_SECONDS) return [];
  return [
    {
      id: 'sounds-waiting',
      severity: 'warning',
      about: 'sounds',
      sentence: `${waiting.waiting} ${waiting.waiting === 1 ? 'sound' : 'sounds'} of the game wait to be prepared, the oldest for ${formatTime(waiting.oldestSeconds)}.`,
      remedy:
        'A worker prepares them: check that one is running, has SOUND_SLOTS, and reaches game (GAME_URL).',
    },
  ];
};

export const transcodingRules: Rule[] = [workers, sandbox, queue, failures, sounds];
