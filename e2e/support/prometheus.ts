import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text as collectText } from 'node:stream/consumers';

import { findCommand, freePort, METRICS_TARGETS, type Stack } from '@larksong/local';

import { until } from '../access/until.ts';

const ROOT = dirname(dirname(import.meta.dirname));
const RULES = join(ROOT, 'infra', 'prometheus', 'alerts.yml');

/** One series of an answer. */
export interface Series {
  metric: Record<string, string>;
  value: number;
}

export interface Prometheus {
  query: (expression: string) => Promise<Series[]>;
  /** Returns the names of the firing alerts, each once. */
  listFiring: () => Promise<string[]>;
  stop: () => Promise<void>;
}

/** Returns the path of Prometheus, or undefined if it is not installed. */
export const findPrometheus = () => findCommand(['prometheus']);

/**
 * Returns the complaints of `promtool check metrics` about all processes of a site, except those about metrics of
 * prom-client itself.
 */
export async function checkMetrics(site: Pick<Stack, 'logDir'>): Promise<string[]> {
  const promtool = await findCommand(['promtool']);
  const complaints: string[] = [];
  for (const { targets, labels } of await readTargets(site)) {
    const text = await (await fetch(`http://${targets[0]}/metrics`)).text();
    const child = spawn(promtool ?? '', ['check', 'metrics'], { stdio: ['pipe', 'pipe', 'pipe'] });
    child.stdin.end(text);
    const [said, complained] = await Promise.all([collectText(child.stdout), collectText(child.stderr)]);
    const lines = `${said}${complained}`
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('nodejs_'));
    complaints.push(...lines.map((line) => `${labels['instance']}: ${line}`));
  }
  return complaints;
}

/** A group of targets as `file_sd_configs` reads them. */
interface TargetGroup {
  targets: string[];
  labels: Record<string, string>;
}

const targetsFileOf = ({ logDir }: Pick<Stack, 'logDir'>) => join(dirname(logDir), METRICS_TARGETS);

async function readTargets(site: Pick<Stack, 'logDir'>): Promise<TargetGroup[]> {
  return JSON.parse(await readFile(targetsFileOf(site), 'utf8')) as TargetGroup[]; // written by the launcher
}

/** The reason for the names of tests that are skipped without Prometheus. */
export const withoutPrometheus = ' (skipped: apt-get install prometheus)';

/**
 * Returns the rules of alerts.yml with short times: a second instead of minutes, fifteen seconds for averages, and half a
 * minute without a success of background work.
 */
export async function readQuickRules(): Promise<string> {
  const text = await readFile(RULES, 'utf8');
  return text
    .replaceAll(/for: \d+m/g, 'for: 1s')
    .replaceAll(/\[\d+[mh]\]/g, '[15s]')
    .replace('> 300', '> 30');
}

/**
 * Starts a Prometheus that scrapes every process of a site, and evaluates `rules` each second. Resolves once it has
 * scraped all of them.
 */
export async function startPrometheus(
  binary: string,
  site: Pick<Stack, 'logDir'>,
  { rules, everySeconds = 1 }: { rules?: string; everySeconds?: number } = {},
): Promise<Prometheus> {
  const folder = await mkdtemp(join(tmpdir(), 'larksong-prometheus-'));
  const url = `http://127.0.0.1:${await freePort()}`;
  const targets = targetsFileOf(site);
  await writeFile(join(folder, 'alerts.yml'), rules ?? 'groups: []\n');
  await writeFile(join(folder, 'prometheus.yml'), JSON.stringify(toConfig(targets, everySeconds)));
  const flags = {
    'config.file': join(folder, 'prometheus.yml'),
    'storage.tsdb.path': join(folder, 'data'),
    'web.listen-address': new URL(url).host,
    'log.level': 'error',
  };
  const child = spawn(
    binary,
    Object.entries(flags).map(([name, value]) => `--${name}=${value}`),
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const closed = once(child, 'close');
  const get = async (path: string) => (await fetch(`${url}/api/v1/${path}`)).json();
  const prometheus: Prometheus = {
    async query(expression) {
      const answer = (await get(`query?query=${encodeURIComponent(expression)}`)) as Answer;
      if (answer.status !== 'success') throw new Error(`${expression}: ${answer.error}`);
      return answer.data.result.map(({ metric, value }) => ({ metric, value: Number(value[1]) }));
    },
    async listFiring() {
      const firing = await prometheus.query('count by (alertname) (ALERTS{alertstate="firing"})');
      return firing.map(({ metric }) => metric['alertname'] ?? '');
    },
    async stop() {
      child.kill('SIGKILL');
      await closed;
      await rm(folder, { recursive: true, force: true });
    },
  };
  try {
    const count = (await readTargets(site)).length;
    await until(() => hasScraped(prometheus, count), { what: 'a scrape of the site', withinSeconds: 60 });
    return prometheus;
  } catch (error) {
    await prometheus.stop();
    throw error;
  }
}

/** The API's own format: https://prometheus.io/docs/prometheus/latest/querying/api/ */
interface Answer {
  status: string;
  error?: string;
  data: { result: { metric: Record<string, string>; value: [number, string] }[] };
}

async function hasScraped(prometheus: Prometheus, count: number): Promise<boolean> {
  const up = await prometheus.query('sum(up)').catch(() => []);
  return up[0]?.value === count;
}

/** Returns the configuration; JSON is YAML. */
const toConfig = (targets: string, everySeconds: number) => ({
  global: {
    scrape_interval: `${everySeconds}s`,
    scrape_timeout: `${everySeconds}s`,
    evaluation_interval: '1s',
  },
  rule_files: ['alerts.yml'],
  scrape_configs: [{ job_name: 'larksong', file_sd_configs: [{ files: [targets] }] }],
});
