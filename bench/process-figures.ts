import { readFile } from 'node:fs/promises';

/** Returns the processor time of a process so far, user and system, in seconds. */
export async function readProcessorSeconds(pid: number | undefined): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100; // in ticks
}

/** Returns the largest resident memory of a process so far. */
export async function readPeakMegabytes(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1024);
}
