import { auth, catalog, game, type Endpoint } from '@larksong/contracts';

/** Returns the call of a method and a path without a query; undefined if there is none. */
export type FindCall = (method: string, path: string) => Endpoint | undefined;

/** Returns the search among all calls. They are kept by method and number of segments, so that few are compared. */
export function createFindCall(): FindCall {
  const groups = new Map<string, { call: Endpoint; segments: string[] }[]>();
  // Calls with fewer parameters come first.
  const sorted = listCalls().toSorted((a, b) => a.path.split(':').length - b.path.split(':').length);
  for (const call of sorted) {
    const segments = call.path.split('/');
    const key = `${call.method} ${segments.length}`;
    groups.set(key, [...(groups.get(key) ?? []), { call, segments }]);
  }
  return (method, path) => {
    const given = path.replace(/\/$/, '').split('/');
    const group = groups.get(`${method === 'HEAD' ? 'GET' : method} ${given.length}`) ?? [];
    return group.find(({ segments }) =>
      segments.every((segment, index) => segment.startsWith(':') || segment === given[index]),
    )?.call;
  };
}

function listCalls(): Endpoint[] {
  return [auth, catalog, game].flatMap((calls) => Object.values<unknown>(calls)).filter(isEndpoint);
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'operationId' in value && 'path' in value;
}
