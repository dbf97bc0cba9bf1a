import { dirname } from 'node:path';

/** The user `nobody`, which owns nothing. */
export const NOBODY = 65_534;

/** How programs are run: their priority, and the protections against hostile files that work on this machine. */
export interface Isolation {
  /** Requests take precedence over transcoding on the same machine. */
  niceness: number;
  /** A process dies with its parent. */
  parentDeath: boolean;
  /** Limits on CPU time, memory and file size. */
  limits: boolean;
  /** The worker is root and runs ffmpeg as `nobody`. */
  unprivilegedUser: boolean;
  /** Its own namespaces: no other files, and no network unless needed. */
  bubblewrap: boolean;
}

/** The access that a run of a media program needs. */
export interface Confinement {
  program: string;
  /** The only file that the program may read, if any. */
  readable?: string | undefined;
  /** The only folder that the program may write to, if any. */
  writable?: string | undefined;
  network: boolean;
  cpuSeconds: number;
}

const MEMORY_BYTES = 3 * 1024 ** 3;
const FILE_BYTES = 1024 ** 3;
/** Time between SIGXCPU and the SIGKILL that follows it, which would look like any other kill. */
const CPU_GRACE_SECONDS = 10;

/**
 * Returns the command line of a media program: an empty environment, each protection that works here, and the program.
 * Every wrapper replaces itself by exec, so the process that was started is the one that dies with its parent.
 */
export function confine(isolation: Isolation, run: Confinement): string[] {
  return [
    ['/usr/bin/env', '-i', 'PATH=/usr/local/bin:/usr/bin:/bin', 'LC_ALL=C', 'MALLOC_ARENA_MAX=2'],
    ['nice', '-n', String(isolation.niceness)],
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
    // A new session has no terminal, and its process group can be killed as a whole.
    ['setsid', 'bwrap', '--die-with-parent', ...spaces, '--ro-bind', '/usr', '/usr'],
    ...openFolder('/etc'),
    ...system.flatMap((path) => ['--ro-bind-try', path, path]),
    // No /proc: nothing here needs it, and containers forbid mounting it.
    ['--dev', '/dev', '--tmpfs', '/tmp'],
    ...mounts.flatMap(([how, path]) => [...foldersAbove(path).flatMap(openFolder), how, path, path]),
    ...(run.writable ? ['--chdir', run.writable] : []),
    // Root needs these two to become nobody inside, and loses them by doing so.
    ...(isolation.unprivilegedUser
      ? ['--cap-add', 'CAP_SETUID', '--cap-add', 'CAP_SETGID', '--', 'setpriv', ...BECOME_NOBODY, '--']
      : ['--']),
  ].flat();
}

/**
 * Creates a folder that every user can enter; parents of a mount that bubblewrap creates itself are open only to root.
 */
function openFolder(path: string): string[] {
  return ['--perms', '0755', '--dir', path];
}

function foldersAbove(path: string): string[] {
  const names = dirname(path).split('/').filter(Boolean);
  return names.map((_, index) => `/${names.slice(0, index + 1).join('/')}`);
}
