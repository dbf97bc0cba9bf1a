import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

import { findCommand } from '@larksong/local';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';

import { createFinder, findOrBuildTool, LEAST_VALUES } from './chart.ts';
import { ROOT } from './settings.ts';

interface Series {
  series: string;
  values: string;
}
/** A file of `promtool test rules`. */
interface RuleTests {
  rule_files: string[];
  tests: {
    input_series: Series[];
    alert_rule_test: { alertname: string; exp_alerts: { exp_labels: Record<string, string> }[] }[];
  }[];
}

const helm = findOrBuildTool('helm');
const promtool = await findCommand(['promtool']);
const FILES = globSync('infra/prometheus/tests/*.yml', { cwd: ROOT });
/** The figures of some days take promtool minutes. */
const LIMIT_MS = 600_000;
/** Alerts whose expression keeps the labels of its series. */
const WITH_ALL_LABELS = ['ServiceDown'];
const ALWAYS_ONE = { ...LEAST_VALUES, monitoring: { enabled: true } };
const FROM_NONE = { ...ALWAYS_ONE, scaling: { enabled: true, min: 0 } };

/** The labels that the Prometheus operator adds to the series of a pod. */
const labelsOf = (job: string) => ({
  namespace: 'school',
  pod: `songs-${job}-5d8f7c9b6-x2x4z`,
  container: job,
  endpoint: job === 'gateway' ? 'metrics' : 'http',
});

/** Returns a series as it comes from a pod. One without a job has a pod's labels all the same. */
function asOnKubernetes({ series, values }: Series): Series {
  const [, name = '', , inner = ''] = /^(\w+)(\{(.*)\})?$/.exec(series) ?? [];
  const job = /job="(\w+)"/.exec(inner)?.[1] ?? 'catalog';
  const added = Object.entries(labelsOf(job)).map(([label, value]) => `${label}="${value}"`);
  return { series: `${name}{${[inner, ...added].filter(Boolean).join(', ')}}`, values };
}

function withLabels({ tests }: RuleTests, rules: string): RuleTests {
  return {
    rule_files: [rules],
    tests: tests.map((test) => ({
      ...test,
      input_series: test.input_series.map(asOnKubernetes),
      alert_rule_test: test.alert_rule_test.map((check) => ({
        ...check,
        exp_alerts: check.exp_alerts.map((alert) =>
          WITH_ALL_LABELS.includes(check.alertname)
            ? { ...alert, exp_labels: { ...alert.exp_labels, ...labelsOf(alert.exp_labels['job'] ?? '') } }
            : alert,
        ),
      })),
    })),
  };
}

/** Without workers, with the age of the oldest waiting unit in each minute. */
const noWorkers = (name: string, ages: string, isAlert: boolean) => ({
  name,
  interval: '1m',
  input_series: [
    { series: 'transcode_workers{job="catalog", instance="a", state="idle"}', values: '0x20' },
    { series: 'transcode_oldest_waiting_seconds{job="catalog", instance="a", lane="light"}', values: ages },
  ].map(asOnKubernetes),
  promql_expr_test: [
    {
      expr: 'count(ALERTS{alertname="NoWorker", alertstate="firing"})',
      eval_time: '15m',
      exp_samples: isAlert ? [{ labels: '{}', value: 1 }] : [],
    },
  ],
});

const isReady = helm !== undefined && promtool !== undefined;
describe.skipIf(!isReady)(
  'alerts on Kubernetes (needs helm, from the PATH or built with Go, and promtool)',
  () => {
    const { get } = createFinder(helm ?? '');
    let folder: string;
    beforeAll(() => {
      folder = mkdtempSync(join(tmpdir(), 'larksong-alerts-'));
      for (const [name, values] of Object.entries({ ALWAYS_ONE, FROM_NONE })) {
        const { groups } = get(values, 'PrometheusRule', '').spec;
        writeFileSync(join(folder, `${name}.yml`), stringify({ groups }));
      }
    });
    afterAll(() => rmSync(folder, { recursive: true, force: true }));

    function tryRules(name: string, tests: object): { status: number | null; text: string } {
      const file = join(folder, name);
      writeFileSync(file, stringify(tests));
      const { status, stdout, stderr } = spawnSync(promtool ?? '', ['test', 'rules', file], {
        encoding: 'utf8',
      });
      return { status, text: `${stdout}${stderr}` };
    }

    it.each(FILES)(
      'the alerts of the chart fire and are silent as %s says, with the labels of pods',
      (path) => {
        const tests = parse(readFileSync(join(ROOT, path), 'utf8')) as RuleTests; // promtool's own format
        const result = tryRules(basename(path), withLabels(tests, 'ALWAYS_ONE.yml'));
        expect(result).toEqual({ status: 0, text: expect.stringContaining('SUCCESS') });
      },
      LIMIT_MS,
    );

    it('a cluster without workers is an alert only if a video waits, where KEDA starts them for work', () => {
      const tests = [
        noWorkers('nothing waits', '0x20', false),
        noWorkers('a video waits and no worker starts', '0+60x20', true),
      ];
      const result = tryRules('none.yml', {
        rule_files: ['FROM_NONE.yml'],
        evaluation_interval: '1m',
        tests,
      });
      expect(result).toEqual({ status: 0, text: expect.stringContaining('SUCCESS') });
      const always = tryRules('one.yml', {
        rule_files: ['ALWAYS_ONE.yml'],
        evaluation_interval: '1m',
        tests,
      });
      expect(always.status).toBe(1);
    });
  },
);
