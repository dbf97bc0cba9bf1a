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

/** Returns names in a sentence: `a`, `a and b`, `a, b and c`. */
export function joinNames(names: readonly string[]): string {
  return new Intl.ListFormat('en-GB').format(names);
}

const GIB = 1024 ** 3;

/** Returns a size of memory in GiB or MiB, as limits are set, with one digit where it is small. */
export function formatMemory(bytes: number): string {
  const isLarge = bytes >= GIB;
  const value = bytes / (isLarge ? GIB : GIB / 1024);
  return `${value < 10 ? Math.round(value * 10) / 10 : Math.round(value)} ${isLarge ? 'GiB' : 'MiB'}`;
}

/** Returns a time in seconds, minutes, hours or days, rounded down. */
export function formatTime(seconds: number): string {
  const units: [number, string][] = [
    [86_400, 'day'],
    [3600, 'hour'],
    [60, 'minute'],
    [1, 'second'],
  ];
  const [size, name] = units.find(([each]) => seconds >= 2 * each) ?? [1, 'second'];
  const count = Math.floor(seconds / size);
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}
