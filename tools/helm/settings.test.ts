import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { listSettings, SERVICE_NAMES } from '@larksong/local';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

import { CHART, LEFT_OUT, listDecided, readFacts, ROOT, VALUES_SCHEMA, withSettings } from './settings.ts';

const read = (...path: string[]) => readFileSync(join(ROOT, ...path), 'utf8');
const facts = readFacts();
const committed = JSON.parse(readFileSync(VALUES_SCHEMA, 'utf8')) as {
  $defs: Record<string, { properties?: Record<string, unknown> }>;
}; // the chart's own file
/** Loaded before the tests, so that they do not count as their time. */
const schemas = new Map(
  await Promise.all(SERVICE_NAMES.map(async (name) => [name, await listSettings(name)] as const)),
);

/** Settings that nobody but the service may read. */
const SECRET =
  /(_SECRET|_TOKEN|_PASSWORD|_ACCESS_KEY|_SECRET_KEY|_PASSPHRASE)$|^(DATABASE|REDIS|SMTP)_URL$|^SMTP_USER$/;

it('the chart has the version of package.json', () => {
  const { version } = JSON.parse(read('package.json')) as { version: string };
  expect(parse(read('infra', 'helm', 'Chart.yaml'))).toMatchObject({ version, appVersion: version });
});

it('values.schema.json has the settings of the services; if not, run "node tools/helm/schema.ts"', async () => {
  expect(await withSettings(committed)).toEqual(committed);
});

describe.each(SERVICE_NAMES)('in the chart, %s', (name) => {
  const known = schemas.get(name) ?? [];
  const free = Object.keys(committed.$defs[`${name}Settings`]?.properties ?? {});

  it(`in the chart, ${name} takes every setting from the values, from its Secret, or from the chart`, () => {
    expect(known.length).toBeGreaterThan(5);
    const decided = listDecided(facts[name]).filter((setting) => known.includes(setting));
    expect([...decided, ...LEFT_OUT[name], ...free].toSorted()).toEqual(known.toSorted());
  });

  it(`in the chart, ${name} has no setting that the service does not know`, () => {
    const { calls, secrets, mayHave = [], fixed = {} } = facts[name];
    const given = [...calls.map((callee) => `${callee.toUpperCase()}_URL`), ...secrets, ...mayHave];
    expect([...given, ...Object.keys(fixed)].filter((setting) => !known.includes(setting))).toEqual([]);
  });

  it(`in the chart, ${name} takes secrets from its Secret alone`, () => {
    const { secrets, mayHave = [] } = facts[name];
    expect([...secrets, ...mayHave].toSorted()).toEqual(
      known.filter((setting) => SECRET.test(setting)).toSorted(),
    );
  });

  it(`in the chart, ${name} may reach only what the walls inside compose allow`, () => {
    const { calls, reaches } = facts[name];
    const row = readWalls().get(name);
    const open = [...calls, ...reaches].filter((target) => row?.get(target)?.startsWith('–') !== false);
    expect(open).toEqual([]);
    // Each address that a service knows is one that it may call, and the other way round.
    const known = SERVICE_NAMES.filter((other) => schemas.get(name)?.includes(`${other.toUpperCase()}_URL`));
    expect(calls.toSorted()).toEqual(known.toSorted());
  });
});

/** Returns the table of docs/architecture.md: which container can reach what. */
function readWalls(): Map<string, Map<string, string>> {
  const lines = read('docs', 'architecture.md').split('\n');
  const start = lines.findIndex((line) => line.startsWith('| | Postgres |'));
  const cells = (line = '') => line.split('|').map((cell) => cell.trim().replaceAll('*', ''));
  const names: Record<string, string> = {
    Postgres: 'postgres',
    Redis: 'redis',
    MinIO: 'storage',
    outside: 'mail',
  };
  const head = cells(lines[start]).map((cell) => names[cell] ?? cell);
  const end = lines.findIndex((line, index) => index > start && !line.startsWith('|'));
  const rows = lines.slice(start + 2, end).map(cells);
  return new Map(
    rows.map((row) => [row[1] ?? '', new Map(head.map((cell, index) => [cell, row[index] ?? '']))]),
  );
}

it('the job of a service with a database runs a file that exists', () => {
  const template = readFileSync(join(CHART, 'templates', 'migrations.yaml'), 'utf8');
  expect(template).toContain('services/{{ $name }}/src/migrate.ts, run]');
  const names = SERVICE_NAMES.filter((name) => facts[name].reaches.includes('postgres'));
  expect(names).toEqual(['auth', 'catalog', 'game']);
  for (const name of names) expect(existsSync(join(ROOT, 'services', name, 'src', 'migrate.ts'))).toBe(true);
});

it('KEDA asks for metrics that catalog and game have', () => {
  const asked = [...read('infra', 'helm', 'templates', 'scaling.yaml').matchAll(/"(\w+)\{(\w+)=/g)];
  expect(asked.length).toBe(3);
  const sources =
    read('services', 'catalog', 'src', 'transcoding', 'metrics.ts') +
    read('services', 'game', 'src', 'metrics.ts');
  for (const [, metric, label] of asked) {
    expect(sources).toContain(`'${metric}'`);
    expect(sources).toContain(`'${label}'`);
  }
});

it('the ports of the chart are those of the addresses in compose', () => {
  const compose = parse(read('docker-compose.yml'), { merge: true, maxAliasCount: -1 }) as {
    services: Record<string, { environment: { PORT: number } }>;
  }; // Compose's own format
  for (const name of SERVICE_NAMES) expect(facts[name].port).toBe(compose.services[name]?.environment.PORT);
});
