import { extname } from 'node:path';

import { auth, catalog, game, type Endpoint } from '@larksong/contracts';
import type { FastifyRequest } from 'fastify';

/**
 * Returns the function that names the route of a request in metrics and logs: the path of its call as the contracts write
 * it, or a kind of stream, page or file. Unknown paths below `/api` share one name, so that the names are few.
 */
export function createRouteNames(): (request: FastifyRequest) => string {
  const find = indexEndpoints(listEndpoints());
  return (request) => {
    const path = (request.raw.url ?? '').split('?', 1)[0] ?? '';
    const route = request.routeOptions.url ?? 'none';
    if (route.startsWith('/api')) return find(request.method, path) ?? '/api/*';
    if (route.startsWith('/hls')) return `/hls/*${KNOWN_STREAMS.has(extname(path)) ? extname(path) : ''}`;
    if (route !== '/*') return route;
    if (path.startsWith('/assets/')) return '/assets/*';
    return extname(path) === '' ? 'page' : 'file';
  };
}

/** Playlists, segments, pictures, captions. */
const KNOWN_STREAMS: ReadonlySet<string> = new Set(['.m3u8', '.m4s', '.mp4', '.jpg', '.vtt']);

function listEndpoints(): Endpoint[] {
  return [auth, catalog, game].flatMap((calls) => Object.values<unknown>(calls)).filter(isEndpoint);
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'operationId' in value && 'path' in value;
}

type Find = (method: string, path: string) => string | undefined;

/** Endpoints by method and number of segments, so that few are compared. Those with fewer parameters come first. */
function indexEndpoints(endpoints: readonly Endpoint[]): Find {
  const groups = new Map<string, { path: string; segments: string[] }[]>();
  const sorted = endpoints.toSorted((a, b) => a.path.split(':').length - b.path.split(':').length);
  for (const { method, path } of sorted) {
    const segments = path.split('/');
    const key = `${method} ${segments.length}`;
    groups.set(key, [...(groups.get(key) ?? []), { path, segments }]);
  }
  return (method, path) => {
    const given = path.replace(/\/$/, '').split('/');
    const group = groups.get(`${method === 'HEAD' ? 'GET' : method} ${given.length}`) ?? [];
    return group.find(({ segments }) =>
      segments.every((segment, index) => segment.startsWith(':') || segment === given[index]),
    )?.path;
  };
}
