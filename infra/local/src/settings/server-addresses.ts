import { userInfo } from 'node:os';

import { Problem } from '../host/problem.ts';

/* The addresses in DATABASE_URL and REDIS_URL, of servers that Larksong does not start itself. */

/** The databases of a site, each for the service of its name. */
export const DATABASES = ['auth', 'catalog', 'game'] as const;

/** Returns `DATABASE_URL` with everything that the services need; throws a `Problem` if it is not usable. */
export function toServerUrl(text: string): string {
  const url = URL.parse(text);
  if (url === null || !/^postgres(ql)?:$/.test(url.protocol) || url.hostname === '')
    throw new Problem(
      `DATABASE_URL is not the address of a Postgres server; it must look like postgres://larksong:password@localhost:5432/larksong, or postgres://larksong@%2Fvar%2Frun%2Fpostgresql/larksong for a socket.`,
    );
  if (!/^\/?[\w-]*$/.test(url.pathname))
    throw new Problem(
      `DATABASE_URL ends in ${url.pathname}, but database names may only contain letters, digits, "_" and "-".`,
    );
  url.username ||= userInfo().username;
  if (url.pathname.length < 2) url.pathname = '/larksong';
  return url.href;
}

/**
 * Returns the address of one database, whose name combines that in the server's address with the name of the service.
 */
export function databaseOn(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname += `_${name}`;
  return url.href;
}

/** Returns where the server is, without the password. */
export function describeServer(serverUrl: string): string {
  const { hostname, port } = new URL(serverUrl);
  const host = decodeURIComponent(hostname);
  return host.startsWith('/') ? host : `${host}:${port || 5432}`;
}

/** Returns `REDIS_URL`; throws a `Problem` if it is not an address. */
export function toRedisUrl(text: string): string {
  const url = URL.parse(text);
  if (url === null || !/^rediss?:$/.test(url.protocol) || url.hostname === '')
    throw new Problem(
      'REDIS_URL is not the address of a Redis server; it must look like redis://:password@localhost:6379/0.',
    );
  return text;
}
