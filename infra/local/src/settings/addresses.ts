import { freePort } from '../host/ports.ts';
import type { ServiceName, Surroundings } from './service-environment.ts';

/** Chooses the ports of the services; each transcoder gets its own later. */
export async function choosePorts(gateway: number): Promise<Surroundings['ports']> {
  return {
    auth: await freePort(),
    catalog: await freePort(),
    game: await freePort(),
    gateway,
    transcoder: 0,
  };
}

/** Returns the address of one process; for gateways that of their metrics, since they may share a port. */
export function ownUrl(service: ServiceName, around: Surroundings, own: Record<string, string>): string {
  if (own['METRICS_PORT'] !== undefined)
    return `http://${reachable(around.outer['METRICS_HOST'] ?? '127.0.0.1')}:${own['METRICS_PORT']}`;
  const host = service === 'gateway' ? reachable(around.host) : '127.0.0.1';
  return `http://${host}:${around.ports[service]}`;
}

/** Returns an address for calls to a server, also to one that listens on every address. */
export function reachable(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}
