import { extname } from 'node:path';

import type { FastifyRequest } from 'fastify';

import type { FindCall } from './find-call.ts';

/**
 * Returns the function that names the route of a request in metrics and logs: the path of its call as the contracts write
 * it, or a kind of stream, page or file. Unknown paths below `/api` share one name, so that the names are few.
 */
export function createRouteNames(findCall: FindCall): (request: FastifyRequest) => string {
  return (request) => {
    const path = (request.raw.url ?? '').split('?', 1)[0] ?? '';
    const route = request.routeOptions.url ?? 'none';
    if (route.startsWith('/api')) return findCall(request.method, path)?.path ?? '/api/*';
    if (route.startsWith('/hls')) return `/hls/*${KNOWN_STREAMS.has(extname(path)) ? extname(path) : ''}`;
    if (route !== '/*') return route;
    if (path.startsWith('/assets/')) return '/assets/*';
    return extname(path) === '' ? 'page' : 'file';
  };
}

/** Playlists, segments, pictures, captions. */
const KNOWN_STREAMS: ReadonlySet<string> = new Set(['.m3u8', '.m4s', '.mp4', '.jpg', '.vtt']);
