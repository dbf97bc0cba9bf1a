import type { ServiceName } from './service-environment.ts';
import type { Superadmin } from './superadmin.ts';

export interface StackOptions {
  /** The one public port. */
  port: number;
  dataDir: string;
  /** Where the gateway listens; every address of the machine unless given. */
  host?: string;
  /** What the outside calls this site; `http://localhost:<port>` unless given. */
  publicUrl?: string;
  superadmin?: Partial<Superadmin>;
  /** Transcoders; one on a single core, else two, unless given. */
  workers?: number;
  /** Settings on top of what the stack gives each service, for example raised rate limits in tests. */
  env?: Partial<Record<ServiceName | 'all', Record<string, string>>>;
  /** Off only for tests. */
  fsync?: boolean;
  /** For tests: everything ends when this process dies, however that happens (Linux). */
  dieWithParent?: boolean;
  /** Off for tests that freeze processes: a process that hangs is not killed and started again. */
  watchdog?: boolean;
  /** Gets a line for every long step and every service that is started again. */
  say?: (line: string) => void;
  /** Ends everything when aborted, also while it is starting. */
  signal?: AbortSignal;
}

export interface StackProcess {
  readonly name: string;
  readonly pid: number;
  /** How often it was started again. */
  readonly restarts: number;
  kill(signal: NodeJS.Signals): boolean;
}

export interface Stack {
  /** What the outside calls this site. */
  url: string;
  /** Where it is reached from this machine, whatever the outside calls it. */
  localUrl: string;
  superadmin: Superadmin;
  /** False when an earlier start was given the password and this one was not. */
  isPasswordKnown: boolean;
  /** By name: auth, catalog, game, gateway, transcoder-1 …, postgres, redis. */
  services: Readonly<Record<string, StackProcess>>;
  /** Folder of the log files, `<name>.log`. */
  logDir: string;
  /** The last MiB that a process has written; empty for an unknown name. */
  logs: (name: string) => string;
  /** Ends everything within 10 s and keeps the data. Idempotent. */
  stop: () => Promise<void>;
}
