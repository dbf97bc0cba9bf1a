import { readdir, readFile } from 'node:fs/promises';

const TICKS_PER_SECOND = 100;
const SAMPLE_MS = 100;

interface ProcessSample {
  pid: number;
  parent: number;
  /** Start time, which distinguishes processes with the same id. */
  startedAt: string;
  ticks: number;
}

/**
 * Returns the processor seconds that some processes and all of their descendants use during the work (proc(5)). Sampled,
 * since a sandbox does not pass its child's times on; the last 100 ms of a process are lost.
 */
export async function measureProcessorTime<T>(
  roots: number[],
  work: () => Promise<T>,
): Promise<{ result: T; seconds: number }> {
  const first = new Map<string, number>();
  const last = new Map<string, number>();
  const sample = async () => {
    for (const process of findFamily(roots, await listProcesses())) {
      const key = `${process.pid} ${process.startedAt}`;
      if (!first.has(key)) first.set(key, roots.includes(process.pid) ? process.ticks : 0);
      last.set(key, process.ticks);
    }
  };
  await sample();
  const timer = setInterval(() => void sample(), SAMPLE_MS);
  try {
    const result = await work();
    await sample();
    const ticks = [...last].reduce((sum, [key, value]) => sum + value - (first.get(key) ?? 0), 0);
    return { result, seconds: ticks / TICKS_PER_SECOND };
  } finally {
    clearInterval(timer);
  }
}

function findFamily(roots: number[], processes: ProcessSample[]): ProcessSample[] {
  const parents = new Map(processes.map(({ pid, parent }) => [pid, parent]));
  const isOfFamily = (pid: number | undefined): boolean =>
    pid !== undefined && (roots.includes(pid) || isOfFamily(parents.get(pid)));
  return processes.filter(({ pid }) => isOfFamily(pid));
}

async function listProcesses(): Promise<ProcessSample[]> {
  const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const samples = await Promise.all(names.map((name) => readProcess(Number(name))));
  return samples.filter((one) => one !== undefined);
}

async function readProcess(pid: number): Promise<ProcessSample | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined); // it may have ended
  if (stat === undefined) return undefined;
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [parent, user, system] = [fields[1], fields[11], fields[12]].map(Number);
  return { pid, parent: parent ?? 0, startedAt: fields[19] ?? '', ticks: (user ?? 0) + (system ?? 0) };
}
