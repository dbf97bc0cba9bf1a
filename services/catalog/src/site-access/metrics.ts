import type { catalog } from '@larksong/contracts';
import { addReadGauge } from '@larksong/service-kit';
import type { Registry } from 'prom-client';

/** Registers whether the site and its game are closed to people who are not signed in. */
export function addAccess(registry: Registry, readAccess: () => Promise<catalog.SiteAccess>): void {
  addReadGauge(registry, {
    name: 'catalog_closed',
    help: 'Whether people who are not signed in are kept out of a part of the site: 1 or 0',
    labels: ['part'],
    read: readAccess,
    toSamples: ({ visitors, game }) => [
      { labels: { part: 'songs' }, value: visitors === 'nobody' ? 1 : 0 },
      { labels: { part: 'game' }, value: game === 'nobody' ? 1 : 0 },
    ],
  });
}
