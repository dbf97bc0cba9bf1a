import { existsSync } from 'node:fs';
import { mkdir, readFile, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Where the kernel counts a control group's processor time: version 1 (in a separate mount) or version 2. */
const HIERARCHIES = [
  { root: '/sys/fs/cgroup/cpuacct', file: 'cpuacct.usage', seconds: (text: string) => Number(text) / 1e9 },
  {
    root: '/sys/fs/cgroup',
    file: 'cpu.stat',
    seconds: (text: string) => Number(/^usage_usec (\d+)/.exec(text)?.[1]) / 1e6,
  },
];

export interface ProcessorClock {
  /** Processor seconds, user and system, of all the processes so far, also of those that have ended. */
  seconds: () => Promise<number>;
}

/**
 * Runs the work with this process, and everything that it starts, in a new control group. The group also counts short
 * processes that a sampler would miss and sandboxed ones, which do not report their times to their parent. Needs Linux
 * and root.
 */
export async function withProcessorClock<T>(work: (clock: ProcessorClock) => Promise<T>): Promise<T> {
  const hierarchy = HIERARCHIES.find(({ root }) => existsSync(join(root, 'cgroup.procs')));
  if (!hierarchy) throw new Error('This benchmark needs the control groups of Linux.');
  const { root, file, seconds } = hierarchy;
  const mine = await readMine(root);
  const group = join(root, `larksong-bench-${process.pid}`);
  await mkdir(group).catch((error: unknown) => {
    throw new Error('This benchmark creates a control group, and so must run as root.', { cause: error });
  });
  try {
    await writeFile(join(group, 'cgroup.procs'), String(process.pid));
    return await work({ seconds: async () => seconds(await readFile(join(group, file), 'utf8')) });
  } finally {
    await writeFile(join(mine, 'cgroup.procs'), String(process.pid));
    await rmdir(group);
  }
}

/** Returns the folder of the group that this process is in. */
async function readMine(root: string): Promise<string> {
  const controller = root.endsWith('cpuacct') ? 'cpuacct' : '';
  const lines = (await readFile('/proc/self/cgroup', 'utf8')).split('\n');
  const line = lines.find((one) => one.split(':')[1]?.split(',').includes(controller));
  return join(root, line?.split(':')[2] ?? '/');
}
