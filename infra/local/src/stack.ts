import { existsSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';

import { buildServices, builtProgram } from './build/services-build.ts';
import { buildWeb } from './build/web-build.ts';
import { lockDataFolder, openDataFolder } from './data-folder/data-folder.ts';
import { writeMetricsTargets, type MetricsTarget } from './data-folder/metrics-targets.ts';
import { openSecrets, type Secrets } from './data-folder/secrets.ts';
import { publicUrlOf } from './data-folder/site-settings.ts';
import { getSuperadmin } from './data-folder/superadmin.ts';
import { createSetupCalls } from './first-start/setup-calls.ts';
import { assertPortFree, freePort } from './host/ports.ts';
import { ROOT } from './host/root.ts';
import { searchPath } from './host/tools.ts';
import { ProcessRecords } from './processes/leftovers.ts';
import { SERVICE_READY_MS } from './processes/limits.ts';
import { createReadinessCheck } from './processes/readiness.ts';
import { startProcess, type Supervised, type Supervision } from './processes/processes.ts';
import { chooseServiceUsers, openToAll, type UserOf } from './processes/service-user.ts';
import { standInFor } from './processes/stand-in.ts';
import { isServer, toSupervision } from './processes/supervision.ts';
import { answersHttp } from './processes/watchdog.ts';
import { cleanUpLastRun } from './servers/after-last-run.ts';
import { startHttps } from './servers/https.ts';
import { startServers } from './servers/servers.ts';
import { forgetOldPostgres } from './servers/upgrade-postgres.ts';
import { choosePorts, ownUrl, reachable } from './settings/addresses.ts';
import {
  listSettings,
  serviceEnvironment,
  type ServiceName,
  type Surroundings,
} from './settings/service-environment.ts';
import { readOuterSettings } from './settings/setting-files.ts';
import type { Stack, StackOptions } from './settings/stack-options.ts';

const ANY_HOST = '0.0.0.0';
const isWorker = (name: string) => name.startsWith('transcoder');

/**
 * Starts the whole site and resolves once every part is ready. On failure, throws a `Problem` with a sentence for the
 * user, after ending everything that it had started.
 */
export async function startStack(options: StackOptions): Promise<Stack> {
  const dataDir = resolve(options.dataDir);
  // A refused start leaves no new folder behind; with an existing folder, its leftover processes may hold the port.
  if (!existsSync(dataDir)) await assertPortFree(options.host ?? ANY_HOST, options.port);
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
      ...createSetupCalls(() => run.auth),
      restartServices: (meanwhile, standIn) => run.restartServices(meanwhile, standIn),
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
  /** Two groups, since services end before the servers that they still write to. */
  readonly #services = new AbortController();
  readonly #servers = new AbortController();
  #around: Surroundings | undefined;
  /** By name; a restart replaces them. */
  readonly #targets = new Map<string, MetricsTarget>();
  #userOf: UserOf = () => undefined;
  /** By group: whatever is starting joins its group or fails. */
  readonly #starts = { services: [] as Promise<unknown>[], servers: [] as Promise<unknown>[] };
  #stopping: Promise<void> | undefined;

  constructor(options: StackOptions) {
    this.#options = options;
    this.#say = options.say ?? (() => undefined);
    this.logDir = join(options.dataDir, 'logs');
    this.#records = new ProcessRecords(options.dataDir);
  }

  async start(): Promise<Pick<Stack, 'url' | 'localUrl' | 'superadmin' | 'isPasswordKnown'>> {
    const { dataDir, port, host = ANY_HOST, databaseUrl } = this.#options;
    await cleanUpLastRun(dataDir, this.#say);
    await assertPortFree(host, port);
    const secrets = await openSecrets(dataDir);
    const first = this.#readSuperadmin();
    this.#userOf = await chooseServiceUsers({ root: ROOT, dataDir, port, say: this.#say });
    const buildOptions = { say: this.#say, signal: this.#services.signal };
    const [webDir] = await openToAll(() =>
      Promise.all([buildWeb(ROOT, buildOptions), buildServices(ROOT, buildOptions)]),
    );
    this.#services.signal.throwIfAborted();
    const servers = await this.#startServers(secrets);
    const [outer, gatewayUser] = [await readOuterSettings(), this.#userOf('gateway')];
    this.#say('Starting the services …');
    this.#around = {
      dataDir,
      webDir,
      host,
      publicUrl: publicUrlOf(this.#options),
      isAddressGiven: this.#options.publicUrl !== undefined,
      gatewayReadsStorage: gatewayUser === undefined || gatewayUser.uid === this.#userOf('catalog')?.uid,
      ports: await choosePorts(port),
      secrets,
      superadmin: first.isPasswordKnown ? first.superadmin : undefined,
      outer: { TRUSTED_PROXIES: this.#options.https && 'loopback', ...outer, PATH: searchPath() },
      ...servers,
    };
    await this.#startServices(this.#around);
    if (databaseUrl === undefined) await forgetOldPostgres(dataDir, this.#say);
    await this.#startHttps();
    return {
      url: publicUrlOf(this.#options),
      localUrl: `http://${reachable(host)}:${port}`,
      ...first,
    };
  }

  /** Where auth is, and its secret. */
  get auth(): { baseUrl: string; internalToken: string } {
    const { ports, secrets } = this.#started;
    return { baseUrl: `http://127.0.0.1:${ports.auth}`, internalToken: secrets.internalToken };
  }

  async restartServices(meanwhile: () => Promise<void>, standIn?: RequestListener): Promise<void> {
    const isFront = (name: string) => name === 'caddy' || name.startsWith('gateway');
    await this.#stopServices((name) => !standIn || !isFront(name));
    await (standIn ? standInFor(this.#started.ports.auth, standIn, meanwhile) : meanwhile());
    await this.#stopServices(() => true);
    this.#services.signal.throwIfAborted();
    const { superadmin, isPasswordKnown } = this.#readSuperadmin();
    this.#around = {
      ...this.#started,
      publicUrl: publicUrlOf(this.#options),
      secrets: await openSecrets(this.#options.dataDir),
      superadmin: isPasswordKnown ? superadmin : undefined,
    };
    await this.#startServices(this.#around);
    await this.#startHttps();
  }

  #readSuperadmin(): Pick<Stack, 'superadmin' | 'isPasswordKnown'> {
    return getSuperadmin(this.#options.dataDir, this.#options.superadmin ?? {});
  }

  /** Stops transcoders first, so that they can report this to catalog while it still runs and do not count as lost. */
  async #stopServices(isChosen: (name: string) => boolean): Promise<void> {
    for (const isNext of [isWorker, isChosen]) {
      const stopped = this.#members(this.#services).filter(([name]) => isNext(name));
      await Promise.all(stopped.map(([, process]) => process.stop()));
    }
  }

  get #started(): Surroundings {
    if (!this.#around) throw new Error('the services have not been started');
    return this.#around;
  }

  async #startHttps(): Promise<void> {
    const { https, port, dataDir } = this.#options;
    if (!https) return;
    const supervision = this.#supervisionOf('caddy');
    const caddy = startHttps({ ...https, gatewayPort: port, dataDir, supervision });
    this.#starts.services.push(caddy);
    this.processes['caddy'] = await caddy;
  }

  stop(): Promise<void> {
    this.#stopping ??= this.#end();
    return this.#stopping;
  }

  async #end(): Promise<void> {
    await this.#stopServices(isWorker);
    // The signal also reaches processes that are still starting; these then join the list or fail.
    for (const name of ['services', 'servers'] as const) {
      const group = name === 'services' ? this.#services : this.#servers;
      group.abort();
      await Promise.allSettled(this.#starts[name]);
      await Promise.all(this.#members(group).map(([, process]) => process.stop()));
    }
  }

  #members(group: AbortController): [string, Supervised][] {
    const areServers = group === this.#servers;
    return Object.entries(this.processes).filter(([name]) => isServer(name) === areServers);
  }

  #startServers(secrets: Secrets): Promise<Pick<Surroundings, 'databaseUrl' | 'redisUrl'>> {
    return startServers({
      ...this.#options,
      fsync: this.#options.fsync ?? true,
      secrets,
      redisUser: this.#userOf('redis'),
      supervisionOf: (name) => this.#supervisionOf(name),
      track: (name, start) => {
        this.#starts.servers.push(start);
        void start.then(
          (server) => (this.processes[name] = server.process),
          () => undefined,
        );
      },
      say: this.#say,
      signal: this.#servers.signal,
    });
  }

  async #startServices(around: Surroundings): Promise<void> {
    const workers = this.#options.workers ?? Math.min(availableParallelism(), 2);
    const transcoders = Array.from({ length: workers }, async (_, index) => {
      const name = `transcoder-${index + 1}`;
      const port = await freePort();
      const env = { WORK_DIR: join(around.dataDir, 'work', name), WORKER_NAME: name };
      return this.#startService(
        name,
        'transcoder',
        { ...around, ports: { ...around.ports, transcoder: port } },
        env,
      );
    });
    const services = (['auth', 'catalog', 'game'] as const).map((name) =>
      this.#startService(name, name, around, {}),
    );
    const all = [...services, ...this.#startGateways(around), ...transcoders];
    this.#starts.services.push(...all);
    await Promise.all(all);
    writeMetricsTargets(around.dataDir, [...this.#targets.values()]);
  }

  #startGateways(around: Surroundings): Promise<void>[] {
    const { gateways = 1 } = this.#options;
    const metricsPort = Number(around.outer['METRICS_PORT']);
    const reusePort = gateways > 1 ? 'on' : 'off';
    return Array.from({ length: gateways }, async (_, index) => {
      const name = index === 0 ? 'gateway' : `gateway-${index + 1}`;
      const port = metricsPort ? metricsPort + index : await freePort();
      const own = { REUSE_PORT: reusePort, METRICS_PORT: String(port) };
      return this.#startService(name, 'gateway', around, own);
    });
  }

  async #startService(
    name: string,
    service: ServiceName,
    around: Surroundings,
    own: Record<string, string>,
  ): Promise<void> {
    const { env } = this.#options;
    // The gateway is ready when the services are, which are awaited anyway; it must not be restarted because of them.
    const health = service === 'gateway' ? 'healthz' : 'readyz';
    const url = ownUrl(service, around, own);
    this.#targets.set(name, { job: service, instance: name, address: new URL(url).host });
    const { rounds, ...supervision } = this.#supervisionOf(name);
    this.processes[name] = await startProcess({
      ...supervision,
      name,
      command: process.execPath,
      args: [builtProgram(service)],
      cwd: ROOT,
      env: {
        ...serviceEnvironment(service, await listSettings(service), around),
        ...own,
        ...env?.all,
        ...env?.[service],
      },
      user: this.#userOf(service),
      isReady: createReadinessCheck({ name, url: `${url}/${health}`, say: this.#say }),
      readyTimeoutMs: SERVICE_READY_MS,
      watchdog: rounds && { ...rounds, isAlive: (signal) => answersHttp(`${url}/healthz`, signal) },
    });
  }

  #supervisionOf(name: string): Supervision {
    return toSupervision(name, this.#options, {
      signal: (isServer(name) ? this.#servers : this.#services).signal,
      logDir: this.logDir,
      records: this.#records,
      say: this.#say,
    });
  }
}
