import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

import { findCommand } from '../src/host/tools.ts';

const run = promisify(execFile);
const ROOT = dirname(dirname(dirname(import.meta.dirname)));
const FOLDER = join(ROOT, 'infra', 'prometheus');
const promtool = await findCommand(['promtool']);
const reason = promtool === undefined ? ' (skipped: apt-get install prometheus)' : '';

interface Rule {
  alert: string;
  labels: { severity: string };
  annotations: { runbook_url: string };
}
/** A file of `promtool test rules`. */
interface RuleTests {
  tests: {
    name: string;
    interval: string;
    alert_rule_test: { alertname: string; exp_alerts: unknown[] }[];
  }[];
}

const TESTS = (await readdir(join(FOLDER, 'tests'))).map((name) => join('tests', name));

async function readYaml<T>(file: string): Promise<T> {
  return parse(await readFile(join(FOLDER, file), 'utf8')) as T; // Prometheus' own formats
}

async function readRules(): Promise<Rule[]> {
  const { groups } = await readYaml<{ groups: { rules: Rule[] }[] }>('alerts.yml');
  return groups.flatMap((group) => group.rules);
}

describe.skipIf(promtool === undefined)(`the files for Prometheus${reason}`, () => {
  it.each([
    ['check', 'config', 'prometheus.yml'],
    ['check', 'rules', 'alerts.yml'],
    ...TESTS.map((file) => ['test', 'rules', file]),
  ])('promtool %s %s accepts %s', async (...args) => {
    const file = join(FOLDER, args[2] ?? '');
    const { stdout } = await run(promtool ?? '', [...args.slice(0, 2), file], { cwd: FOLDER });
    expect(stdout).toContain('SUCCESS');
  });
});

it('every alert has a severity and a section in the handbook, to which it links', async () => {
  const rules = await readRules();
  const handbook = await readFile(join(ROOT, 'docs/operations/alerts.md'), 'utf8');
  const sections = [...handbook.matchAll(/^## (\w+)\n\n`(\w+)`\. /gm)];
  expect(sections.map(([, name, severity]) => `${name}: ${severity}`).toSorted()).toEqual(
    rules.map(({ alert, labels }) => `${alert}: ${labels.severity}`).toSorted(),
  );
  for (const { alert, annotations } of rules)
    expect(annotations.runbook_url).toBe(`docs/operations/alerts.md#${alert.toLowerCase()}`);
});

it('every alert has a test with a series on which it must fire, and one with a series on which it must not', async () => {
  const files = await Promise.all(TESTS.map((file) => readYaml<RuleTests>(file)));
  const tests = files.flatMap((file) => file.tests);
  // Prometheus forgets a value after five minutes: nothing fires on a rarer one.
  for (const { name, interval } of tests) expect(interval, name).toMatch(/^(15s|30s|1m|5m)$/);
  const kinds = tests.flatMap(({ alert_rule_test: checks }) =>
    [...Map.groupBy(checks, ({ alertname }) => alertname)].map(([alert, expected]) => ({
      alert,
      kind: expected.some(({ exp_alerts }) => exp_alerts.length > 0) ? 'fires' : 'is silent',
    })),
  );
  const listMissing = ({ alert }: Rule) =>
    ['fires', 'is silent']
      .filter((kind) => !kinds.some((each) => each.alert === alert && each.kind === kind))
      .map((kind) => `${alert} ${kind}`);
  expect((await readRules()).flatMap(listMissing)).toEqual([]);
});
