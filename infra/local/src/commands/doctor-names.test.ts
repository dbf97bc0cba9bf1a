import { expect, it } from 'vitest';

import { checkNames } from './doctor-names.ts';

const idsOf = async (environment: Record<string, string>) =>
  (await checkNames(environment)).map(({ id, about }) => `${id} ${about}`);

it('a misspelt setting is named with the one that was meant', async () => {
  const [finding, ...others] = await checkNames({ REGISTRATON: 'closed', REGISTRATION_MODE: 'x' });
  expect(others).toEqual([]);
  expect(finding).toMatchObject({ id: 'setting-unknown', severity: 'warning' });
  expect(finding?.sentence).toContain('Was REGISTRATION meant?');
});

it('settings that are only read together with another one are named without it', async () => {
  expect(await idsOf({ S3_BUCKET: 'songs', SMTP_PASSWORD_FILE: '/run/mail', TLS: 'internal' })).toEqual([
    'setting-without-effect S3_BUCKET',
    'setting-without-effect SMTP_PASSWORD_FILE',
    'setting-without-effect TLS',
  ]);
  const others = { S3_ENDPOINT: 'http://minio:9000', SMTP_URL_FILE: '/run/url', SITE: 'songs.example' };
  expect(await idsOf({ S3_BUCKET: 'songs', SMTP_PASSWORD: 'x', TLS: 'internal', ...others })).toEqual([]);
});

it('the environment of this test has no misspelt setting', async () => {
  expect(await idsOf({ ...process.env } as Record<string, string>)).toEqual([]); // without empty values
});
