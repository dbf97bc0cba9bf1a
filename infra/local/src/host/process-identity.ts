import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

import { codeOf, Problem } from './problem.ts';

/**
 * Returns an identity that distinguishes a process from a later one with the same id: the boot and the process's start
 * time. Returns undefined if the process does not exist (a zombie counts as ended). Throws a `Problem` if that cannot
 * be determined.
 */
export function identityOf(pid: number): string | undefined {
  return process.platform === 'linux' ? identityFromProc(pid) : identityFromPs(pid);
}

/** Returns whether the process is still the one that had this identity. */
export function isSameProcess(pid: number, identity: string): boolean {
  return identityOf(pid) === identity;
}

/** Sends a signal; returns false if there is no process to receive it. A negative id is a process group. */
export function sendSignal(pid: number, signal: NodeJS.Signals): boolean {
  try {
    process.kill(pid, signal);
    return true;
  } catch {
    return false;
  }
}

/** The error codes for an ended process; the second one occurs if it ends during the read. */
const GONE = new Set<string | undefined>(['ENOENT', 'ESRCH']);

function identityFromProc(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name in parentheses may hold spaces and parentheses itself (proc(5)).
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields[0] === 'Z' || fields[0] === 'X') return undefined;
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim();
    return `${boot}/${fields[19]}`;
  } catch (error) {
    if (GONE.has(codeOf(error))) return undefined;
    throw unseen(pid, error);
  }
}

function identityFromPs(pid: number): string | undefined {
  try {
    const line = execFileSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
    return line === '' || line.startsWith('Z') ? undefined : line.slice(line.indexOf(' ') + 1).trim();
  } catch (error) {
    if (error instanceof Error && 'status' in error && error.status === 1) return undefined; // none with this id
    throw unseen(pid, error);
  }
}

/** A process that cannot be seen for another reason, such as too many open files, may hold the data folder. */
function unseen(pid: number, error: unknown): Problem {
  return new Problem(
    `Whether process ${pid}, which has used this data folder, still runs cannot be seen (${codeOf(error) ?? String(error)}). Look whether the machine has too many open files or too little memory, and try again. Nothing was changed.`,
    { cause: error },
  );
}
