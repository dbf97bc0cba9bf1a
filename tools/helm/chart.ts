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
  gateway: {
    maxReplicas: 6,
    priorityClassName: 'site',
    affinity: { nodeAffinity: {} },
    extraEnv: [{ name: 'NODE_EXTRA_CA_CERTS', value: '/etc/ssl/certs/school.pem' }],
  },
  imagePullSecrets: [{ name: 'registry' }],
  auth: {
    settings: { SMTP_HOST: 'mail.school.example', MAIL_FROM: 'songs@school.example' },
    secrets: { DATABASE_URL: { name: 'songs-db-auth', key: 'uri' } },
  },
  catalog: { maxReplicas: 4, settings: { MAX_UPLOAD_BYTES: 8_589_934_592, RECONCILE_SECONDS: 0.5 } },
  game: { publicClaim: 'songs-public' },
  operate: { settings: { BACKUP_KEEP: 30, BACKUP_S3_ENDPOINT: 'https://backups.example:9443' } },
  backup: { place: 's3://backups/songs', claim: 'songs-backups', timeZone: 'Europe/Berlin' },
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
  monitoring: { enabled: true, labels: { release: 'prometheus' } },
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

/** Returns the pods that a manifest makes; undefined for one that makes none. */
export function podsOf({ spec }: Manifest): PodTemplate | undefined {
  return spec?.template ?? spec?.jobTemplate?.spec.template;
}

/** Finds manifests in the chart rendered with some values, once for each of them. */
export function createFinder(helm: string) {
  const rendered = new Map<object, Manifest[]>();
  const all = (values: object): Manifest[] => {
    const found = rendered.get(values) ?? renderManifests(helm, values);
    rendered.set(values, found);
    return found;
  };
  /** Throws if the chart does not have it. `name` is without that of the release. */
  const get = (values: object, kind: string, name: string): Manifest => {
    const found = all(values).find(
      (each) => each.kind === kind && each.metadata.name === (name === '' ? 'songs' : `songs-${name}`),
    );
    if (!found) throw new Error(`the chart has no ${kind} ${name}`);
    return found;
  };
  /** Returns the environment of the pods of a Deployment or CronJob, by the names of its variables. */
  const settingsOf = (values: object, kind: string, name: string) =>
    new Map(
      podsOf(get(values, kind, name))?.spec.containers[0]?.env.map((each) => [each.name, each] as const),
    );
  return { all, get, settingsOf };
}

/** The parts of manifests that tests look at. */
export interface Manifest {
  kind: string;
  metadata: { name: string; labels: Record<string, string> };
  data?: Record<string, string>;
  spec: {
    replicas?: number;
    selector?: unknown;
    template?: PodTemplate;
    schedule?: string;
    timeZone?: string;
    jobTemplate?: { spec: { template: PodTemplate } };
    podSelector?: { matchLabels: Record<string, string> };
    ingress?: NetworkRule[];
    egress?: NetworkRule[];
    triggers?: { type: string; metadata: Record<string, string> }[];
    rules?: { host: string }[];
    minReplicas?: number;
    maxReplicas?: number;
    jobLabel?: string;
    podMetricsEndpoints?: { port: string; path: string }[];
    groups?: { name: string; rules: { alert: string; expr: string }[] }[];
    tls?: { hosts: string[]; secretName?: string }[];
  };
}
export interface NetworkRule {
  from?: { podSelector?: { matchLabels: Record<string, string> } }[];
  to?: { podSelector?: { matchLabels: Record<string, string> } }[];
  ports: { port: number | string }[];
}
export interface PodTemplate {
  metadata: { labels: Record<string, string> };
  spec: PodSpec;
}
export interface PodSpec {
  automountServiceAccountToken: boolean;
  securityContext: Record<string, unknown>;
  terminationGracePeriodSeconds?: number;
  priorityClassName?: string;
  affinity?: object;
  containers: {
    image: string;
    command?: string[];
    ports?: { name: string; containerPort: number }[];
    env: { name: string; value?: string; valueFrom?: { secretKeyRef: { name: string; key: string } } }[];
    resources: { requests: Record<string, string>; limits: { memory: string } };
    securityContext: Record<string, unknown>;
    startupProbe?: unknown;
    readinessProbe?: unknown;
    livenessProbe?: unknown;
    volumeMounts: { name: string; mountPath: string; readOnly?: boolean }[];
  }[];
}
