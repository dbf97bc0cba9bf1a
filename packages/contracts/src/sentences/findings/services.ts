import type { FindingSentences } from './finding-sentences.ts';

const LOGS =
  'Read its log: logs/{name}.log in the data folder, or docker compose logs --tail 50 {name}. It should restart automatically; if not, start it again.';

export const SERVICE_FINDINGS = {
  'service-away': {
    sentence: 'The service {name} is not running, or fails.',
    remedy: LOGS,
  },
  'service-silent': {
    sentence: 'The service {name} does not answer in time: it hangs, or the machine is overloaded.',
    remedy: LOGS,
  },
  'service-restarts': {
    sentence: 'The service {name} started {startCount} times within ten minutes.',
    remedy:
      'It ends again and again. The last lines of its log before each start say why: logs/{name}.log in the data folder, or docker compose logs {name}.',
  },
  'versions-differ': {
    sentence: 'Parts of the site have different versions: {versionGroups}.',
    remedy:
      'During an update this passes within minutes. Otherwise start the older parts again with the new version: restart npm start, or docker compose up -d --build.',
  },
  'node-too-old': {
    sentence: 'Node {nodeVersion} runs {name}; Larksong needs Node {leastNode} or newer.',
    remedy: 'Start the site with npm start, which fetches the right Node, or install Node {leastNode}.',
  },
  'memory-limit-small': {
    sentence:
      '{kind, select, worker{worker {name} may use only {limitMemoryBytes} of memory, and needs {leastMemoryBytes}: it may be killed in the middle of its work.} other{{name} may use only {limitMemoryBytes} of memory, and needs {leastMemoryBytes}: it may be killed in the middle of its work.}}',
    remedy: 'Raise the limit ({setting} in .env), or give the machine more memory.',
  },
  'memory-nearly-full': {
    sentence:
      'The service {name} uses {usedMemoryBytes} of the {limitMemoryBytes} of memory that it may use; beyond that, it is killed.',
    remedy: 'Raise its limit ({setting} in .env), or restart it and watch whether the use grows again.',
  },
  'machine-overloaded': {
    sentence:
      'The machine is overloaded (load {load} on {coreCount, plural, one{{coreCount} core} other{{coreCount} cores}}): {lateCount, plural, one{{lateParts} did not answer in time, which says nothing about it.} other{{lateParts} did not answer in time, which says nothing about them.}}',
    remedy:
      'Find out which program uses the processor (top), then end it or wait. If it is the preparation of videos, start fewer workers (WORKERS=1) or move them to another machine. Then look here again.',
  },
  'clock-wrong': {
    sentence:
      '{direction, select, ahead{The clock of {name} is {offSeconds} ahead of that of {server}: sign-ins and links may expire too early or too late.} other{The clock of {name} is {offSeconds} behind that of {server}: sign-ins and links may expire too early or too late.}}',
    remedy:
      'Have both machines set their clocks from the network: timedatectl set-ntp true, or the settings of the virtual machine.',
  },
} as const satisfies FindingSentences;
