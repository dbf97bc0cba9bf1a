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

/** The services whose environment has the value somewhere. */
function whoKnows(value: string, around = AROUND): string[] {
  return NAMES.filter((name) => Object.values(environmentOf(name, around)).includes(value));
}

it('gives each secret to the services that need it and to no other', () => {
  expect(whoKnows('internal-secret')).toEqual(NAMES);
  expect(whoKnows('auth-secret')).toEqual(['auth']);
  expect(whoKnows('superadmin-secret')).toEqual(['auth']);
  expect(whoKnows('cookie-secret')).toEqual(['catalog']);
  expect(whoKnows('postgres://127.0.0.1/catalog')).toEqual(['catalog']);
});

it('lets only the gateway listen outside of loopback', () => {
  expect(whoKnows('0.0.0.0')).toEqual(['gateway']);
});

it('passes a setting from outside on to the services that read it and to no other', () => {
  const outer = {
    REGISTRATION: 'closed',
    SMTP_PASSWORD: 'smtp-secret',
    HEARTBEAT_TIMEOUT_SECONDS: '13',
    SUPERADMIN_PASSWORD: 'outer-secret',
    DATABASE_URL: 'outer-database',
    AWS_SECRET_ACCESS_KEY: 'secret of another program',
    PATH: '/usr/bin',
    NODE_EXTRA_CA_CERTS: '/etc/ca.pem',
  };
  const around = { ...AROUND, outer };
  expect(whoKnows('closed', around)).toEqual(['auth']);
  expect(whoKnows('smtp-secret', around)).toEqual(['auth']);
  expect(whoKnows('13', around)).toEqual(['catalog', 'game']);
  expect(whoKnows('/usr/bin', around)).toEqual(NAMES);
  expect(whoKnows('/etc/ca.pem', around)).toEqual(NAMES);
  for (const value of ['outer-secret', 'outer-database', 'secret of another program'])
    expect(whoKnows(value, around)).toEqual([]);
});

it('gives every setting of every service a way in from outside, or decides about it', () => {
  for (const name of NAMES) {
    const outer = Object.fromEntries(settings[name].map((setting) => [setting, `outer ${setting}`]));
    const given = environmentOf(name, {
      ...AROUND,
      outer: { ...outer, S3_ENDPOINT: 'http://127.0.0.1:9000' },
    });
    // Where objects are is one of two; the rest of the names may be missing only when nothing is set.
    const left = settings[name].filter((setting) => !(setting in given) && setting !== 'STORAGE_DIR');
    expect(left, name).toEqual([]);
  }
});

it('keeps objects in a folder, or in the S3 server that the environment names', () => {
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
  expect(whoKnows('s3-secret', around)).toEqual(['catalog', 'game', 'transcoder']);
});
