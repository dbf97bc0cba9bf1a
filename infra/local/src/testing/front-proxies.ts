import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { connect } from 'node:tls';
import { promisify } from 'node:util';

import { freePort } from '../host/ports.ts';
import { findCommand } from '../host/tools.ts';

export { freePort };

const run = promisify(execFile);

/** The proxies for which `infra/proxy` has an example. */
export type ProxyName = 'nginx' | 'caddy';

interface Options {
  gatewayPort: number;
  /** Whether nginx caches the responses for which the gateway permits it. */
  hasCache?: boolean;
  /** The S3 server to put behind the proxy as well, and the port for it. */
  media?: { storagePort: number; port: number };
}

export interface FrontProxy {
  /** Its https address. */
  url: string;
  /** Its http address, if it has one. */
  plainUrl: string | undefined;
  /** The certificate, which no authority has signed. */
  certificate: string;
  /** Folder of the responses that it keeps. */
  cacheFolder: string;
  stop: () => Promise<void>;
}

interface Place extends Options {
  folder: string;
  port: number;
  plainPort: number;
  certificatePath: string;
  keyPath: string;
}

const EXAMPLES = join(import.meta.dirname, '../../../../infra/proxy');

/** Returns the reason why the example of a proxy cannot run on this machine, or undefined if it can. */
export async function findObstacle(name: ProxyName): Promise<string | undefined> {
  for (const command of [name, 'openssl'])
    if ((await findCommand([command])) === undefined) return `${command} is not installed`;
  return undefined;
}

/**
 * Starts a proxy with its example from `infra/proxy` in front of a gateway on this machine, unprivileged: only ports,
 * folders and the certificate are replaced. Throws if the example no longer contains one of them.
 */
export async function startFrontProxy(name: ProxyName, options: Options): Promise<FrontProxy> {
  const folder = await mkdtemp(join(tmpdir(), `larksong-${name}-`));
  const [port, plainPort] = [await freePort(), await freePort()];
  const certificatePath = join(folder, 'certificate.pem');
  const place = { ...options, folder, port, plainPort, certificatePath, keyPath: join(folder, 'key.pem') };
  await makeCertificate(place);
  const args = name === 'nginx' ? await configureNginx(place) : await configureCaddy(place);
  const command = [(await findCommand([name])) ?? name, ...args];
  const setpriv = await findCommand(['setpriv']);
  // Where the system supports it, the proxy ends with this process, however this process ends.
  const bound = setpriv === undefined ? command : [setpriv, '--pdeathsig', 'TERM', ...command];
  const child = spawn(bound[0] ?? name, bound.slice(1), {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
  });
  let said = '';
  child.stderr.on('data', (text: Buffer) => (said = (said + text.toString()).slice(-4000)));
  const kill = () => child.kill('SIGTERM');
  process.once('exit', kill);
  const stop = async () => {
    process.off('exit', kill);
    if (child.exitCode === null) {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    }
    await rm(folder, { recursive: true, force: true });
  };
  while (!(await isListening(port))) {
    if (child.exitCode !== null) {
      await stop();
      throw new Error(`${name} did not start: ${said}`);
    }
    await delay(50);
  }
  return {
    url: `https://127.0.0.1:${port}`,
    plainUrl: name === 'nginx' ? `http://127.0.0.1:${plainPort}` : undefined,
    certificate: await readFile(certificatePath, 'utf8'),
    cacheFolder: join(folder, 'cache'),
    stop,
  };
}

async function makeCertificate({ certificatePath, keyPath }: Place): Promise<void> {
  const names = 'subjectAltName=DNS:localhost,IP:127.0.0.1';
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  const files = ['-keyout', keyPath, '-out', certificatePath];
  await run('openssl', ['req', '-x509', ...kind, ...files, '-subj', '/CN=localhost', '-addext', names]);
}

async function configureNginx(place: Place): Promise<string[]> {
  const { folder, port, plainPort, gatewayPort, hasCache = false, media } = place;
  const cache = {
    '# proxy_cache_path /var/cache/nginx/larksong': `proxy_cache_path ${join(folder, 'cache')}`,
    '# include /etc/nginx/larksong-cache.conf': `include ${join(EXAMPLES, 'nginx-cache.conf')}`,
  };
  const site = replaceAll(await readFile(join(EXAMPLES, 'nginx.conf'), 'utf8'), {
    ...(hasCache ? cache : {}),
    'server 127.0.0.1:8080;': `server 127.0.0.1:${gatewayPort};`,
    'listen 80;': `listen 127.0.0.1:${plainPort};`,
    'listen [::]:80;': '',
    'listen 443 ssl http2;': `listen 127.0.0.1:${port} ssl http2;`,
    'listen [::]:443 ssl http2;': '',
    '/etc/letsencrypt/live/songs.example/fullchain.pem': place.certificatePath,
    '/etc/letsencrypt/live/songs.example/privkey.pem': place.keyPath,
  });
  await mkdir(join(folder, 'cache'));
  await writeFile(join(folder, 'site.conf'), site);
  if (media) await writeFile(join(folder, 'site-media.conf'), await readNginxMedia(place, media));
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  const main = `
    daemon off; worker_processes auto; pid ${folder}/pid; error_log stderr;
    ${process.getuid?.() === 0 ? 'user root;' : ''}
    events { worker_connections 2048; }
    http {
      access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000; ${temporary.join(' ')}
      include ${folder}/site*.conf;
    }`;
  await writeFile(join(folder, 'nginx.conf'), main);
  return ['-p', folder, '-e', 'stderr', '-c', join(folder, 'nginx.conf')];
}

async function readNginxMedia(place: Place, media: NonNullable<Options['media']>): Promise<string> {
  return replaceAll(await readFile(join(EXAMPLES, 'nginx-media.conf'), 'utf8'), {
    'server 127.0.0.1:9000;': `server 127.0.0.1:${media.storagePort};`,
    'listen 443 ssl http2;': `listen 127.0.0.1:${media.port} ssl http2;`,
    'listen [::]:443 ssl http2;': '',
    '/etc/letsencrypt/live/media.songs.example/fullchain.pem': place.certificatePath,
    '/etc/letsencrypt/live/media.songs.example/privkey.pem': place.keyPath,
  });
}

async function configureCaddy(place: Place): Promise<string[]> {
  const { folder, port, gatewayPort, media, certificatePath, keyPath } = place;
  const tls = `tls ${certificatePath} ${keyPath}`;
  const site = replaceAll(await readFile(join(EXAMPLES, 'Caddyfile'), 'utf8'), {
    '\nsongs.example {': `\nhttps://127.0.0.1:${port} {\n\t${tls}`,
    'reverse_proxy 127.0.0.1:8080': `reverse_proxy 127.0.0.1:${gatewayPort}`,
  });
  const main =
    '{\n\tadmin off\n\tauto_https disable_redirects\n\tgrace_period 1s\n\tlog default {\n\t\tlevel WARN\n\t}\n}\n';
  const mediaSite =
    media &&
    replaceAll(await readFile(join(EXAMPLES, 'Caddyfile-media'), 'utf8'), {
      '\nmedia.songs.example {': `\nhttps://127.0.0.1:${media.port} {\n\t${tls}`,
      'reverse_proxy 127.0.0.1:9000': `reverse_proxy 127.0.0.1:${media.storagePort}`,
    });
  await writeFile(join(folder, 'Caddyfile'), [main, site, mediaSite].join('\n'));
  return ['run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')];
}

/** Replaces all occurrences of each text. Throws if one does not occur. */
function replaceAll(text: string, replacements: Record<string, string>): string {
  let replaced = text;
  for (const [from, to] of Object.entries(replacements)) {
    if (!replaced.includes(from)) throw new Error(`The example has no "${from}".`);
    replaced = replaced.replaceAll(from, to);
  }
  return replaced;
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false });
  const { promise, resolve } = Promise.withResolvers<boolean>();
  socket.once('secureConnect', () => resolve(true)).once('error', () => resolve(false));
  return promise.finally(() => socket.destroy());
}
