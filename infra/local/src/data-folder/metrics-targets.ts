import { chmodSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Name of the file in the data folder. */
export const METRICS_TARGETS = 'prometheus-targets.json';

/** A process with metrics. */
export interface MetricsTarget {
  /** The service. */
  job: string;
  /** Its name within the site. */
  instance: string;
  /** Host and port of its `/metrics`. */
  address: string;
}

/**
 * Writes the addresses of all metrics to the data folder, for `file_sd_configs` of a Prometheus on this machine, since
 * ports differ from start to start. Prometheus reads the file again when it changes.
 */
export function writeMetricsTargets(dataDir: string, targets: readonly MetricsTarget[]): void {
  const groups = targets.map(({ address, ...labels }) => ({ targets: [address], labels }));
  const path = join(dataDir, METRICS_TARGETS);
  writeFileSync(`${path}.new`, `${JSON.stringify(groups, null, 2)}\n`);
  chmodSync(`${path}.new`, 0o644); // for the user of Prometheus, whatever the umask: it has no secrets
  renameSync(`${path}.new`, path);
}

/** Returns the processes of the latest start; none if it did not get that far. */
export function readMetricsTargets(dataDir: string): MetricsTarget[] {
  try {
    const groups = JSON.parse(readFileSync(join(dataDir, METRICS_TARGETS), 'utf8')) as {
      targets: string[];
      labels: Omit<MetricsTarget, 'address'>;
    }[]; // written above alone
    return groups.map(({ targets: [address = ''], labels }) => ({ address, ...labels }));
  } catch {
    return [];
  }
}
