import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';

import { parseAllDocuments } from 'yaml';

import { CHART } from './settings.ts';

const BUILD_LIMIT_MS = 20 * 60_000;
/** The version of Kubernetes for which the chart is rendered; helm built with Go assumes a very old one. */
const KUBERNETES = '1.36.2';
const MODULES = {
  helm: 'helm.sh/helm/v3/cmd/helm@v3.22.0',
  kubeconform: 'github.com/yannh/kubeconform/cmd/kubeconform@v0.8.0',
};
type ToolName = keyof typeof MODULES;

/** Values without which the chart is refused. */
export const LEAST_VALUES = {
  publicUrl: 'https://songs.school.example',
  storage: { endpoint: 'http://minio.storage:9000' },
};
/** Values that turn everything on. */
export const MOST_VALUES = {
  ...LEAST_VALUES,
  image: { registry: 'registry.example', tag: '1.0.0' },
  imagePullSecrets: [{ name: 'registry' }],
  auth: { secrets: { DATABASE_URL: { name: 'songs-db-auth', key: 'uri' } } },
  catalog: { settings: { MAX_UPLOAD_BYTES: 8_589_934_592, RECONCILE_SECONDS: 0.5 } },
  game: { publicClaim: 'songs-public' },
  transcoder: {
    settings: { HEAVY_SLOTS: 2, SANDBOX: 'require' },
    sandbox: { install: true, appArmorUnconfined: true },
    nodeSelector: { pool: 'transcoding' },
    tolerations: [{ key: 'pool', operator: 'Equal', value: 'transcoding', effect: 'NoSchedule' }],
  },
  scaling: { enabled: true, min: 0, max: 8 },
  ingress: { className: 'nginx', annotations: { 'example/body-size': '0' }, tlsSecret: 'songs-tls' },
  networkPolicy: {
    entrance: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'ingress-nginx' } } }],
    monitoring: [{ namespaceSelector: {}, podSelector: { matchLabels: { app: 'prometheus' } } }],
    postgres: { ports: [5432], to: [{ podSelector: { matchLabels: { 'cnpg.io/cluster': 'songs-db' } } }] },
    redis: { ports: [6379], to: [{ ipBlock: { cidr: '192.0.2.7/32' } }] },
  },
  podAnnotations: { 'prometheus.io/scrape': 'true' },
};
/** Values that turn everything off. */
export const BARE_VALUES = {
  publicUrl: 'http://songs.local:8080',
  storage: { endpoint: 'https://s3.example' },
  ingress: { enabled: false },
  networkPolicy: { enabled: false },
  migrations: { enabled: false },
};

/** Returns the path of a tool on the PATH or in the cache; undefined if it is in neither. */
export function findTool(name: ToolName): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter).filter(Boolean), toolFolder()];
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

/** Returns the path of a tool, built with Go if it is not there; undefined if it cannot be built. */
export function findOrBuildTool(name: ToolName): string | undefined {
  const found = findTool(name);
  if (found !== undefined) return found;
  mkdirSync(toolFolder(), { recursive: true });
  const env = { ...process.env, GOBIN: toolFolder(), CGO_ENABLED: '0' };
  spawnSync('go', ['install', MODULES[name]], { env, timeout: BUILD_LIMIT_MS, stdio: 'ignore' });
  return findTool(name);
}

function toolFolder(): string {
  const cache =
    process.env['LARKSONG_CACHE'] ??
    join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'larksong');
  return join(cache, 'helm');
}

/** Renders the chart as the release `songs` in the namespace `school`. Returns its text, or helm's error. */
export function render(helm: string, values: object): { isDone: boolean; text: string } {
  const args = ['template', 'songs', CHART, '--namespace', 'school', '--kube-version', KUBERNETES];
  const { status, stdout, stderr } = spawnSync(helm, [...args, '--values', '-'], {
    input: JSON.stringify(values),
    encoding: 'utf8',
  });
  return status === 0 ? { isDone: true, text: stdout } : { isDone: false, text: stderr };
}

/** Returns the manifests of the rendered chart. Throws helm's error. */
export function renderManifests(helm: string, values: object): Manifest[] {
  const { isDone, text } = render(helm, values);
  if (!isDone) throw new Error(text);
  const documents = parseAllDocuments(text).map((document) => document.toJS() as Manifest | null);
  return documents.filter((manifest) => manifest !== null);
}

/** The parts of manifests that tests look at. */
export interface Manifest {
  kind: string;
  metadata: { name: string; labels: Record<string, string> };
  data?: Record<string, string>;
  spec: {
    replicas?: number;
    selector?: unknown;
    template?: { metadata: { labels: Record<string, string> }; spec: PodSpec };
    podSelector?: { matchLabels: Record<string, string> };
    ingress?: NetworkRule[];
    egress?: NetworkRule[];
    triggers?: { type: string; metadata: Record<string, string> }[];
    rules?: { host: string }[];
    tls?: { hosts: string[]; secretName?: string }[];
  };
}
export interface NetworkRule {
  from?: { podSelector?: { matchLabels: Record<string, string> } }[];
  to?: { podSelector?: { matchLabels: Record<string, string> } }[];
  ports: { port: number | string }[];
}
interface PodSpec {
  automountServiceAccountToken: boolean;
  securityContext: Record<string, unknown>;
  terminationGracePeriodSeconds?: number;
  containers: {
    image: string;
    env: { name: string; value?: string; valueFrom?: { secretKeyRef: { name: string; key: string } } }[];
    resources: { limits: { memory: string } };
    securityContext: Record<string, unknown>;
    startupProbe?: unknown;
    readinessProbe?: unknown;
    livenessProbe?: unknown;
  }[];
}
