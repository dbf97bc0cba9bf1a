import { readdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** A running service of a site. */
export interface SiteProcess {
  pid: number;
  service: string;
  environment: Record<string, string>;
}

/**
 * The services of a site that somebody else started, by the public address that all of them were told (Linux: read
 * from /proc). Throws when there is none.
 */
export async function findSiteProcesses(siteUrl: string): Promise<SiteProcess[]> {
  const found: SiteProcess[] = [];
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const command = await readParts(`/proc/${name}/cmdline`);
    const service = /services\/(\w+)\/src\/main\.ts$/.exec(command.at(-1) ?? '')?.[1];
    if (service === undefined) continue;
    const environment = toRecord(await readParts(`/proc/${name}/environ`));
    if (environment['PUBLIC_URL'] === siteUrl) found.push({ pid: Number(name), service, environment });
  }
  if (found.length === 0) throw new Error(`No process of ${siteUrl} was found below /proc.`);
  return found;
}

/** The data folder of a site. */
export function dataDirOf(processes: SiteProcess[]): string {
  const mailDir = processes.find(({ service }) => service === 'auth')?.environment['MAIL_DIR'];
  if (mailDir === undefined) throw new Error('auth was told no MAIL_DIR.');
  return dirname(mailDir);
}

/** Origin under which a service listens. */
export function originOf({ environment }: SiteProcess): string {
  return `http://127.0.0.1:${environment['PORT']}`;
}

async function readParts(file: string): Promise<string[]> {
  // A process may end in between.
  const text = await readFile(file, 'utf8').catch(() => '');
  return text.split('\0').filter((part) => part !== '');
}

function toRecord(parts: string[]): Record<string, string> {
  return Object.fromEntries(
    parts.map((part) => [part.slice(0, part.indexOf('=')), part.slice(part.indexOf('=') + 1)]),
  );
}
