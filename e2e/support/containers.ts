import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

import { freePort } from '@larksong/local';

const run = promisify(execFile);
const ROOT = dirname(dirname(import.meta.dirname));

/** Returns whether a Docker engine with compose is available. */
export async function hasDocker(): Promise<boolean> {
  const answers = (args: string[]) =>
    run('docker', args).then(
      () => true,
      () => false,
    );
  return (await answers(['info'])) && answers(['compose', 'version']);
}

/** Chosen before the start, so that the page for the first start is closed. */
const SUPERADMIN = {
  SUPERADMIN_EMAIL: 'superadmin@larksong.example',
  SUPERADMIN_USERNAME: 'superadmin',
  SUPERADMIN_PASSWORD: 'superadmin of the containers',
};

export interface Containers {
  url: string;
  /** The settings in .env, which make-env.sh generated. */
  settings: Record<string, string>;
  /** Changes settings in .env, for containers that are created from then on. */
  change: (settings: Record<string, string>) => Promise<void>;
  /** Runs `docker compose` for this project and returns its output. */
  compose: (...args: string[]) => Promise<string>;
  /** Runs a script in a service's container and returns its output, also if it fails. */
  exec: (service: string, script: string) => Promise<string>;
  /** The environment with which scripts of `infra/compose` act on this project. */
  environment: Record<string, string>;
  /** Returns every container of the project with its service, image, addresses and number of restarts. */
  inspect: () => Promise<
    { id: string; service: string; image: string; addresses: string[]; restarts: number }[]
  >;
  /** Stops everything and deletes its data. */
  remove: () => Promise<void>;
}

/**
 * Prepares docker-compose.yml as a separate project with fresh secrets on a free port, without starting it. `more` are
 * further settings for its .env.
 */
export async function createContainers(more: Record<string, string> = {}): Promise<Containers> {
  const folder = await mkdtemp(join(tmpdir(), 'larksong-containers-'));
  const port = await freePort();
  await run('sh', [join(ROOT, 'infra/compose/make-env.sh')], {
    env: { ...process.env, ...SUPERADMIN, LARKSONG_ROOT: folder },
  });
  const file = join(folder, '.env');
  await changeSettings(file, more);
  const settings = await readSettings(file);
  const url = `http://127.0.0.1:${port}`;
  const environment = {
    COMPOSE_PROJECT_NAME: `larksong-check-${process.pid}`,
    LARKSONG_ROOT: folder,
    PORT: String(port),
    BIND_ADDRESS: '127.0.0.1',
    PUBLIC_URL: url,
  };
  const compose = async (...args: string[]) => {
    const env = { ...process.env, ...environment };
    const { stdout } = await run('docker', ['compose', '--env-file', file, ...args], {
      cwd: ROOT,
      env,
      maxBuffer: 64 * 1024 ** 2,
    });
    return stdout;
  };
  return {
    url,
    settings,
    environment,
    compose,
    change: async (changed) => {
      await changeSettings(file, changed);
      Object.assign(settings, changed);
    },
    exec: (service, script) =>
      compose('exec', '-T', service, 'bash', '-c', `{ ${script}\n} 2>&1`).catch(
        (error: { stdout: string }) => error.stdout,
      ),
    inspect: async () => {
      const ids = (await compose('ps', '--all', '--quiet')).trim().split('\n');
      const { stdout } = await run('docker', ['inspect', ...ids]);
      return (JSON.parse(stdout) as Inspected[]).map((container) => ({
        id: container.Id,
        image: container.Config.Image,
        service: container.Config.Labels['com.docker.compose.service'] ?? '',
        addresses: Object.values(container.NetworkSettings.Networks).map(({ IPAddress }) => IPAddress),
        restarts: container.RestartCount,
      }));
    },
    remove: async () => {
      await compose('down', '--volumes', '--timeout', '5');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function changeSettings(file: string, settings: Record<string, string>): Promise<void> {
  const lines = (await readFile(file, 'utf8')).split('\n');
  const kept = lines.filter((line) => !((line.split('=', 1)[0] ?? '') in settings));
  const changed = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
  await writeFile(file, kept.join('\n') + changed.join(''));
}

async function readSettings(file: string): Promise<Record<string, string>> {
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => /^\w+=/.test(line));
  return Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2))) as Record<string, string>; // two parts
}

/** The fields of `docker inspect` that are read here. */
interface Inspected {
  Id: string;
  Config: { Image: string; Labels: Record<string, string> };
  NetworkSettings: { Networks: Record<string, { IPAddress: string }> };
  RestartCount: number;
}
