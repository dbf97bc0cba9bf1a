import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';

import { freePort } from '../../../local/src/index.ts';
import { withSettings, type InjectedFault } from './fault.ts';

/** Makes a program that counts as Caddy, since only its existence is checked before a start. */
async function makeCaddy(folder: string): Promise<string> {
  await writeFile(join(folder, 'caddy'), '#!/bin/sh\n', { mode: 0o755 });
  return `${folder}:${process.env['PATH'] ?? ''}`;
}

/** Faults of settings, most of them misspelt; those at the end only matter at night. */
export const settingFaults: InjectedFault[] = [
  {
    name: 'HTTPS_PORT is taken',
    id: 'port-taken',
    says: /Port \d+ is already in use/,
    advises: /HTTPS_PORT=\d+/,
    async inject({ folder }) {
      const port = await freePort();
      const server = createServer().listen(port);
      await once(server, 'listening');
      const settings = { SITE: 'songs.example', TLS: 'internal', HTTPS_PORT: String(port) };
      const more = { HTTP_PORT: String(await freePort()), PATH: await makeCaddy(folder) };
      return { settings: { ...settings, ...more }, repair: () => void server.close() };
    },
  },
  {
    name: 'SITE without Caddy',
    id: 'caddy-missing',
    says: /Caddy.*not installed/,
    advises: /apt-get install caddy/,
    inject: withSettings({ SITE: 'songs.example', HTTPS_PORT: '18443', HTTP_PORT: '18080' }),
  },
  {
    name: 'REGISTRATON instead of REGISTRATION',
    id: 'setting-unknown',
    says: /no setting REGISTRATON/,
    advises: /REGISTRATION/,
    inject: withSettings({ REGISTRATON: 'closed' }),
  },
  {
    name: 'SMPT_HOST instead of SMTP_HOST',
    id: 'setting-unknown',
    says: /no setting SMPT_HOST/,
    advises: /SMTP_HOST/,
    inject: withSettings({ SMPT_HOST: 'mail.example' }),
  },
  {
    name: 'PUBLC_URL instead of PUBLIC_URL',
    id: 'setting-unknown',
    says: /no setting PUBLC_URL/,
    advises: /PUBLIC_URL/,
    inject: withSettings({ PUBLC_URL: 'https://songs.example' }),
  },
  {
    name: 'registration in lower case',
    id: 'setting-unknown',
    says: /no setting registration/,
    advises: /REGISTRATION/,
    inject: withSettings({ registration: 'closed' }),
  },
  {
    name: 'BACKUP_FODLER instead of BACKUP_FOLDER',
    id: 'setting-unknown',
    says: /no setting BACKUP_FODLER/,
    advises: /BACKUP_FOLDER/,
    inject: withSettings({ BACKUP_FODLER: '/media/usb' }),
  },
  {
    name: 'S3_ACCESSKEY_FILE instead of S3_ACCESS_KEY_FILE',
    id: 'setting-unknown',
    says: /no setting S3_ACCESSKEY_FILE/,
    advises: /S3_ACCESS_KEY_FILE/,
    inject: withSettings({ S3_ACCESSKEY_FILE: '/run/key' }),
  },
  {
    name: 'a bucket without an S3 server',
    id: 'setting-without-effect',
    says: /S3_BUCKET has no effect/,
    advises: /S3_ENDPOINT/,
    inject: withSettings({ S3_BUCKET: 'songs' }),
  },
  {
    name: 'a mail password without a mail server',
    id: 'setting-without-effect',
    says: /SMTP_PASSWORD has no effect/,
    advises: /SMTP_HOST/,
    inject: withSettings({ SMTP_PASSWORD: 'correct-horse' }),
  },
  {
    name: 'HTTPS_PORT without SITE',
    id: 'setting-without-effect',
    says: /HTTPS_PORT has no effect/,
    advises: /SITE/,
    inject: withSettings({ HTTPS_PORT: '8443' }),
  },
  {
    name: 'a PORT that is too large',
    id: 'setting-invalid',
    says: /PORT=70000 is not a port/,
    advises: /configuration\.md/,
    inject: withSettings({ PORT: '70000' }),
  },
  {
    name: 'no gateways',
    id: 'setting-invalid',
    says: /GATEWAYS=0/,
    advises: /configuration\.md/,
    inject: withSettings({ GATEWAYS: '0' }),
  },
  {
    name: 'a bucket with a name that S3 refuses',
    id: 'setting-invalid',
    says: /S3_BUCKET must be the name of a bucket/,
    advises: /Correct S3_BUCKET/,
    inject: withSettings({
      S3_ENDPOINT: 'http://127.0.0.1:9',
      S3_BUCKET: 'Schöne Lieder',
      S3_ACCESS_KEY: 'songs',
      S3_SECRET_KEY: 'a-key-of-the-site',
    }),
    also: ['storage-away'],
  },
  {
    name: 'a file of a setting that is missing',
    id: 'setting-invalid',
    says: /SMTP_PASSWORD cannot be read from \/no\/file \(ENOENT\)/,
    advises: /SMTP_PASSWORD/,
    inject: withSettings({ SMTP_HOST: 'mail.example', SMTP_PASSWORD_FILE: '/no/file' }),
  },
  {
    name: 'REDIS_URL of a server that does not run',
    id: 'redis-unusable',
    says: /npm start refuses.*127\.0\.0\.1:9 does not answer/s,
    advises: /REDIS_URL|systemctl/,
    inject: withSettings({ REDIS_URL: 'redis://127.0.0.1:9' }),
  },
  {
    name: 'DATABASE_URL of a server that does not run',
    id: 'database-broken',
    says: /Postgres at 127\.0\.0\.1:9 does not answer/,
    advises: /DATABASE_URL/,
    inject: withSettings({ DATABASE_URL: 'postgres://songs@127.0.0.1:9/larksong' }),
  },
  {
    name: 'DATABASE_URL of a name that nobody knows',
    id: 'database-broken',
    says: /The name postgres\.example .*(unknown|not known)|ENOTFOUND|EAI_AGAIN/,
    advises: /DATABASE_URL/,
    inject: withSettings({ DATABASE_URL: 'postgres://songs@postgres.example/larksong' }),
  },
  {
    name: 'a BACKUP_PASSPHRASE that is too short',
    id: 'setting-invalid',
    says: /BACKUP_PASSPHRASE.*at least 8.*no backup is made/,
    advises: /BACKUP_PASSPHRASE/,
    inject: withSettings({ BACKUP_PASSPHRASE: 'four' }),
  },
  {
    name: 'a BACKUP_HOUR of 25',
    id: 'setting-invalid',
    says: /BACKUP_HOUR=25/,
    advises: /configuration\.md/,
    inject: withSettings({ BACKUP_HOUR: '25' }),
  },
  {
    name: 'no backups to keep',
    id: 'setting-invalid',
    says: /BACKUP_KEEP.*no backup is made/,
    advises: /BACKUP_KEEP/,
    inject: withSettings({ BACKUP_KEEP: '0' }),
  },
  {
    name: 'a file of BACKUP_PASSPHRASE that is missing',
    id: 'setting-invalid',
    says: /BACKUP_PASSPHRASE cannot be read/,
    advises: /BACKUP_PASSPHRASE/,
    inject: withSettings({ BACKUP_PASSPHRASE_FILE: '/no/file' }),
  },
  {
    name: 'a backup disk that is not mounted',
    id: 'backup-place-unusable',
    says: /no-such-disk/,
    advises: /mount the disk/,
    inject: withSettings({ BACKUP_FOLDER: '/no-such-disk/larksong' }),
  },
  {
    name: 'a time zone that does not exist',
    id: 'setting-invalid',
    says: /TZ.*Europe\/Berln/,
    advises: /Europe\/Berlin|UTC/,
    inject: withSettings({ TZ: 'Europe/Berln' }),
  },
  {
    name: 'a file of certificates that is missing',
    id: 'setting-invalid',
    says: /NODE_EXTRA_CA_CERTS cannot be read/,
    advises: /NODE_EXTRA_CA_CERTS/,
    inject: withSettings({ NODE_EXTRA_CA_CERTS: '/no/ca.pem' }),
  },
  {
    name: 'a TMPDIR that does not exist',
    id: 'setting-invalid',
    says: /TMPDIR.*\/no\/folder/,
    advises: /TMPDIR/,
    inject: withSettings({ TMPDIR: '/no/folder' }),
  },
  {
    name: 'HTTPS_PROXY that is no address',
    id: 'setting-invalid',
    says: /HTTPS_PROXY/,
    advises: /http:\/\//,
    inject: withSettings({ NODE_USE_ENV_PROXY: '1', HTTPS_PROXY: 'proxy.school.example' }),
  },
];
