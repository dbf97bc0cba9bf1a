import { execFileSync } from 'node:child_process';

import type { FaultySite } from '../../../local/test/doctor/faulty-site.ts';

export interface Around {
  site: FaultySite;
  /** An empty folder for whatever a fault needs, which every user can reach. */
  folder: string;
}

/** How doctor runs while the fault exists. */
export interface Run {
  settings?: Record<string, string>;
  /** Run by a shell before doctor, in a new mount namespace. */
  before?: string;
}

/** A fault, and what doctor has to say about it. */
export interface InjectedFault {
  name: string;
  /** The kind of the finding. */
  id: string;
  /** Words that say what is wrong. */
  says: RegExp;
  /** Words that say what to do. */
  advises: RegExp;
  /** Kinds of other findings that are true as well. */
  also?: string[];
  /** Breaks something and returns how doctor runs, and the function that repairs it. */
  inject: (around: Around) => Promise<Run & { repair?: () => Promise<void> | void }>;
}

/** A user that no machine has. */
export const STRANGER = 54_321;

/** Returns a fault that consists of settings. */
export function withSettings(settings: Record<string, string>): InjectedFault['inject'] {
  return async () => ({ settings });
}

/** Returns a fault that shell commands inject, seen by this run of doctor alone. */
export function withShell(before: string): InjectedFault['inject'] {
  return async () => ({ before });
}

/** Becomes the stranger. */
export const AS_STRANGER = `set -- setpriv --reuid=${STRANGER} --regid=${STRANGER} --clear-groups "$@"`;

/**
 * Returns a fault of a site that belongs to an ordinary user: shell commands change a copy of the data folder, which is
 * the working folder, and doctor runs as that user.
 */
export function asUser(change: string, settings: Record<string, string> = {}): InjectedFault['inject'] {
  return async ({ site, folder }) => {
    const copy = `${folder}/data`;
    execFileSync('sh', [
      '-ec',
      `cp -a "$1" "$2"; chown -R ${STRANGER}:${STRANGER} "$2"; cd "$2"; ${change}`,
      'sh',
      site.dataDir,
      copy,
    ]);
    return { settings: { DATA_DIR: copy, ...settings }, before: AS_STRANGER };
  };
}

/** Returns a fault of the data folder: shell commands change a copy of it, which is the working folder. */
export function inCopy(change: string, settings: Record<string, string> = {}): InjectedFault['inject'] {
  return async ({ site, folder }) => {
    const copy = `${folder}/data`;
    execFileSync('sh', ['-ec', 'cp -a "$1" "$2"; cd "$2"; ' + change, 'sh', site.dataDir, copy]);
    return { settings: { DATA_DIR: copy, ...settings } };
  };
}
