import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
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

describe.skipIf(promtool === undefined)(`the files for Prometheus${reason}`, () => {
  it.each([
    ['check', 'config', 'prometheus.yml'],
    ['check', 'rules', 'alerts.yml'],
    ['test', 'rules', 'alerts.test.yml'],
  ])('promtool %s %s accepts %s', async (...args) => {
    const file = join(FOLDER, args[2] ?? '');
    const { stdout } = await run(promtool ?? '', [...args.slice(0, 2), file], { cwd: FOLDER });
    expect(stdout).toContain('SUCCESS');
  });
});

it('every alert has a severity and a section in the handbook, to which it links', async () => {
  const { groups } = parse(await readFile(join(FOLDER, 'alerts.yml'), 'utf8')) as {
    groups: { rules: Rule[] }[]; // Prometheus' own format
  };
  const rules = groups.flatMap((group) => group.rules);
  const handbook = await readFile(join(ROOT, 'docs/operations/alerts.md'), 'utf8');
  const sections = [...handbook.matchAll(/^## (\w+)\n\n`(\w+)`\. /gm)];
  expect(sections.map(([, name, severity]) => `${name}: ${severity}`).toSorted()).toEqual(
    rules.map(({ alert, labels }) => `${alert}: ${labels.severity}`).toSorted(),
  );
  for (const { alert, annotations } of rules)
    expect(annotations.runbook_url).toBe(`docs/operations/alerts.md#${alert.toLowerCase()}`);
});
