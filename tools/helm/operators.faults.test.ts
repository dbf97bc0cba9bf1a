import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, describe, expect, it } from 'vitest';

import { findOrBuildTool, MOST_VALUES, render } from './chart.ts';
import { OPERATORS, pickManifests, writeSchemas } from './operators.ts';

const helm = findOrBuildTool('helm');
const kubeconform = findOrBuildTool('kubeconform');
const isReady = helm !== undefined && kubeconform !== undefined;
const folder = mkdtempSync(join(tmpdir(), 'larksong-schemas-'));
const chart = isReady ? render(helm, MOST_VALUES).text : '';

function conform(text: string): { isDone: boolean; text: string } {
  const place = `${folder}/{{.ResourceKind}}{{.KindSuffix}}.json`;
  const args = ['-strict', '-summary', '-schema-location', place];
  const { status, stdout, stderr } = spawnSync(kubeconform ?? '', args, { input: text, encoding: 'utf8' });
  return { isDone: status === 0, text: `${stdout}${stderr}` };
}

describe.skipIf(!isReady)('manifests for operators (need helm and kubeconform, built with Go)', () => {
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.for(OPERATORS)('manifests for $name hold to its own definitions', (operator, { skip }) => {
    if (!writeSchemas(operator, folder)) skip(`${operator.module} cannot be downloaded`);
    const manifests = pickManifests(operator, chart);
    for (const kind of operator.kinds) expect(manifests).toContain(`kind: ${kind}\n`);
    expect(conform(manifests)).toEqual({
      isDone: true,
      text: expect.stringContaining('Invalid: 0, Errors: 0, Skipped: 0'),
    });
    expect(conform(manifests.replaceAll(/^spec:$/gm, 'spec:\n  noSuchField: 1')).isDone).toBe(false);
  });
});
