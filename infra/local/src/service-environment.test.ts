import { expect, it } from 'vitest';

import { serviceEnvironment, type ServiceName, type Surroundings } from './service-environment.ts';

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
const NAMES: ServiceName[] = ['auth', 'catalog', 'game', 'gateway', 'transcoder'];

/** The services whose environment has the value somewhere. */
function whoKnows(value: string, around = AROUND): string[] {
  return NAMES.filter((name) => Object.values(serviceEnvironment(name, around)).includes(value));
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

it('passes settings from outside on, but none that belong to another service', () => {
  const outer = {
    REGISTRATION: 'closed',
    SUPERADMIN_PASSWORD: 'outer-secret',
    DATABASE_URL: 'outer-database',
  };
  const around = { ...AROUND, outer };
  expect(whoKnows('closed', around)).toEqual(NAMES);
  expect(whoKnows('outer-secret', around)).toEqual([]);
  expect(whoKnows('outer-database', around)).toEqual([]);
});

it('keeps objects in a folder, or in the S3 server that the environment names', () => {
  expect(serviceEnvironment('catalog', AROUND)).toMatchObject({ STORAGE_DIR: '/data/storage' });
  const around = {
    ...AROUND,
    outer: { S3_ENDPOINT: 'http://127.0.0.1:9000', S3_BUCKET: 'songs', S3_SECRET_KEY: 's3-secret' },
  };
  expect(serviceEnvironment('catalog', around)).toMatchObject({
    S3_ENDPOINT: 'http://127.0.0.1:9000',
    S3_BUCKET: 'songs',
  });
  expect(serviceEnvironment('catalog', around)).not.toHaveProperty('STORAGE_DIR');
  expect(whoKnows('s3-secret', around)).toEqual(['catalog', 'game', 'transcoder']);
});
