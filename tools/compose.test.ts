import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { listSettings, SERVICE_NAMES } from '@larksong/local';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

import { Config as OperateConfig } from '../infra/operate/src/config.ts';
import { CommandConfig as AuthCommandConfig } from '../services/auth/src/config.ts';
import { listBaseImages } from './release-text.ts';

const ROOT = dirname(import.meta.dirname);

interface Container {
  image?: string;
  build?: { args?: { SERVICE?: string } };
  profiles?: string[];
  environment?: Record<string, string | number | null>;
  networks: string[];
  ports?: string[];
  restart?: string;
  cap_drop?: string[];
  cap_add?: string[];
  user?: string;
  security_opt?: string[];
  logging?: { options: Record<string, string> };
  read_only?: boolean;
  mem_limit?: string;
  cpus?: string;
  pids_limit?: string;
}
interface ComposeFile {
  services: Record<string, Container>;
  networks: Record<string, { internal?: boolean }>;
}

function readComposeFile(path: string): ComposeFile {
  // -1, since these are the project's own files
  return parse(readFileSync(join(ROOT, path), 'utf8'), { merge: true, maxAliasCount: -1 }) as ComposeFile;
}
const { services, networks } = readComposeFile('docker-compose.yml');

/** Settings that are meaningless or fixed in a container. */
const LEFT_OUT: Record<string, string[]> = {
  auth: ['MAIL_DIR', 'SETUP_LAUNCHER'], // superadmins read kept mails in the web client; there is no launcher
  catalog: ['STORAGE_DIR'], // objects are in MinIO
  game: ['STORAGE_DIR'],
  transcoder: ['STORAGE_DIR'],
  gateway: ['STORAGE_DIR', 'REUSE_PORT'], // each container has its own port
};
/** Settings that compose itself sets: addresses, keys and folders within the containers. */
const DECIDED =
  /^(HOST|PORT|PUBLIC_URL|TRUSTED_PROXIES|DRAIN_SECONDS|METRICS_HOST|METRICS_PORT|DATABASE_URL|REDIS_URL|(AUTH|CATALOG|GAME)_URL|S3_(ENDPOINT|BUCKET|REGION|ACCESS_KEY|SECRET_KEY|METRICS_URL)|(PUBLIC|WORK|WEB)_DIR)$/;

/** Containers with the limits of another one. */
const OTHER_NAME: Record<string, string> = { 'gateway-2': 'gateway', https: 'proxy' };

/** Loaded before the tests, so that it does not count as their time. */
const schemas = new Map(
  await Promise.all(SERVICE_NAMES.map(async (name) => [name, await listSettings(name)] as const)),
);

describe.each(SERVICE_NAMES)('the container of %s', (name) => {
  it(`the container of ${name} gets all settings of its schema from .env`, () => {
    const environment = services[name]?.environment ?? {};
    const settings = (schemas.get(name) ?? []).filter((setting) => !LEFT_OUT[name]?.includes(setting));
    expect(settings.length).toBeGreaterThan(5);
    const missing = settings.filter((setting) => !(setting in environment));
    expect(
      missing,
      `add to "environment" of ${name} in docker-compose.yml:\n      ${missing.join(':\n      ')}:\n`,
    ).toEqual([]);
    for (const setting of settings.filter((each) => !DECIDED.test(each))) {
      const value = environment[setting];
      if (value !== null) expect(value, setting).toMatch(new RegExp(`^\\$\\{${setting}(:[-?][^}]*)?\\}$`));
    }
  });

  it(`the container of ${name} has no secrets of other services`, () => {
    const text = JSON.stringify(services[name]?.environment);
    const others = SERVICE_NAMES.filter((other) => other !== name).map(
      (other) => `${other.toUpperCase()}_SERVICE_PASSWORD`,
    );
    for (const secret of ['POSTGRES_PASSWORD', '{S3_SECRET_KEY', ...others])
      expect(text).not.toContain(secret);
  });
});

it('the command line for operators gets all of its settings, those of backups and mail from .env', () => {
  const environment = services['larksong']?.environment ?? {};
  const settings = Object.keys({ ...OperateConfig.properties, ...AuthCommandConfig.properties }).filter(
    (name) => !['STORAGE_DIR', 'DATA_DIR', 'DATABASE_URL'].includes(name),
  );
  expect(settings.filter((name) => !(name in environment))).toEqual([]);
});

it('the container of nightly backups has the settings of a backup, and nothing of other commands', () => {
  const { environment = {}, networks: reached = [] } = services['backup'] ?? {};
  const isOther = (name: string) => /^MOVE_|^(STORAGE_DIR|DATA_DIR)$/.test(name);
  const wanted = Object.keys(OperateConfig.properties).filter((name) => !isOther(name));
  expect(wanted.filter((name) => !(name in environment))).toEqual([]);
  const common =
    /^(HOST|LOG_LEVEL|ACCESS_LOG|LOG_LINES_PER_MINUTE|OTEL_\w+|TZ|LARKSONG_VERSION|S3_(METRICS_URL|TIMEOUT_MS|WRITE_TIMEOUT_MS|MAX_UPLOADS))$/;
  expect(Object.keys(environment).filter((name) => !wanted.includes(name) && !common.test(name))).toEqual([]);
  expect(reached).not.toContain('front');
  const unit = readFileSync(join(ROOT, 'infra/systemd/larksong-backup.service'), 'utf8');
  expect(unit).toContain('docker compose run --rm --no-deps -T backup backup\n');
  expect(services['backup']).toMatchObject({ user: '${LARKSONG_USER:-root}', cap_add: ['DAC_OVERRIDE'] });
});

describe.each(Object.entries(services))('the container %s', (name, container) => {
  it(`the container ${name} is limited and hardened, and its log is bounded`, () => {
    const restart = container.profiles?.includes('operate') ? 'no' : 'always'; // its commands end on their own
    expect(container).toMatchObject({ restart, cap_drop: ['ALL'] });
    expect(container.security_opt).toContain('no-new-privileges:true');
    expect(container.logging?.options).toMatchObject({ 'max-size': '10m', 'max-file': '5' });
    if (container.profiles?.includes('dev')) return;
    const setting = OTHER_NAME[name] ?? name;
    for (const limit of [container.mem_limit, container.cpus, container.pids_limit])
      expect(limit).toMatch(new RegExp(`^\\$\\{${setting.toUpperCase()}_(MEMORY|CPUS|PIDS):-.+\\}$`));
    expect(container.read_only).toBe(name !== 'transcoder');
  });
});

it('compose uses images with full versions, and its own with the version of the site', () => {
  for (const { image = '', build } of Object.values(services)) {
    if (build?.args?.SERVICE) expect(image).toMatch(/^larksong\/\w+:\$\{LARKSONG_VERSION:-local\}$/);
    else expect(image).toMatch(/:v?\d+\.\d+(\.\d+)?(-\w+)?$/);
    const { SERVICE } = build?.args ?? {};
    if (SERVICE !== undefined) expect(image).toContain(`larksong/${SERVICE}:`);
  }
});

it('the image of MinIO is named for the version that is built', () => {
  const [, date] =
    /MINIO_VERSION=v0\.0\.0-(\d{8})/.exec(readFileSync(join(ROOT, 'infra/minio.Dockerfile'), 'utf8')) ?? [];
  expect(services['minio']?.image?.replaceAll('.', '')).toBe(`larksong/minio:${date}`);
});

it('images are built from images and sources with full versions', () => {
  for (const file of ['infra/service.Dockerfile', 'infra/minio.Dockerfile']) {
    const text = readFileSync(join(ROOT, file), 'utf8');
    const images = listBaseImages(text);
    for (const image of images.values()) expect(image).toMatch(/:\d+\.\d+\.?\d*-\w+/);
    const known = [...images.keys(), 'SERVICE'].map((name) => `\${${name}}`);
    const stages = [...text.matchAll(/ AS (\S+)$/gm)].map((match) => match[1]);
    for (const [, image = ''] of text.matchAll(/^FROM (\S+)/gm))
      if (!stages.includes(image)) expect(known).toContain(image.replace('service-', ''));
    expect(text, 'names no processor').not.toMatch(/amd64|arm64|x86|--platform/);
    expect(text).not.toContain('latest');
  }
});

it('no image sets a size of the heap, which could be larger than the limit of its container', () => {
  // Node takes half of the limit by itself, of whatever limit an operator has chosen.
  for (const file of ['infra/service.Dockerfile', 'docker-compose.yml'])
    expect(readFileSync(join(ROOT, file), 'utf8')).not.toContain('max-old-space-size');
});

it('compose publishes only the proxies, and pages for operators to this machine; few have access to outer networks', () => {
  const open = Object.entries(services).filter(([, { ports }]) => ports !== undefined);
  expect(open.map(([name]) => name).toSorted()).toEqual(['grafana', 'https', 'mail', 'proxy']);
  for (const name of ['grafana', 'mail']) expect(services[name]?.ports?.[0]).toMatch(/^127\.0\.0\.1:/);
  expect(services['proxy']?.ports).toEqual([
    '${BIND_ADDRESS:-${SITE:+127.0.0.1}}:${PORT:-8080}:8080', // with https, for this machine alone
  ]);
  const isOutside = (name: string) => networks[name]?.internal !== true;
  const outside = Object.entries(services).filter((entry) => entry[1].networks.some(isOutside));
  expect(outside.map(([name]) => name).toSorted()).toEqual([
    'auth',
    'backup',
    'grafana',
    'https',
    'larksong',
    'mail',
    'proxy',
  ]);
});

it('no service shares a network with Grafana, and Prometheus reaches every service without a new connection between them', () => {
  const networksOf = (name: string) => services[name]?.networks ?? [];
  for (const name of SERVICE_NAMES) {
    expect(networksOf(name).filter((network) => networksOf('grafana').includes(network))).toEqual([]);
    expect(networksOf(name).filter((network) => networksOf('prometheus').includes(network))).not.toEqual([]);
  }
  expect(networksOf('prometheus').every((network) => networks[network]?.internal)).toBe(true);
});

it('infra/compose/s3.yml gives another S3 server to every container that uses MinIO, and a way to it', () => {
  const usesS3 = ({ environment = {} }: Container) => 'S3_ENDPOINT' in environment;
  const namesOf = (all: Record<string, Container>) =>
    Object.keys(all).filter((name) => all[name] && usesS3(all[name]));
  const settingsOf = ({ environment = {} }: Container) =>
    Object.keys(environment).filter((name) => /^S3_(?!.*(?:_MS|MAX_UPLOADS|PUBLIC_ENDPOINT)$)/.test(name));
  const other = readComposeFile('infra/compose/s3.yml').services;
  expect(namesOf(other).toSorted()).toEqual(namesOf(services).toSorted());
  for (const [name, container] of Object.entries(other)) {
    expect(settingsOf(container).toSorted()).toEqual(settingsOf(services[name] ?? container).toSorted());
    expect(container.networks).toEqual(['outside']);
  }
});
