import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Report } from '@larksong/operate/doctor';
import { Client } from 'pg';

const ROOT = join(import.meta.dirname, '..', '..', '..', '..');
const LAUNCHER = join(ROOT, 'infra', 'local', 'src', 'main.ts');
const OPERATE = join(ROOT, 'infra', 'operate', 'src', 'main.ts');

interface SiteOptions {
  dataDir: string;
  port: number;
  /** Settings of the services, also given to doctor. */
  settings: Record<string, string>;
}

/** A site in a separate process, with everything that a test needs to break it. */
export class FaultySite {
  readonly dataDir: string;
  readonly port: number;
  readonly #settings: Record<string, string>;
  #child: ChildProcess | undefined;

  constructor({ dataDir, port, settings }: SiteOptions) {
    this.dataDir = dataDir;
    this.port = port;
    this.#settings = settings;
  }

  async start(): Promise<void> {
    const options = { dataDir: this.dataDir, port: this.port, dieWithParent: false };
    const child = spawn(
      process.execPath,
      [
        '--disable-warning=ExperimentalWarning',
        join(import.meta.dirname, 'run-site.ts'),
        JSON.stringify(options),
      ],
      { env: { ...process.env, ...this.#settings }, stdio: ['ignore', 'pipe', 'inherit'] },
    );
    this.#child = child;
    const { promise: up, resolve, reject } = Promise.withResolvers<void>();
    child.once('exit', () => reject(new Error('The site did not start.')));
    child.stdout.on('data', (text: Buffer) => text.includes('The site is up.') && resolve());
    await up;
  }

  /** Ends the launcher; with SIGKILL, everything else stays. */
  async end(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (child === undefined || child.exitCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }

  get launcherPid(): number {
    return this.#child?.pid ?? 0;
  }

  /** Returns the id of a process of the site. */
  pid(name: string): number {
    const all = JSON.parse(readFileSync(join(this.dataDir, 'processes.json'), 'utf8')) as {
      name: string;
      pid: number;
    }[]; // written by the launcher
    const found = all.find((each) => each.name === name);
    if (found === undefined) throw new Error(`${name} does not run`);
    return found.pid;
  }

  /** Returns a setting that the launcher has given to a service. */
  settingOf(service: string, name: string): string {
    const environment = readFileSync(`/proc/${this.pid(service)}/environ`, 'utf8').split('\0');
    return environment.find((line) => line.startsWith(`${name}=`))?.slice(name.length + 1) ?? '';
  }

  /** Returns a connection to a database of the site, which the caller ends. */
  async connect(service: 'auth' | 'catalog' | 'game'): Promise<Client> {
    const client = new Client({ connectionString: this.settingOf(service, 'DATABASE_URL') });
    client.on('error', () => undefined); // Postgres may be stopped
    await client.connect();
    return client;
  }

  async query(service: 'auth' | 'catalog' | 'game', text: string): Promise<void> {
    const client = await this.connect(service);
    try {
      await client.query(text);
    } finally {
      await client.end();
    }
  }

  /** Runs `npm run larksong -- doctor`; `before` is run by a shell in a new mount namespace. */
  doctor(more: { settings?: Record<string, string>; before?: string; uid?: number } = {}): Promise<Report> {
    const env = { HOST: '127.0.0.1', DATA_DIR: this.dataDir, PORT: String(this.port), ...this.#settings };
    return runDoctor([LAUNCHER, 'larksong'], { ...more, env: { ...env, ...more.settings } });
  }

  /** Runs doctor as a container of compose does: it has addresses instead of a data folder. */
  doctorInContainer(settings: Record<string, string> = {}): Promise<Report> {
    const targets = JSON.parse(readFileSync(join(this.dataDir, 'prometheus-targets.json'), 'utf8')) as {
      targets: [string];
      labels: { job: string };
    }[]; // written by the launcher
    const urls = targets
      .filter(({ labels }) => ['auth', 'catalog', 'game'].includes(labels.job))
      .flatMap(({ targets: [address], labels: { job } }) => [
        [`${job.toUpperCase()}_URL`, `http://${address}`],
        [`${job.toUpperCase()}_DATABASE_URL`, this.settingOf(job, 'DATABASE_URL')],
      ]);
    const secrets = ['AUTH_SECRET', 'INTERNAL_TOKEN'].map((name) => [name, this.settingOf('auth', name)]);
    const env = {
      ...this.#settings,
      ...Object.fromEntries([...urls, ...secrets]),
      GATEWAY_URL: `http://127.0.0.1:${this.port}`,
      REDIS_URL: this.settingOf('auth', 'REDIS_URL'),
      STREAM_COOKIE_SECRET: this.settingOf('catalog', 'STREAM_COOKIE_SECRET'),
      LINK_SECRET: this.settingOf('catalog', 'LINK_SECRET'),
      ...settings,
    };
    return runDoctor([OPERATE], { env });
  }
}

function runDoctor(
  program: string[],
  { env, before, uid }: { env: Record<string, string>; before?: string; uid?: number },
): Promise<Report> {
  const argv = ['--disable-warning=ExperimentalWarning', ...program, 'doctor', '--json'];
  const hidden = ['-m', 'sh', '-c', `${before} && exec "$@"`, 'sh', process.execPath, ...argv];
  const [file, args] = before === undefined ? [process.execPath, argv] : ['unshare', hidden];
  return new Promise((resolve, reject) => {
    const options = { env: { ...process.env, ...env }, ...(uid === undefined ? {} : { uid, gid: uid }) };
    execFile(file, args, options, (error, stdout, stderr) => {
      try {
        const report = JSON.parse(stdout) as Report; // of our own command
        const isSound = report.findings.every(({ severity }) => severity === 'hint');
        if (isSound === (error === null)) resolve(report);
        else reject(new Error(`doctor ended with code ${error?.code ?? 0}: ${stdout}`));
      } catch {
        reject(new Error(`doctor failed: ${stdout}${stderr}`, { cause: error }));
      }
    });
  });
}
