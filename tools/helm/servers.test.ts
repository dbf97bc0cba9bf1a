import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';

import { createFinder, findTool, LEAST_VALUES } from './chart.ts';
import { readFacts, ROOT } from './settings.ts';

const read = (...path: string[]) => readFileSync(join(ROOT, 'infra', 'kubernetes', ...path), 'utf8');
const manifests = (...path: string[]) =>
  parseAllDocuments(read(...path)).map((document) => document.toJS() as Server);
interface Server {
  kind: string;
  metadata: { name: string };
  spec: { owner: string; cluster: { name: string }; managed: { roles: { name: string }[] } };
}

const facts = Object.entries(readFacts());
const withDatabase = facts.filter(([, { reaches }]) => reaches.includes('postgres')).map(([name]) => name);

it('CloudNativePG makes a database for each service that has one, which belongs to its role', () => {
  const all = manifests('cloudnative-pg', 'cluster.yaml');
  const cluster = all.find(({ kind }) => kind === 'Cluster');
  expect(cluster?.spec.managed.roles.map(({ name }) => name)).toEqual(withDatabase);
  const databases = all.filter(({ kind }) => kind === 'Database');
  expect(databases.map(({ spec }) => spec)).toEqual(
    withDatabase.map((name) => ({ cluster: { name: cluster?.metadata.name }, name, owner: name })),
  );
});

it('Redis has a user with a password for each service, as compose and the handbook make them', () => {
  const env = Object.fromEntries(
    facts.map(([name]) => [`${name.toUpperCase()}_SERVICE_PASSWORD`, `of-${name}`]),
  );
  const { stdout } = spawnSync('sh', [join(ROOT, 'infra/compose/redis/users.sh')], { env, encoding: 'utf8' });
  const lines = stdout.trimEnd().split('\n');
  expect(lines.length).toBe(facts.length + 2);
  for (const [name] of facts)
    expect(
      lines.filter((line) => line.startsWith(`user ${name} on >of-${name} ~`)),
      name,
    ).toHaveLength(1);
  const missing = spawnSync('sh', [join(ROOT, 'infra/compose/redis/users.sh')], {
    env: {},
    encoding: 'utf8',
  });
  expect(missing.status).not.toBe(0);
});

const helm = findTool('helm');
describe.skipIf(helm === undefined)('the rendered chart (needs helm, which the long tests build)', () => {
  const { get } = createFinder(helm ?? '');

  it('in the rendered chart, services reach the Postgres and the Redis of infra/kubernetes alone', () => {
    const { networkPolicy: postgres } = parse(read('cloudnative-pg', 'values.yaml')) as Values;
    const { networkPolicy: redis } = parse(read('redis-operator', 'values.yaml')) as Values;
    const values = { ...LEAST_VALUES, networkPolicy: { ...postgres, ...redis } };
    const reached = get(values, 'NetworkPolicy', 'auth').spec.egress?.flatMap(({ to = [] }) =>
      to.map(({ podSelector }) => podSelector?.matchLabels),
    );
    expect(reached).toEqual(
      expect.arrayContaining([{ 'cnpg.io/cluster': 'songs-db' }, { app: 'songs-redis' }]),
    );
  });
});
interface Values {
  networkPolicy: object;
}
