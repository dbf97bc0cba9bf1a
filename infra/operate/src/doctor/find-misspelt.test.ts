import { describe, expect, it } from 'vitest';

import { findMisspelt } from './find-misspelt.ts';

const KNOWN = new Set(
  `AUTH_DATABASE_URL BACKUP_FOLDER BACKUP_HOUR BACKUP_KEEP DATABASE_URL DATA_DIR GATEWAYS HOST HTTPS_PORT HTTP_PORT
  LOG_LEVEL MAIL_FROM PORT PUBLIC_URL REDIS_URL REGISTRATION S3_ACCESS_KEY S3_BUCKET S3_ENDPOINT S3_SECRET_KEY SESSION_DAYS
  SITE SMTP_HOST SMTP_PASSWORD SMTP_PORT SMTP_URL SMTP_USER TLS TRUSTED_PROXIES WORKERS`.split(/\s+/),
);

const meantBy = (environment: Record<string, string>) =>
  findMisspelt(environment, KNOWN).map(({ name, meant }) => `${name}: ${meant}`);

describe('misspelt settings', () => {
  it.each([
    ['REGISTRATON', 'REGISTRATION'],
    ['SMPT_HOST', 'SMTP_HOST'],
    ['PUBLC_URL', 'PUBLIC_URL'],
    ['registration', 'REGISTRATION'],
    ['PUBLIC-URL', 'PUBLIC_URL'],
    ['BACKUP_FODLER', 'BACKUP_FOLDER'],
    ['SMTP_PASS', 'SMTP_PASSWORD'],
    ['SMTP_USERNAME', 'SMTP_USER'],
    ['S3_ACCESS_KEY_ID', 'S3_ACCESS_KEY'],
    ['S3_ACCESSKEY_FILE', 'S3_ACCESS_KEY_FILE'],
    ['SESION_DAYS', 'SESSION_DAYS'],
    ['TRUSTED_PROXYS', 'TRUSTED_PROXIES'],
    ['DATADIR', 'DATA_DIR'],
  ])('%s is named with the nearest setting, %s', (name, meant) => {
    expect(meantBy({ [name]: 'x' })).toEqual([`${name}: ${meant}`]);
  });

  it('variables of systems, desktops and other programs are not named', () => {
    const others =
      `PATH HOME USER LOGNAME SHELL TERM LANG LANGUAGE LC_ALL TZ TMPDIR PWD OLDPWD SHLVL MAIL EDITOR PAGER HOSTNAME
      HOSTTYPE DISPLAY WAYLAND_DISPLAY XDG_DATA_DIRS XDG_DATA_HOME DBUS_SESSION_BUS_ADDRESS SSH_AUTH_SOCK SSH_CLIENT INVOCATION_ID
      JOURNAL_STREAM SYSTEMD_EXEC_PID LISTEN_FDS NOTIFY_SOCKET HTTP_PROXY HTTPS_PROXY NO_PROXY http_proxy https_proxy no_proxy
      ALL_PROXY NODE_ENV NODE_OPTIONS NODE_USE_ENV_PROXY npm_config_cache npm_lifecycle_event npm_package_name PNPM_HOME PGHOST
      PGPORT PGDATABASE DOCKER_HOST AWS_REGION AWS_SECRET_ACCESS_KEY GITHUB_TOKEN CI LS_COLORS COLORTERM SUDO_USER SUDO_COMMAND
      MAILTO DEBIAN_FRONTEND APT_LISTCHANGES_FRONTEND WORKER HOSTS PORTS host port site tls POSTGRES_URL MONGO_URL BASE_URL
      LOG_LEVELS_ENABLED S3_CACHE_FOLDER BACKUP_OF_LAPTOP SMTP_RELAY_NETWORKS DATA_DIRECTORY_OF_OTHERS`.split(
        /\s+/,
      );
    expect(meantBy(Object.fromEntries(others.map((name) => [name, 'x'])))).toEqual([]);
  });

  it('a name that resembles a setting is not named if that setting is set, too, or if it is empty', () => {
    expect(meantBy({ SMTP_PASS: 'x', SMTP_PASSWORD: 'y' })).toEqual([]);
    expect(meantBy({ SMTP_PASS: '' })).toEqual([]);
  });
});
