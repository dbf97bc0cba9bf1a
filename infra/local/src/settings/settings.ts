import { readFileSync } from 'node:fs';

import { codeOf, Problem } from '../host/problem.ts';
import { originOf, type HttpsSettings } from './https-settings.ts';
import { toServerUrl, toRedisUrl } from './server-addresses.ts';
import type { StackOptions } from './stack-options.ts';

/** The settings that `npm start` reads from its environment; names that are not set keep their defaults. */
export type StartSettings = Pick<
  StackOptions,
  | 'port'
  | 'dataDir'
  | 'host'
  | 'publicUrl'
  | 'https'
  | 'superadmin'
  | 'workers'
  | 'gateways'
  | 'watchdog'
  | 'databaseUrl'
  | 'redisUrl'
> & {
  /** Hour of the nightly backup; undefined if it is off. */
  backupHour: number | undefined;
};

/** The settings that only the launcher reads, or passes on under other names. */
export const OWN_SETTINGS = `
  PORT HOST DATA_DIR PUBLIC_URL SITE TLS HTTPS_PORT HTTP_PORT WORKERS GATEWAYS WATCHDOG DATABASE_URL REDIS_URL BACKUP_HOUR
  SUPERADMIN_EMAIL SUPERADMIN_USERNAME SUPERADMIN_PASSWORD SETUP LARKSONG_CACHE LARKSONG_URL LARKSONG_EMAIL LARKSONG_PASSWORD
`
  .trim()
  .split(/\s+/);

/** Reads the settings of `npm start`; throws a `Problem` with a sentence if one is invalid. */
export function readSettings(environment: Record<string, string | undefined>): StartSettings {
  const given = (name: string): string | undefined => environment[name] || undefined; // set but empty: not set
  const host = given('HOST');
  const publicUrl = given('PUBLIC_URL');
  const workers = given('WORKERS');
  const gateways = given('GATEWAYS');
  const watchdog = given('WATCHDOG');
  const https = toHttps(given);
  const databaseUrl = readSecret('DATABASE_URL', given);
  const redisUrl = readSecret('REDIS_URL', given);
  return {
    port: toPort(given('PORT') ?? '8080'),
    dataDir: given('DATA_DIR') ?? '.data',
    backupHour: toHour(given('BACKUP_HOUR') ?? '3'),
    ...(host === undefined ? {} : { host }),
    ...(publicUrl === undefined ? {} : { publicUrl: toOrigin(publicUrl) }),
    ...(watchdog === undefined ? {} : { watchdog: toSwitch('WATCHDOG', watchdog) }),
    ...(workers === undefined ? {} : { workers: toCount('WORKERS', workers, 'transcoders') }),
    ...(gateways === undefined ? {} : { gateways: toGateways(gateways) }),
    ...(databaseUrl === undefined ? {} : { databaseUrl: toServerUrl(databaseUrl) }),
    ...(redisUrl === undefined ? {} : { redisUrl: toRedisUrl(redisUrl) }),
    // Nobody can bypass Caddy.
    ...(https === undefined ? {} : { https, host: '127.0.0.1', publicUrl: originOf(https) }),
    superadmin: {
      ...entry('email', given('SUPERADMIN_EMAIL')),
      ...entry('username', given('SUPERADMIN_USERNAME')),
      ...entry('password', given('SUPERADMIN_PASSWORD')),
    },
  };
}

function entry<Name extends string>(name: Name, value: string | undefined): Partial<Record<Name, string>> {
  return value === undefined ? {} : ({ [name]: value } as Record<Name, string>); // a computed key widens to string
}

/** Returns a setting that may also be in the file that `NAME_FILE` names. */
function readSecret(name: string, given: (name: string) => string | undefined): string | undefined {
  const file = given(`${name}_FILE`);
  if (file === undefined) return given(name);
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new Problem(`${name}_FILE=${file} cannot be read (${codeOf(error) ?? String(error)}).`);
  }
}

/** Root may listen on the ports that browsers expect. */
function toHttps(given: (name: string) => string | undefined): HttpsSettings | undefined {
  const site = given('SITE');
  if (site === undefined) return undefined;
  if (!/^[\w.-]+$/.test(site))
    throw new Problem(
      `SITE=${site} is not the name of a site; it must look like songs.school.example, without https:// and without a path.`,
    );
  if (given('PUBLIC_URL') !== undefined)
    throw new Problem('SITE and PUBLIC_URL are both set. SITE alone is enough: it is the address on https.');
  const tls = given('TLS') ?? 'acme';
  if (tls !== 'acme' && tls !== 'internal')
    throw new Problem(
      `TLS=${tls} is neither acme (the default) nor internal, which means the site's own authority.`,
    );
  const isRoot = process.getuid?.() === 0;
  const port = toPort(given('HTTPS_PORT') ?? (isRoot ? '443' : '8443'), 'HTTPS_PORT');
  const plainPort = toPort(given('HTTP_PORT') ?? (isRoot ? '80' : '8081'), 'HTTP_PORT');
  return { site, tls, port, plainPort };
}

function toPort(text: string, name = 'PORT'): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port < 1 || port > 65_535)
    throw new Problem(`${name}=${text} is not a port; it must be a whole number from 1 to 65535.`);
  return port;
}

function toHour(text: string): number | undefined {
  if (text === 'off') return undefined;
  if (!/^\d{1,2}$/.test(text) || Number(text) > 23)
    throw new Problem(`BACKUP_HOUR=${text} is not an hour; it must be a whole number from 0 to 23, or off.`);
  return Number(text);
}

function toCount(name: string, text: string, of: string): number {
  const count = Number(text);
  if (!/^\d+$/.test(text) || count < 1 || count > 64)
    throw new Problem(
      `${name}=${text} is not a valid number of ${of}; it must be a whole number from 1 to 64.`,
    );
  return count;
}

function toGateways(text: string): number {
  const count = toCount('GATEWAYS', text, 'gateways');
  if (count > 1 && process.platform !== 'linux')
    throw new Problem(`GATEWAYS=${text}: several gateways can share a port only on Linux.`);
  return count;
}

function toSwitch(name: string, text: string): boolean {
  if (text !== 'on' && text !== 'off') throw new Problem(`${name}=${text} is neither on nor off.`);
  return text === 'on';
}

function toOrigin(text: string): string {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol) || url.pathname !== '/')
    throw new Problem(
      `PUBLIC_URL=${text} is not the address of a site; it must look like https://songs.example, without a path.`,
    );
  return url.origin;
}
