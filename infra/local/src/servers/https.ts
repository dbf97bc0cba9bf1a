import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { assertPortFree } from '../host/ports.ts';
import { Problem } from '../host/problem.ts';
import { ROOT } from '../host/root.ts';
import { findCommand, searchPath } from '../host/tools.ts';
import { startProcess, type Supervised, type Supervision } from '../processes/processes.ts';
import { originOf, type HttpsSettings } from '../settings/https-settings.ts';

interface Options extends HttpsSettings {
  /** Where the gateway listens on loopback. */
  gatewayPort: number;
  dataDir: string;
  supervision: Supervision;
}

const CADDY = ['caddy'];
/** The configuration that docker compose uses as well. */
const TEMPLATES = join(ROOT, 'infra', 'compose', 'proxy');
const ANY_HOST = '0.0.0.0';

/** Throws a `Problem` that says how to install Caddy if it is missing. */
export async function findCaddy(): Promise<string> {
  const found = await findCommand(CADDY);
  if (found !== undefined) return found;
  throw new Problem(
    'With SITE, the site is served on https by Caddy, which is not installed. On Debian and Ubuntu: sudo apt-get install caddy && sudo systemctl disable --now caddy (Larksong starts its own). On macOS: brew install caddy. Or use your own proxy: see docs/operations/https.md.',
  );
}

/** Starts Caddy in front of the gateway and resolves once it listens. It keeps its certificates in the data folder. */
export async function startHttps(options: Options): Promise<Supervised> {
  const { site, port, plainPort, gatewayPort, dataDir } = options;
  const { rounds: _, ...supervision } = options.supervision; // a hung Caddy is not known
  const command = await findCaddy();
  await assertPortFree(ANY_HOST, port, 'HTTPS_PORT');
  await assertPortFree(ANY_HOST, plainPort, 'HTTP_PORT');
  const home = join(dataDir, 'caddy');
  await mkdir(home, { recursive: true, mode: 0o700 });
  return startProcess({
    name: 'caddy',
    command,
    args: ['run', '--adapter', 'caddyfile', '--config', '-'],
    stdin: await readConfiguration(),
    cwd: home,
    env: {
      PATH: searchPath(),
      HOME: home,
      XDG_DATA_HOME: home,
      XDG_CONFIG_HOME: home,
      SITE: site,
      ADDRESS: `https://${site}`,
      ORIGIN: originOf(options),
      TLS_LINE: options.tls === 'internal' ? 'tls internal' : '',
      GATEWAYS: `127.0.0.1:${gatewayPort}`,
      HTTP_LISTEN: String(plainPort),
      HTTPS_LISTEN: String(port),
      CA_FOLDER: join(home, 'caddy/pki/authorities/local'),
    },
    isReady: async () => {
      const response = await fetch(`http://127.0.0.1:${plainPort}/`, { redirect: 'manual' });
      return response.status === 308;
    },
    ...supervision,
  });
}

async function readConfiguration(): Promise<string> {
  const files = ['Caddyfile', 'redirect.Caddyfile'].map((name) => readFile(join(TEMPLATES, name), 'utf8'));
  return (await Promise.all(files)).join('');
}
