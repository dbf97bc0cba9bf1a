import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import type { Secrets } from '../data-folder/secrets.ts';
import { readSiteSettings, storageFolderOf } from '../data-folder/site-settings.ts';
import type { Superadmin } from '../data-folder/superadmin.ts';
import { ROOT } from '../host/root.ts';

export const SERVICE_NAMES = ['auth', 'catalog', 'game', 'gateway', 'transcoder'] as const;
export type ServiceName = (typeof SERVICE_NAMES)[number];
export type Environment = Record<string, string>;

export interface Surroundings {
  dataDir: string;
  webDir: string;
  /** Where the gateway listens; the other services listen on loopback. */
  host: string;
  publicUrl: string;
  /** Whether the address was set from outside. */
  isAddressGiven: boolean;
  /** Whether the gateway runs as a user who can read the folder of storage. */
  gatewayReadsStorage: boolean;
  ports: Record<ServiceName, number>;
  databaseUrl: (database: string) => string;
  redisUrl: string;
  secrets: Secrets;
  /** Undefined if the account exists already and its password is not known. */
  superadmin: Superadmin | undefined;
  /** The environment of the launcher: settings such as `REGISTRATION` or `S3_ENDPOINT` pass through it. */
  outer: Record<string, string | undefined>;
}

/** Folder of the services. */
export const SERVICES = join(ROOT, 'services');

/** Settings that this file decides; values from outside reach a service only where they are passed on below. */
const DECIDED_HERE = `
  HOST PORT REUSE_PORT INTERNAL_TOKEN PUBLIC_URL DATABASE_URL REDIS_URL AUTH_URL CATALOG_URL GAME_URL
  AUTH_SECRET STREAM_COOKIE_SECRET LINK_SECRET SUPERADMIN_EMAIL SUPERADMIN_USERNAME SUPERADMIN_PASSWORD SETUP SETUP_LAUNCHER
  MAIL_DIR PUBLIC_DIR STORAGE_DIR WEB_DIR WORK_DIR
  S3_ENDPOINT S3_BUCKET S3_ACCESS_KEY S3_SECRET_KEY S3_REGION
`
  .trim()
  .split(/\s+/);
/** Returns whether the launcher chooses the value of a setting, whatever is set outside. */
export function isDecidedHere(name: string): boolean {
  return DECIDED_HERE.includes(name) && !S3_NAMES.includes(name);
}

const S3_NAMES = DECIDED_HERE.filter((name) => name.startsWith('S3_'));

/** Environment variables that any Node program needs, and the version that the launcher states. */
const OF_THE_SYSTEM =
  /^(PATH|HOME|TMPDIR|TZ|LANG|LC_\w+|NODE_\w+|SSL_CERT_(FILE|DIR)|UV_THREADPOOL_SIZE|LARKSONG_VERSION)$/;

/** The part of a setting's schema that describes its values. */
export interface SettingSchema {
  type?: string;
  anyOf?: { const: string }[];
  default?: string | number | boolean;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  minLength?: number;
}

/** Returns the schema of a service's settings, from its own `config.ts`. */
export async function readSchema(name: ServiceName): Promise<{ properties: Record<string, SettingSchema> }> {
  const { Config } = (await import(pathToFileURL(join(SERVICES, name, 'src', 'config.ts')).href)) as {
    Config: { properties: Record<string, SettingSchema> };
  }; // every service's config.ts exports its schema; a test checks
  return Config;
}

/** Returns the names of the settings that a service reads. */
export async function listSettings(name: ServiceName): Promise<string[]> {
  return Object.keys((await readSchema(name)).properties);
}

/**
 * Returns the environment of a service: its own secrets and addresses, those of its `settings` that are set outside,
 * and the variables that every program needs. Nothing else from the launcher's environment reaches it.
 */
export function serviceEnvironment(name: ServiceName, settings: string[], around: Surroundings): Environment {
  return { ...passedThrough(settings, around.outer), ...commonTo(name, around), ...ownOf[name](around) };
}

function passedThrough(settings: string[], outer: Surroundings['outer']): Environment {
  const passed: Environment = {};
  for (const [name, value] of Object.entries(outer)) {
    const setting = name.replace(/_FILE$/, ''); // the file with its value
    const isWanted =
      OF_THE_SYSTEM.test(name) || (settings.includes(setting) && !DECIDED_HERE.includes(setting));
    if (value !== undefined && isWanted) passed[name] = value;
  }
  return passed;
}

function commonTo(name: ServiceName, around: Surroundings): Environment {
  return {
    HOST: name === 'gateway' ? around.host : '127.0.0.1',
    PORT: String(around.ports[name]),
    LOG_LEVEL: around.outer['LOG_LEVEL'] ?? 'info',
    INTERNAL_TOKEN: around.secrets.internalToken,
    PUBLIC_URL: around.publicUrl,
    REDIS_URL: around.redisUrl,
    ...leanMemory(name, around.outer),
  };
}

const ownOf: Record<ServiceName, (around: Surroundings) => Environment> = {
  auth: (around) => ({
    DATABASE_URL: around.databaseUrl('auth'),
    AUTH_SECRET: around.secrets.authSecret,
    CATALOG_URL: addressOf('catalog', around),
    MAIL_DIR: join(around.dataDir, 'mail'),
    // A superadmin from outside has been chosen already.
    SETUP: around.outer['SETUP'] || (around.outer['SUPERADMIN_EMAIL'] ? 'off' : 'on'),
    SETUP_LAUNCHER: whatCanMove(around),
    ...superadminOf(around),
  }),
  catalog: (around) => ({
    DATABASE_URL: around.databaseUrl('catalog'),
    AUTH_URL: addressOf('auth', around),
    STREAM_COOKIE_SECRET: around.secrets.streamCookieSecret,
    ...(around.secrets.linkSecret === undefined ? {} : { LINK_SECRET: around.secrets.linkSecret }),
    ...storageEnvironment(around),
  }),
  game: (around) => ({
    DATABASE_URL: around.databaseUrl('game'),
    AUTH_URL: addressOf('auth', around),
    PUBLIC_DIR: join(around.dataDir, 'public'),
    ...storageEnvironment(around),
  }),
  gateway: (around) => ({
    AUTH_URL: addressOf('auth', around),
    CATALOG_URL: addressOf('catalog', around),
    GAME_URL: addressOf('game', around),
    WEB_DIR: around.webDir,
    REUSE_PORT: 'off', // unless there are several
    ...(around.gatewayReadsStorage || isOnServer(around) ? storageEnvironment(around) : {}),
  }),
  transcoder: (around) => ({
    CATALOG_URL: addressOf('catalog', around),
    GAME_URL: addressOf('game', around),
    WORK_DIR: join(around.dataDir, 'work'),
    ...storageEnvironment(around),
  }),
};

/** V8's new space in megabytes. */
const SPACES = '--max-semi-space-size=2';
/**
 * The gateway's new space holds what simultaneous calls need: with less, it takes more processor time for each of them.
 * Its old space may grow far more than it needs, but the lower the limit, the earlier V8 collects what calls leave behind.
 * In catalog, that would double the processor time of an upload.
 */
const GATEWAY_SPACES = '--max-semi-space-size=8 --max-old-space-size=1024';

/**
 * Returns settings by which Node and its allocator return memory early. Without them, an idle service takes 20 to 40 MB
 * more, and a gateway that streams 160 MB.
 */
function leanMemory(name: ServiceName, outer: Surroundings['outer']): Environment {
  const options = [name === 'gateway' ? GATEWAY_SPACES : SPACES, outer['NODE_OPTIONS']].filter(Boolean);
  return { NODE_OPTIONS: options.join(' '), MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072' };
}

function addressOf(name: ServiceName, around: Surroundings): string {
  return `http://127.0.0.1:${around.ports[name]}`;
}

/** Returns the settings that the page for the first start may change: those not set in the environment. */
function whatCanMove(around: Surroundings): string {
  const isMoved = readSiteSettings(around.dataDir).movedTo !== undefined;
  const [address, folder] = [!around.isAddressGiven, !isMoved && !isOnServer(around)];
  if (address && folder) return 'both';
  return address ? 'address' : folder ? 'folder' : 'nothing';
}

function superadminOf({ superadmin }: Surroundings): Environment {
  if (superadmin === undefined) return {};
  return {
    SUPERADMIN_EMAIL: superadmin.email,
    SUPERADMIN_USERNAME: superadmin.username,
    SUPERADMIN_PASSWORD: superadmin.password,
  };
}

/** Returns whether the files of videos are on an S3 server. */
export function isOnServer(around: Pick<Surroundings, 'dataDir' | 'outer'>): boolean {
  return 'S3_ENDPOINT' in storageEnvironment(around);
}

/**
 * Returns the settings for object storage: the place to which the files were moved, an external S3 server if one is named,
 * or a folder.
 */
export function storageEnvironment(around: Pick<Surroundings, 'dataDir' | 'outer'>): Environment {
  const { movedTo } = readSiteSettings(around.dataDir);
  if (movedTo) return movedTo;
  if (!around.outer['S3_ENDPOINT']) return { STORAGE_DIR: storageFolderOf(around.dataDir) };
  return Object.fromEntries(
    S3_NAMES.flatMap((name) => [name, `${name}_FILE`]).flatMap((name) => {
      const value = around.outer[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
