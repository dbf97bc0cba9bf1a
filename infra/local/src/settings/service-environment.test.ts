import { expect, it } from 'vitest';

import {
  listSettings,
  SERVICE_NAMES as NAMES,
  serviceEnvironment,
  type Environment,
  type ServiceName,
  type Surroundings,
} from './service-environment.ts';

const AROUND: Surroundings = {
  isAddressGiven: false,
  gatewayReadsStorage: true,
  dataDir: '/data',
  webDir: '/web',
  host: '0.0.0.0',
  publicUrl: 'http://localhost:8080',
  ports: { auth: 1, catalog: 2, game: 3, gateway: 8080, transcoder: 5 },
  databaseUrl: (database) => `postgres://127.0.0.1/${database}`,
  redisUrl: 'redis://127.0.0.1',
  secrets: {
    internalToken: 'internal-secret',
    authSecret: 'auth-secret',
    streamCookieSecret: 'cookie-secret',
    linkSecret: 'link-secret',
    postgresPassword: 'x',
    redisPassword: 'y',
  },
  superadmin: { email: 'a@songs.example', username: 'boss', password: 'superadmin-secret' },
  outer: {},
};
const settings = Object.fromEntries(
  await Promise.all(NAMES.map(async (name) => [name, await listSettings(name)] as const)),
) as Record<ServiceName, string[]>; // by construction it has every name

function environmentOf(name: ServiceName, around = AROUND): Environment {
  return serviceEnvironment(name, settings[name], around);
}

/** Returns the services whose environment contains the value. */
function servicesWith(value: string, around = AROUND): string[] {
  return NAMES.filter((name) => Object.values(environmentOf(name, around)).includes(value));
}

it('each secret reaches only the services that need it', () => {
  expect(servicesWith('internal-secret')).toEqual(NAMES);
  expect(servicesWith('auth-secret')).toEqual(['auth']);
  expect(servicesWith('superadmin-secret')).toEqual(['auth']);
  expect(servicesWith('cookie-secret')).toEqual(['catalog']);
  expect(servicesWith('postgres://127.0.0.1/catalog')).toEqual(['catalog']);
});

it.each([
  ['both', {}],
  ['folder', { isAddressGiven: true }],
  ['address', { outer: { S3_ENDPOINT: 'http://127.0.0.1:9000' } }],
  ['nothing', { isAddressGiven: true, outer: { S3_ENDPOINT: 'http://127.0.0.1:9000' } }],
])('at the first start, the browser can change %s, but nothing that is set from outside', (what, given) => {
  expect(environmentOf('auth', { ...AROUND, ...given })['SETUP_LAUNCHER']).toBe(what);
});

it('only the gateway listens on addresses other than loopback', () => {
  expect(servicesWith('0.0.0.0')).toEqual(['gateway']);
});

it('a setting from outside reaches only the services that read it', () => {
  const outer = {
    REGISTRATION: 'closed',
    SMTP_PASSWORD_FILE: 'smtp-secret',
    HEARTBEAT_TIMEOUT_SECONDS: '13',
    SUPERADMIN_PASSWORD: 'outer-secret',
    DATABASE_URL: 'outer-database',
    AWS_SECRET_ACCESS_KEY: 'secret of another program',
    PATH: '/usr/bin',
    NODE_EXTRA_CA_CERTS: '/etc/ca.pem',
  };
  const around = { ...AROUND, outer };
  expect(servicesWith('closed', around)).toEqual(['auth']);
  expect(servicesWith('smtp-secret', around)).toEqual(['auth']);
  expect(servicesWith('13', around)).toEqual(['catalog', 'game']);
  expect(servicesWith('/usr/bin', around)).toEqual(NAMES);
  expect(servicesWith('/etc/ca.pem', around)).toEqual(NAMES);
  for (const value of ['outer-secret', 'outer-database', 'secret of another program'])
    expect(servicesWith(value, around)).toEqual([]);
});

it('every setting of every service is passed in from outside or set by the stack', () => {
  for (const name of NAMES) {
    const outer = Object.fromEntries(settings[name].map((setting) => [setting, `outer ${setting}`]));
    const given = environmentOf(name, {
      ...AROUND,
      outer: { ...outer, S3_ENDPOINT: 'http://127.0.0.1:9000' },
    });
    // Only STORAGE_DIR may be missing, since S3 storage replaces it.
    const left = settings[name].filter((setting) => !(setting in given) && setting !== 'STORAGE_DIR');
    expect(left, name).toEqual([]);
  }
});

it('objects are stored in a folder, or on the S3 server that the environment names', () => {
  expect(environmentOf('catalog')).toMatchObject({ STORAGE_DIR: '/data/storage' });
  const around = {
    ...AROUND,
    outer: { S3_ENDPOINT: 'http://127.0.0.1:9000', S3_BUCKET: 'songs', S3_SECRET_KEY: 's3-secret' },
  };
  expect(environmentOf('catalog', around)).toMatchObject({
    S3_ENDPOINT: 'http://127.0.0.1:9000',
    S3_BUCKET: 'songs',
  });
  expect(environmentOf('catalog', around)).not.toHaveProperty('STORAGE_DIR');
  expect(servicesWith('s3-secret', around)).toEqual(['catalog', 'game', 'gateway', 'transcoder']);
});

it('the gateway reads the folder of storage only if it runs as a user who can', () => {
  expect(environmentOf('gateway')).toMatchObject({ STORAGE_DIR: '/data/storage' });
  const around = { ...AROUND, gatewayReadsStorage: false };
  expect(environmentOf('gateway', around)).not.toHaveProperty('STORAGE_DIR');
});
