import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { parse, parseAllDocuments, stringify } from 'yaml';

import { ROOT } from './settings.ts';

const DOWNLOAD_LIMIT_MS = 10 * 60_000;

/** An operator whose kinds the chart uses, or a file in infra/kubernetes. */
export interface Operator {
  name: string;
  /** The Go module with the definitions of its kinds, and the folder in it. */
  module: string;
  folder: string;
  kinds: string[];
  /** The file that uses them; without one, it is the chart. */
  file?: string;
}

export const OPERATORS: readonly Operator[] = [
  {
    name: 'KEDA',
    module: 'github.com/kedacore/keda/v2@v2.19.0',
    folder: 'config/crd/bases',
    kinds: ['ScaledObject'],
  },
  {
    name: 'the Prometheus operator',
    module: 'github.com/prometheus-operator/prometheus-operator@v0.85.0',
    folder: 'example/prometheus-operator-crd',
    kinds: ['PodMonitor', 'PrometheusRule'],
  },
  {
    name: 'CloudNativePG',
    module: 'github.com/cloudnative-pg/cloudnative-pg@v1.27.0',
    folder: 'config/crd/bases',
    kinds: ['Cluster', 'Database'],
    file: 'infra/kubernetes/cloudnative-pg/cluster.yaml',
  },
  {
    name: 'the operator of Redis',
    module: 'github.com/OT-CONTAINER-KIT/redis-operator@v0.21.0',
    folder: 'config/crd/bases',
    kinds: ['Redis'],
    file: 'infra/kubernetes/redis-operator/redis.yaml',
  },
];

interface Definition {
  spec: {
    group: string;
    names: { kind: string };
    versions: { name: string; schema: { openAPIV3Schema: Schema } }[];
  };
}
interface Schema {
  [key: string]: unknown;
  properties?: Record<string, unknown>;
}

/**
 * Writes the schemas of an operator's kinds into a folder, as kubeconform looks for them. Returns false if its module
 * cannot be downloaded.
 */
export function writeSchemas({ module, folder, kinds }: Operator, target: string): boolean {
  const source = downloadModule(module);
  if (source === undefined) return false;
  mkdirSync(target, { recursive: true });
  for (const path of globSync(join(source, folder, '*.yaml'))) {
    const { spec } = parse(readFileSync(path, 'utf8')) as Definition; // the operator's own definitions
    if (!kinds.includes(spec.names.kind)) continue;
    for (const { name, schema } of spec.versions) {
      const file = `${spec.names.kind}-${spec.group.split('.')[0]}-${name}.json`.toLowerCase();
      const properties = { ...schema.openAPIV3Schema.properties, metadata: { type: 'object' } };
      const strict = toStrict({ ...schema.openAPIV3Schema, properties });
      writeFileSync(join(target, file), JSON.stringify(strict));
    }
  }
  return true;
}

/** Returns the manifests of some kinds in a text, and those in the operator's file. */
export function pickManifests({ kinds, file }: Operator, chart: string): string {
  const text = file === undefined ? chart : readFileSync(join(ROOT, file), 'utf8');
  const all = parseAllDocuments(text).map((document) => document.toJS() as { kind: string } | null);
  return all
    .filter((manifest) => manifest !== null && kinds.includes(manifest.kind))
    .map((manifest) => stringify(manifest))
    .join('---\n');
}

function downloadModule(module: string): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'larksong-module-'));
  try {
    writeFileSync(join(folder, 'go.mod'), 'module schemas\n');
    const { status, stdout } = spawnSync('go', ['mod', 'download', '-json', module], {
      cwd: folder,
      encoding: 'utf8',
      timeout: DOWNLOAD_LIMIT_MS,
    });
    return status === 0 ? (JSON.parse(stdout) as { Dir: string }).Dir : undefined; // as Go documents it
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns a schema in which unknown fields are errors, as in the strict schemas of Kubernetes. */
function toStrict(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(toStrict);
  if (typeof schema !== 'object' || schema === null) return schema;
  const known = schema as Schema; // any object may have these keys
  const isOpen = known.properties === undefined || known['x-kubernetes-preserve-unknown-fields'] === true;
  const entries = Object.entries(known).map(([key, value]) => [key, toStrict(value)]);
  return Object.fromEntries(isOpen ? entries : [['additionalProperties', false], ...entries]);
}
