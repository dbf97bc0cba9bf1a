/** A condition that a test waited for longer than two seconds, as recorded by `@larksong/service-kit/testing/waits`. */
export interface Wait {
  seconds: number;
  /** The condition in a few words. */
  what: string;
  /** The file and line of the wait. */
  where: string;
}

/** Parses the lines that the processes of a run appended to its file of waits; returns the longest wait first. */
export function readWaits(text: string): Wait[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Wait) // written by this workspace's own test support
    .toSorted((one, other) => other.seconds - one.seconds);
}

/** Returns `waited 4.1 s for …` with the file and line. */
export function describeWait({ seconds, what, where }: Wait): string {
  return `waited ${seconds.toFixed(1)} s for ${what} (${where})`;
}
