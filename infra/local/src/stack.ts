import { availableParallelism } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import { lockDataFolder, openDataFolder, readSecrets, type Secrets } from './data-folder.ts';
import { endLeftovers, ProcessRecords } from './leftovers.ts';
import { assertPortFree, freePort } from './ports.ts';
import { startPostgres } from './postgres.ts';
import { startProcess, type RestartPolicy, type Supervised, type Supervision } from './processes.ts';
import { startRedis } from './redis.ts';
import { serviceEnvironment, type ServiceName, type Surroundings } from './service-environment.ts';
import { getSuperadmin, type Superadmin } from './superadmin.ts';
import { searchPath } from './tools.ts';
import { buildWeb } from './web-build.ts';

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

const ROOT = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))));

const SERVICE_RESTARTS: RestartPolicy = { firstPauseMs: 250, longestPauseMs: 15_000, steadyMs: 10_000 };
const SERVER_RESTARTS: RestartPolicy = { firstPauseMs: 100, longestPauseMs: 2000, steadyMs: 10_000 };
/** Together with the servers' below 10 s, the time in which everything is to end. */
const SERVICE_STOP_MS = 6500;
const SERVER_STOP_MS = 2500;

/**
 * Starts the whole site and resolves when every part is ready. Throws a `Problem` with a sentence for the user,
 * after ending what it had started.
 */
export async function startStack(options: StackOptions): Promise<Stack> {
  const dataDir = resolve(options.dataDir);
  await openDataFolder(dataDir);
  const lock = await lockDataFolder(dataDir, options.port);
  const run = new StackRun({ ...options, dataDir });
  const stop = async () => {
    await run.stop();
    await lock.release();
  };
  options.signal?.addEventListener('abort', () => void stop());
  try {
    const started = await run.start();
    return {
      ...started,
      services: run.processes,
      logDir: run.logDir,
      logs: (name) => run.processes[name]?.log.text() ?? '',
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

class StackRun {
  readonly processes: Record<string, Supervised> = {};
  readonly logDir: string;
  readonly #options: StackOptions;
  readonly #say: (line: string) => void;
  readonly #records: ProcessRecords;
  /** Two, since services end before the servers that they still write to. */
  readonly #services = new AbortController();
  readonly #servers = new AbortController();
  #starts: Promise<unknown>[] = [];
  #stopping: Promise<void> | undefined;

  constructor(options: StackOptions) {
    this.#options = options;
    this.#say = options.say ?? (() => undefined);
    this.logDir = join(options.dataDir, 'logs');
    this.#records = new ProcessRecords(options.dataDir);
  }

  async start(): Promise<Pick<Stack, 'url' | 'localUrl' | 'superadmin' | 'isPasswordKnown'>> {
    const { dataDir, port, host = '0.0.0.0' } = this.#options;
    const left = await endLeftovers(dataDir);
    if (left.length > 0) this.#say(`Ended what the last run had left behind: ${left.join(', ')}.`);
    await assertPortFree(host, port);
    const secrets = readSecrets(dataDir);
    const { superadmin, isPasswordKnown } = getSuperadmin(dataDir, this.#options.superadmin ?? {});
    const webDir = await buildWeb(ROOT, { say: this.#say, signal: this.#services.signal });
    this.#services.signal.throwIfAborted();
    this.#say('Starting Postgres and Redis …');
    const servers = await this.#startServers(secrets);
    const publicUrl = this.#options.publicUrl ?? `http://localhost:${port}`;
    this.#say('Starting the services …');
    await this.#startServices({
      dataDir,
      webDir,
      host,
      publicUrl,
      ports: await choosePorts(port),
      secrets,
      superadmin: isPasswordKnown ? superadmin : undefined,
      outer: { ...process.env, PATH: searchPath() },
      ...servers,
    });
    return { url: publicUrl, localUrl: `http://${reachable(host)}:${port}`, superadmin, isPasswordKnown };
  }

  stop(): Promise<void> {
    this.#stopping ??= this.#end();
    return this.#stopping;
  }

  async #end(): Promise<void> {
    // Also what is only starting is told by the signal, and comes to the list or fails right then.
    for (const group of [this.#services, this.#servers]) {
      group.abort();
      if (group === this.#services) await Promise.allSettled(this.#starts);
      await Promise.all(this.#members(group).map((process) => process.stop()));
    }
    await Promise.allSettled(this.#starts);
  }

  #members(group: AbortController): Supervised[] {
    const areServers = group === this.#servers;
    return Object.entries(this.processes)
      .filter(([name]) => (name === 'postgres' || name === 'redis') === areServers)
      .map(([, process]) => process);
  }

  async #startServers(secrets: Secrets): Promise<Pick<Surroundings, 'databaseUrl' | 'redisUrl'>> {
    const { dataDir, fsync = true } = this.#options;
    const postgres = startPostgres({
      dataDir: join(dataDir, 'postgres'),
      fsync,
      password: secrets.postgresPassword,
      supervision: this.#supervisionOf('postgres'),
    });
    const redis = startRedis({
      dataDir: join(dataDir, 'redis'),
      password: secrets.redisPassword,
      supervision: this.#supervisionOf('redis'),
    });
    this.#starts.push(postgres, redis);
    void postgres.then(
      (server) => (this.processes['postgres'] = server.process),
      () => undefined,
    );
    void redis.then(
      (server) => (this.processes['redis'] = server.process),
      () => undefined,
    );
    const [database, queue] = await Promise.all([postgres, redis]);
    for (const name of ['auth', 'catalog', 'game']) await database.createDatabase(name);
    return { databaseUrl: (name) => database.url(name), redisUrl: queue.url };
  }

  async #startServices(around: Surroundings): Promise<void> {
    const workers = this.#options.workers ?? Math.min(availableParallelism(), 2);
    const transcoders = Array.from({ length: workers }, async (_, index) => {
      const name = `transcoder-${index + 1}`;
      const port = await freePort();
      const env = { WORK_DIR: join(around.dataDir, 'work', name) };
      return this.#startService(
        name,
        'transcoder',
        { ...around, ports: { ...around.ports, transcoder: port } },
        env,
      );
    });
    const services = (['auth', 'catalog', 'game', 'gateway'] as const).map((name) =>
      this.#startService(name, name, around, {}),
    );
    const all = [...services, ...transcoders];
    this.#starts.push(...all);
    await Promise.all(all);
  }

  async #startService(
    name: string,
    service: ServiceName,
    around: Surroundings,
    own: Record<string, string>,
  ): Promise<void> {
    const { env } = this.#options;
    const host = service === 'gateway' ? reachable(around.host) : '127.0.0.1';
    // The gateway is as ready as the services, which are awaited anyway; it is not to be started again for them.
    const health = service === 'gateway' ? 'healthz' : 'readyz';
    this.processes[name] = await startProcess({
      ...this.#supervisionOf(name),
      name,
      command: process.execPath,
      args: [join('services', service, 'src', 'main.ts')],
      cwd: ROOT,
      env: { ...serviceEnvironment(service, around), ...own, ...env?.all, ...env?.[service] },
      isReady: () => answers(`http://${host}:${around.ports[service]}/${health}`),
    });
  }

  #supervisionOf(name: string): Supervision {
    const isServer = name === 'postgres' || name === 'redis';
    return {
      restart: isServer ? SERVER_RESTARTS : SERVICE_RESTARTS,
      stopTimeoutMs: isServer ? SERVER_STOP_MS : SERVICE_STOP_MS,
      signal: isServer ? this.#servers.signal : this.#services.signal,
      dieWithParent: this.#options.dieWithParent ?? false,
      logFile: join(this.logDir, `${name}.log`),
      watcher: {
        // Under the name within the stack: two transcoders are two entries.
        started: (process) => this.#records.add({ ...process, name }),
        ended: (process) => this.#records.remove(process),
        say: (line) => this.#say(line),
      },
    };
  }
}

/** Ports of the services; the transcoders get theirs one by one. */
async function choosePorts(gateway: number): Promise<Surroundings['ports']> {
  return {
    auth: await freePort(),
    catalog: await freePort(),
    game: await freePort(),
    gateway,
    transcoder: 0,
  };
}

/** An address to call for a server that listens on every address. */
function reachable(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}

async function answers(url: string): Promise<boolean> {
  const response = await fetch(url, { signal: AbortSignal.timeout(2000) });
  await response.body?.cancel();
  return response.status === 200;
}
