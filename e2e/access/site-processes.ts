import { readdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** A running service of a site. */
export interface SiteProcess {
  pid: number;
  service: string;
  environment: Record<string, string>;
}

/**
 * Finds the services of a running site by the public address in their environment (Linux only, read from /proc).
 * Throws if there is none.
 */
export async function findSiteProcesses(siteUrl: string): Promise<SiteProcess[]> {
  const found: SiteProcess[] = [];
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const command = await readParts(`/proc/${name}/cmdline`);
    const service = /services\/(\w+)\/dist\/main\.js$/.exec(command.at(-1) ?? '')?.[1];
    if (service === undefined) continue;
    const environment = toRecord(await readParts(`/proc/${name}/environ`));
    if (environment['PUBLIC_URL'] === siteUrl) found.push({ pid: Number(name), service, environment });
  }
  if (found.length === 0) throw new Error(`No process of ${siteUrl} was found in /proc.`);
  return found;
}

/** Returns the data folder of a site. */
export function dataDirOf(processes: SiteProcess[]): string {
  const mailDir = processes.find(({ service }) => service === 'auth')?.environment['MAIL_DIR'];
  if (mailDir === undefined) throw new Error('MAIL_DIR of auth is not set.');
  return dirname(mailDir);
}

/** Returns the origin at which a service listens. */
export function originOf({ environment }: SiteProcess): string {
  return `http://127.0.0.1:${environment['PORT']}`;
}

async function readParts(file: string): Promise<string[]> {
  // The process may have ended.
  const text = await readFile(file, 'utf8').catch(() => '');
  return text.split('\0').filter((part) => part !== '');
}

function toRecord(parts: string[]): Record<string, string> {
  return Object.fromEntries(
    parts.map((part) => [part.slice(0, part.indexOf('=')), part.slice(part.indexOf('=') + 1)]),
  );
}
