import type { status } from '@larksong/contracts';

/** Everything that is known of a site; a missing part is unknown and yields no finding. */
export interface SiteFacts extends Omit<status.SiteStatus, 'at' | 'findings'> {
  now: Date;
  /** Load of the machine that runs the check; undefined if it does not matter. */
  load?: MachineLoad;
}

export interface MachineLoad {
  /** Number of programs that run or wait, on average over the last minute. */
  average: number;
  processors: number;
}

type ProcessName = 'auth' | 'catalog' | 'game' | 'gateway';

/** Returns the processes that answered, by name. */
export function listProcesses(facts: SiteFacts): { name: ProcessName; process: status.ProcessStatus }[] {
  return (['auth', 'catalog', 'game', 'gateway'] as const).flatMap((name) => {
    const answer = facts[name];
    return answer ? [{ name, process: answer.process }] : [];
  });
}

/** Returns the workers that have neither stopped nor vanished. */
export function listPresentWorkers(facts: SiteFacts) {
  const workers = facts.catalog?.figures?.workers ?? [];
  return workers.filter(({ state }) => state !== 'stopped' && state !== 'vanished');
}

export type Rule = (facts: SiteFacts) => status.Finding[];
