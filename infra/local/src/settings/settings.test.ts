import { expect, it } from 'vitest';

import { readSettings } from './settings.ts';

it('npm start uses port 8080 and the data folder .data when nothing is set', () => {
  expect(readSettings({})).toEqual({ port: 8080, dataDir: '.data', backupHour: 3, superadmin: {} });
});

it('settings are read from the environment, where an empty value counts as not set', () => {
  const settings = readSettings({
    PORT: '9000',
    HOST: '',
    DATA_DIR: '/srv/songs',
    PUBLIC_URL: 'https://songs.example/',
    WORKERS: '3',
    GATEWAYS: '2',
    WATCHDOG: 'off',
    BACKUP_HOUR: 'off',
    SUPERADMIN_EMAIL: 'boss@songs.example',
    SUPERADMIN_PASSWORD: 'correct horse',
  });
  expect(settings).toEqual({
    port: 9000,
    dataDir: '/srv/songs',
    backupHour: undefined,
    publicUrl: 'https://songs.example',
    workers: 3,
    gateways: 2,
    watchdog: false,
    superadmin: { email: 'boss@songs.example', password: 'correct horse' },
  });
});

it('SITE serves the site on https, on the usual ports if the user may use them', () => {
  const settings = readSettings({ SITE: 'songs.example', TLS: 'internal', HTTP_PORT: '8000', HOST: '::' });
  const isRoot = process.getuid?.() === 0;
  expect(settings).toMatchObject({
    host: '127.0.0.1',
    publicUrl: isRoot ? 'https://songs.example' : 'https://songs.example:8443',
    https: { site: 'songs.example', tls: 'internal', port: isRoot ? 443 : 8443, plainPort: 8000 },
  });
});

it.each([
  [{ SITE: 'https://songs.example' }, 'SITE=https://songs.example is not the name of a site'],
  [{ SITE: 'songs.example', TLS: 'none' }, 'TLS=none is neither acme'],
  [{ SITE: 'songs.example', HTTPS_PORT: 'x' }, 'HTTPS_PORT=x is not a port'],
  [{ SITE: 'songs.example', PUBLIC_URL: 'https://songs.example' }, 'SITE and PUBLIC_URL are both set'],
  [{ PORT: '0' }, 'PORT=0 is not a port'],
  [{ PORT: '65536' }, 'PORT=65536 is not a port'],
  [{ PORT: '8080x' }, 'PORT=8080x is not a port'],
  [{ WATCHDOG: 'never' }, 'WATCHDOG=never is neither on nor off'],
  [{ BACKUP_HOUR: '24' }, 'BACKUP_HOUR=24 is not an hour'],
  [{ WORKERS: '0' }, 'WORKERS=0 is not a valid number of transcoders'],
  [{ GATEWAYS: 'many' }, 'GATEWAYS=many is not a valid number of gateways'],
  [{ PUBLIC_URL: 'songs.example' }, 'PUBLIC_URL=songs.example is not the address of a site'],
  [{ PUBLIC_URL: 'https://songs.example/kids' }, 'without a path'],
])('the settings %o are refused with a sentence', (environment, sentence) => {
  expect(() => readSettings(environment)).toThrow(sentence);
});
