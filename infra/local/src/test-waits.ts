/** A condition that a test waited for longer than a moment, as `@larksong/service-kit/testing/waits` notes it. */
export interface Wait {
  seconds: number;
  /** What was waited for, in a few words. */
  what: string;
  /** The file and line that waited. */
  where: string;
}

/** Reads the lines that the processes of a run have appended to its file of waits; the longest wait comes first. */
export function readWaits(text: string): Wait[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Wait) // written by this workspace's own test support
    .toSorted((one, other) => other.seconds - one.seconds);
}

/** `waited 4.1 s for …`, with the place that waited. */
export function describeWait({ seconds, what, where }: Wait): string {
  return `waited ${seconds.toFixed(1)} s for ${what} (${where})`;
}
