import { spawnSync } from 'node:child_process';

import { beforeAll, describe, expect, it } from 'vitest';

import { BARE_VALUES, findOrBuildTool, LEAST_VALUES, MOST_VALUES, render } from './chart.ts';
import { OPERATORS } from './operators.ts';
import { CHART } from './settings.ts';

const SETS = { LEAST_VALUES, MOST_VALUES, BARE_VALUES };
/** Where kubeconform finds the schemas of Kubernetes; by default on the internet. */
const SCHEMAS = (process.env['KUBERNETES_SCHEMAS'] ?? 'default').split(' ');
/** The kubeconfig of a cluster for tests, which knows the kinds of KEDA and of the Prometheus operator; nothing is created there. */
const CLUSTER = process.env['KUBERNETES_TEST_CONFIG'];

/** operators.faults.test.ts has the schemas of these. */
const OF_OPERATORS = OPERATORS.flatMap(({ kinds }) => kinds).join(',');

const helm = findOrBuildTool('helm');
const kubeconform = findOrBuildTool('kubeconform');

function run(command: string, args: string[], input = ''): { isDone: boolean; text: string } {
  const { status, stdout, stderr } = spawnSync(command, args, { input, encoding: 'utf8', timeout: 120_000 });
  return { isDone: status === 0, text: `${stdout}${stderr}` };
}

function conform(text: string): { isDone: boolean; text: string } {
  const locations = SCHEMAS.flatMap((place) => ['-schema-location', place]);
  return run(kubeconform ?? '', ['-strict', '-summary', '-skip', OF_OPERATORS, ...locations], text);
}

/** Returns the manifests, each with a field unknown to Kubernetes. */
const withUnknownField = (text: string) => text.replaceAll(/^spec:$/gm, 'spec:\n  noSuchField: 1');

const hasSchemas =
  kubeconform !== undefined && conform('{ apiVersion: v1, kind: ConfigMap, metadata: { name: x } }').isDone;

describe.skipIf(helm === undefined)('the chart (needs helm, from the PATH or built with Go)', () => {
  const rendered = new Map<string, string>();
  beforeAll(() => {
    for (const [name, values] of Object.entries(SETS)) {
      const { isDone, text } = render(helm ?? '', values);
      if (!isDone) throw new Error(`${name}: ${text}`);
      rendered.set(name, text);
    }
  });

  it.each(Object.keys(SETS))('helm lint has nothing to say about the chart with %s', (name) => {
    const values = JSON.stringify(SETS[name as keyof typeof SETS]); // a key of SETS
    const { isDone, text } = run(
      helm ?? '',
      ['lint', CHART, '--strict', '--kube-version', '1.36.2', '--values', '-'],
      values,
    );
    expect([isDone, text]).toEqual([true, expect.stringContaining('0 chart(s) failed')]);
    expect(text).not.toMatch(/\[(WARNING|ERROR)\]/);
  });

  it.skipIf(!hasSchemas).each(Object.keys(SETS))(
    'every manifest of the chart with %s holds to the schemas (needs those of Kubernetes)',
    (name) => {
      const text = rendered.get(name) ?? '';
      expect(conform(text)).toEqual({
        isDone: true,
        text: expect.stringContaining('Invalid: 0, Errors: 0'),
      });
      expect(conform(withUnknownField(text)).isDone).toBe(false);
    },
  );

  it.skipIf(CLUSTER === undefined).each(Object.keys(SETS))(
    'an API server accepts the chart with %s (needs KUBERNETES_TEST_CONFIG)',
    (name) => {
      const text = rendered.get(name) ?? '';
      const apply = (manifests: string) =>
        run(
          'kubectl',
          [
            '--kubeconfig',
            CLUSTER ?? '',
            'apply',
            '--namespace',
            'school',
            '--dry-run=server',
            '--validate=strict',
            '-f',
            '-',
          ],
          manifests,
        );
      expect(apply(text)).toMatchObject({ isDone: true });
      expect(apply(withUnknownField(text))).toEqual({
        isDone: false,
        text: expect.stringContaining('noSuchField'),
      });
    },
  );
});
