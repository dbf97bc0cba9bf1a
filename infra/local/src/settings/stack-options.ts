import type { RequestListener } from 'node:http';

import type { auth, Data, Input } from '@larksong/contracts';

import type { GivenServers } from '../data-folder/noted-servers.ts';
import type { Superadmin } from '../data-folder/superadmin.ts';
import type { HttpsSettings } from './https-settings.ts';
import type { ServiceName } from './service-environment.ts';

/** With `databaseUrl` or `redisUrl`, that server is not started. */
export interface StackOptions extends GivenServers {
  /** The one public port. */
  port: number;
  dataDir: string;
  /** Where the gateway listens; on every address of the machine by default. */
  host?: string;
  /** The site's public address; `http://localhost:<port>` by default. */
  publicUrl?: string;
  /** With it, Caddy serves the site on https; `host` should then be loopback. */
  https?: HttpsSettings;
  superadmin?: Partial<Superadmin>;
  /** Number of transcoders; by default one on a single core, otherwise two. */
  workers?: number;
  /** Number of gateways, which share the public port (Linux); one by default. */
  gateways?: number;
  /** Settings added to those that the stack passes to each service, for example raised rate limits in tests. */
  env?: Partial<Record<ServiceName | 'all', Record<string, string>>>;
  /** Off only in tests. */
  fsync?: boolean;
  /** For tests: everything ends when this process dies, for whatever reason (Linux). */
  dieWithParent?: boolean;
  /** Off in tests that freeze processes: a hung process is then not killed and restarted. */
  watchdog?: boolean;
  /** Receives a line for every long step and every restarted service. */
  say?: (line: string) => void;
  /** Ends everything when aborted, even while it is starting. */
  signal?: AbortSignal;
}

export interface StackProcess {
  readonly name: string;
  readonly pid: number;
  /** How often it was restarted. */
  readonly restarts: number;
  kill(signal: NodeJS.Signals): boolean;
}

/** The calls of auth for the page for the first start, which only the launcher uses. */
export interface SetupCalls {
  /** Returns the state of the page for the first start. */
  readSetup: () => Promise<Data<typeof auth.getSetupState>>;
  /** Reports the outcome of a request to the page. */
  reportRestore: (body: Input<typeof auth.reportRestore>['body']) => Promise<void>;
}

export interface Stack extends SetupCalls {
  /** The site's public address. */
  url: string;
  /** Its address on this machine, whatever the public address is. */
  localUrl: string;
  superadmin: Superadmin;
  /** False if an earlier start was given the password and this one was not. */
  isPasswordKnown: boolean;
  /**
   * Stops the services, does `meanwhile`, and starts them again with the settings of the data folder. With `standIn`,
   * the gateway keeps running meanwhile, and `standIn` gets auth's calls.
   */
  restartServices: (meanwhile: () => Promise<void>, standIn?: RequestListener) => Promise<void>;
  /** By name: auth, catalog, game, gateway, gateway-2 …, transcoder-1 …, postgres, redis (unless they are given). */
  services: Readonly<Record<string, StackProcess>>;
  /** Folder of the log files, `<name>.log`. */
  logDir: string;
  /** Returns the last MiB of a process's output; empty for an unknown name. */
  logs: (name: string) => string;
  /** Ends everything within 10 s and keeps the data; idempotent. */
  stop: () => Promise<void>;
}
