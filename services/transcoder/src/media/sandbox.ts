import { dirname } from 'node:path';

/** The user `nobody`, which owns nothing. */
export const NOBODY = 65_534;

/** What this machine offers to keep ffmpeg in its place; found out once at start. */
export interface Isolation {
  /** A process dies with its parent. */
  parentDeath: boolean;
  /** Limits of CPU time, memory and file size. */
  limits: boolean;
  /** The worker is root and runs ffmpeg as `nobody`. */
  unprivilegedUser: boolean;
  /** A view of its own: no other file, and no network where none is needed. */
  bubblewrap: boolean;
}

export interface Confinement {
  program: string;
  /** The one file that it reads, if it reads a file. */
  readable?: string | undefined;
  /** The one folder that it writes, if it writes. */
  writable?: string | undefined;
  network: boolean;
  cpuSeconds: number;
}

const MEMORY_BYTES = 3 * 1024 ** 3;
const FILE_BYTES = 1024 ** 3;
/** Between the signal that names the processor limit and the one that cannot be told from any other kill. */
const CPU_GRACE_SECONDS = 10;
const NICE = '10'; // picture work gives way to requests on a machine that does both

/**
 * The command line in front of a media program: an empty environment, then each of the measures there is.
 * Every word of it hands over by exec, so the process that was started is the one that ends with its parent.
 */
export function confine(isolation: Isolation, run: Confinement): string[] {
  return [
    ['/usr/bin/env', '-i', 'PATH=/usr/local/bin:/usr/bin:/bin', 'LC_ALL=C', 'MALLOC_ARENA_MAX=2'],
    ['nice', '-n', NICE],
    ...parentDeath(isolation),
    ...(isolation.limits ? limits(run.cpuSeconds) : []),
    ...(isolation.bubblewrap ? bubblewrap(isolation, run) : []),
    run.program,
  ].flat();
}

const BECOME_NOBODY = [`--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups', '--no-new-privs'];

function parentDeath(isolation: Isolation): string[] {
  const user = isolation.unprivilegedUser && !isolation.bubblewrap ? BECOME_NOBODY : [];
  if (!isolation.parentDeath && user.length === 0) return [];
  return ['setpriv', ...user, ...(isolation.parentDeath ? ['--pdeathsig', 'KILL'] : []), '--'];
}

function limits(cpuSeconds: number): string[] {
  return [
    'prlimit',
    `--cpu=${Math.ceil(cpuSeconds)}:${Math.ceil(cpuSeconds) + CPU_GRACE_SECONDS}`,
    `--as=${MEMORY_BYTES}`,
    `--fsize=${FILE_BYTES}`,
    '--core=0',
    '--nofile=256',
    '--',
  ];
}

function bubblewrap(isolation: Isolation, run: Confinement): string[] {
  const spaces = isolation.unprivilegedUser
    ? ['--unshare-ipc', '--unshare-pid', '--unshare-uts', '--unshare-cgroup-try']
    : ['--unshare-all', ...(run.network ? ['--share-net'] : [])];
  if (isolation.unprivilegedUser && !run.network) spaces.push('--unshare-net');
  const system = ['/lib', '/lib64', '/bin', '/etc/ld.so.cache', '/etc/alternatives'];
  const folder = dirname(run.program);
  const isOfSystem = folder.startsWith('/usr/') || folder === '/bin';
  const mounts: (readonly [how: string, path: string])[] = [
    ...(isOfSystem ? [] : [['--ro-bind', folder] as const]),
    ...(run.readable ? [['--ro-bind', run.readable] as const] : []),
    ...(run.writable ? [['--bind', run.writable] as const] : []),
  ];
  return [
    // A session of its own has no terminal, and its process group is ended as one.
    ['setsid', 'bwrap', '--die-with-parent', ...spaces, '--ro-bind', '/usr', '/usr'],
    ...openFolder('/etc'),
    ...system.flatMap((path) => ['--ro-bind-try', path, path]),
    // No /proc: nothing here needs it, and containers do not let it be mounted.
    ['--dev', '/dev', '--tmpfs', '/tmp'],
    ...mounts.flatMap(([how, path]) => [...foldersAbove(path).flatMap(openFolder), how, path, path]),
    ...(run.writable ? ['--chdir', run.writable] : []),
    // Root needs these two to become nobody inside, and loses them by it.
    ...(isolation.unprivilegedUser
      ? ['--cap-add', 'CAP_SETUID', '--cap-add', 'CAP_SETGID', '--', 'setpriv', ...BECOME_NOBODY, '--']
      : ['--']),
  ].flat();
}

/** Folders that bubblewrap makes on the way to a mount are closed to everybody but root unless they are made before. */
function openFolder(path: string): string[] {
  return ['--perms', '0755', '--dir', path];
}

function foldersAbove(path: string): string[] {
  const names = dirname(path).split('/').filter(Boolean);
  return names.map((_, index) => `/${names.slice(0, index + 1).join('/')}`);
}
