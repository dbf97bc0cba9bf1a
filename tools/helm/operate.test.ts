import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { listSettings } from '@larksong/local';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

import { Config } from '../../infra/operate/src/config.ts';
import { DoctorConfig } from '../../infra/operate/src/doctor/config.ts';
import { CommandConfig } from '../../services/auth/src/config.ts';
import { BARE_VALUES, createFinder, findTool, LEAST_VALUES, MOST_VALUES, podsOf } from './chart.ts';
import {
  LEFT_OUT_OF_OPERATE,
  listDecidedForOperate,
  readFacts,
  readOperatorFacts,
  ROOT,
  VALUES_SCHEMA,
} from './settings.ts';

const read = (...path: string[]) => readFileSync(join(ROOT, ...path), 'utf8');
const services = readFacts();
const { operate, backup } = readOperatorFacts();
/** Every setting that some command reads; the URL of the one database is set by the command line itself. */
const known = [
  ...new Set([Config, DoctorConfig, CommandConfig].flatMap(({ properties }) => Object.keys(properties))),
].filter((name) => name !== 'DATABASE_URL');
const settingsOfAuth = await listSettings('auth');

it('in the chart, the command line takes every setting from the values, from a Secret, or from the chart', () => {
  const { $defs } = JSON.parse(readFileSync(VALUES_SCHEMA, 'utf8')) as {
    $defs: { operateSettings: { properties: Record<string, unknown> } };
  }; // the chart's own file
  const free = Object.keys($defs.operateSettings.properties);
  const decided = listDecidedForOperate(operate).filter((name) => known.includes(name));
  expect([...new Set([...decided, ...LEFT_OUT_OF_OPERATE, ...free])].toSorted()).toEqual(known.toSorted());
});

it('in the chart, the command line borrows secrets and settings that the services have', () => {
  for (const { borrows, shares = {} } of [operate, backup]) {
    for (const [lender, names] of Object.entries(borrows)) {
      const { secrets, mayHave = [] } = services[lender as keyof typeof services]; // a test below compares the names
      for (const name of Object.values(names)) expect([...secrets, ...mayHave], lender).toContain(name);
    }
    for (const name of shares.auth ?? []) expect(settingsOfAuth).toContain(name);
    expect(Object.keys({ ...borrows, ...shares }).filter((name) => !(name in services))).toEqual([]);
  }
});

it('in the chart, the nightly backup has the secrets that it has in compose, and nothing of other commands', () => {
  const compose = parse(read('docker-compose.yml'), { merge: true, maxAliasCount: -1 }) as {
    services: Record<string, { environment: Record<string, unknown> }>;
  }; // Compose's own format
  const isSecret = (name: string) =>
    /_SECRET|_TOKEN|_KEY$|_PASSPHRASE|_DATABASE_URL|^(SMTP|REDIS)_/.test(name);
  const ofCompose = Object.keys(compose.services['backup']?.environment ?? {}).filter(isSecret);
  const borrowed = Object.values(backup.borrows).flatMap((names) => Object.keys(names));
  const given = [...borrowed, ...backup.secrets, ...(backup.mayHave ?? [])];
  expect(given.toSorted()).toEqual(ofCompose.toSorted());
});

it.each([
  ['larksong', operate],
  ['backup', backup],
] as const)('in the chart, %s reaches only what the walls inside compose allow', (name, facts) => {
  const lines = read('docs', 'architecture.md').split('\n');
  const cells = (line = '') => line.split('|').map((cell) => cell.trim().replaceAll('*', ''));
  const head = cells(lines.find((line) => line.startsWith('| | Postgres |')));
  const row = cells(lines.find((line) => line.startsWith(`| **${name}**`)));
  const columns: Record<string, string> = {
    postgres: 'Postgres',
    redis: 'Redis',
    storage: 'MinIO',
    mail: 'outside',
    backups: 'outside',
  };
  const closed = [...facts.calls, ...facts.reaches].filter((target) => {
    const cell = row[head.indexOf(columns[target] ?? target)];
    return cell === undefined || cell === '' || cell.startsWith('–');
  });
  expect(closed).toEqual([]);
});

it('the image of the command line has the program that the chart runs', () => {
  const stage = read('infra', 'service.Dockerfile')
    .split(/^FROM /m)
    .find((text) => text.includes('AS service-operate'));
  expect(stage).toContain('exec node /app/infra/operate/src/main.ts "$@"');
  expect(stage).toContain('/usr/local/bin/larksong');
});

const helm = findTool('helm');
describe.skipIf(helm === undefined)('the rendered chart (needs helm, which the long tests build)', () => {
  const { all, get, settingsOf } = createFinder(helm ?? '');
  const container = (kind: string, name: string) => podsOf(get(MOST_VALUES, kind, name))?.spec.containers[0];

  it('in the rendered chart, backups are made where the values say, and none without a place', () => {
    const { schedule, timeZone } = get(MOST_VALUES, 'CronJob', 'backup').spec;
    expect([schedule, timeZone]).toEqual(['0 3 * * *', 'Europe/Berlin']);
    expect(container('CronJob', 'backup')).toMatchObject({
      image: 'registry.example/larksong/operate:1.0.0',
      command: ['larksong', 'backup'],
      volumeMounts: [
        { mountPath: '/tmp' },
        { mountPath: '/backups', readOnly: false },
        { mountPath: '/public', readOnly: true },
      ],
    });
    const folder = (values: object) => settingsOf(values, 'CronJob', 'backup').get('BACKUP_FOLDER')?.value;
    expect(folder(MOST_VALUES)).toBe('s3://backups/songs');
    expect(folder({ ...LEAST_VALUES, backup: { claim: 'songs-backups' } })).toBe('/backups');
    for (const values of [LEAST_VALUES, BARE_VALUES])
      expect(all(values).filter(({ kind }) => kind === 'CronJob')).toEqual([]);
  });

  it('in the rendered chart, nobody has the keys to everything until an operator starts the command line', () => {
    expect(get(MOST_VALUES, 'Deployment', 'operate').spec.replicas).toBe(0);
    expect(container('Deployment', 'operate')?.command).toEqual(['sleep', 'infinity']);
    expect(container('Deployment', 'operate')?.volumeMounts).toContainEqual({
      name: 'public',
      mountPath: '/public',
      readOnly: false,
    });
  });

  it('in the rendered chart, the command line takes secrets from the Secrets of the services', () => {
    const settings = settingsOf(MOST_VALUES, 'Deployment', 'operate');
    const source = (name: string) => settings.get(name)?.valueFrom?.secretKeyRef;
    expect(source('AUTH_DATABASE_URL')).toEqual({ name: 'songs-db-auth', key: 'uri' });
    expect(source('GAME_DATABASE_URL')).toEqual({ name: 'songs-game', key: 'DATABASE_URL' });
    expect(source('LINK_SECRET')).toEqual({ name: 'songs-catalog', key: 'LINK_SECRET', optional: true });
    expect(source('S3_SECRET_KEY')).toEqual({ name: 'songs-operate', key: 'S3_SECRET_KEY' });
    expect(settings.get('SMTP_HOST')?.value).toBe('mail.school.example');
    expect(settings.get('BACKUP_KEEP')?.value).toBe('30');
    expect(settings.get('GATEWAY_URL')?.value).toBe('http://songs-gateway:8080');
    expect(settings.has('PORT')).toBe(false);
    expect(settingsOf(MOST_VALUES, 'CronJob', 'backup').has('SMTP_HOST')).toBe(false);
  });

  it('in the rendered chart, a backup reaches the databases and the servers of files, and no service', () => {
    const out = (values: object, name: string) =>
      get(values, 'NetworkPolicy', name).spec.egress?.flatMap(({ ports }) => ports.map(({ port }) => port));
    expect(out(MOST_VALUES, 'backup')).toEqual([5432, 9000, 9443]);
    expect(out({ ...LEAST_VALUES, backup: { claim: 'x' } }, 'backup')).toEqual([5432, 9000]);
    for (const name of ['operate', 'backup'])
      expect(get(MOST_VALUES, 'NetworkPolicy', name).spec.ingress).toEqual([]);
  });
});
