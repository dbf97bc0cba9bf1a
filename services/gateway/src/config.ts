import {
  commonConfig,
  loadConfig,
  publicUrlConfig,
  redisConfig,
  ServiceUrl,
  type Logger,
} from '@larksong/service-kit';
import { Type, type Static } from 'typebox';

const count = (value: number) => Type.Integer({ minimum: 1, default: value });

export const Config = Type.Object({
  ...commonConfig,
  ...publicUrlConfig,
  AUTH_URL: ServiceUrl,
  CATALOG_URL: ServiceUrl,
  GAME_URL: ServiceUrl,
  ...redisConfig,
  /** Folder of the built web client; without it only the calls are served. */
  WEB_DIR: Type.Optional(Type.String()),
  /** Addresses or networks, by commas, whose forwarding headers are believed (loopback, 10.0.0.0/8, …). */
  TRUSTED_PROXIES: Type.Optional(
    Type.String({
      pattern: '^ *(PROXY)( *, *(PROXY))* *$'.replaceAll(
        'PROXY',
        'loopback|linklocal|uniquelocal|[\\da-fA-F.:]+(/\\d{1,3})?',
      ),
      message: 'must be addresses, networks, loopback, linklocal or uniquelocal, by commas',
    }),
  ),
  /** Calls of one session below /api. */
  RATE_LIMIT_PER_MINUTE: count(600),
  /** Calls below /api that no session makes, of one client network; three times RATE_LIMIT_PER_MINUTE unless given. */
  NETWORK_RATE_LIMIT_PER_MINUTE: Type.Optional(Type.Integer({ minimum: 1 })),
  /** Connections to each service, for each of its kinds of requests. */
  CALL_CONNECTIONS: count(512),
  STREAM_CONNECTIONS: count(2048),
  UPLOAD_CONNECTIONS: count(128),
  /** Requests at once for one client network and service; further ones wait for their turn. */
  CALLS_PER_NETWORK: count(200),
  STREAMS_PER_NETWORK: count(300),
  UPLOADS_PER_NETWORK: count(32),
  /** Requests that may wait on one connection for the answers before theirs. */
  PIPELINED_REQUESTS: count(16),
  BODY_LIMIT_BYTES: count(1024 * 1024),
  /** Bodies of calls above 64 KiB that are held in memory at once, in all and for one client network. */
  LARGE_BODIES: count(64),
  LARGE_BODIES_PER_NETWORK: count(16),
  /** Where /metrics is answered; without a port nowhere. */
  METRICS_HOST: Type.String({ default: '127.0.0.1' }),
  METRICS_PORT: Type.Optional(Type.Integer({ minimum: 0, maximum: 65_535 })),
});
export type Config = Static<typeof Config>;

/** The settings of the gateway; throws one error that names every problem. */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  return loadConfig(Config, environment);
}

/** Warns when the site is on https, which something in front of the gateway must speak, and nothing may tell who calls. */
export function warnOfMissingProxies(config: Config, logger: Logger): void {
  if (!config.PUBLIC_URL.startsWith('https:') || config.TRUSTED_PROXIES) return;
  logger.warn(
    'PUBLIC_URL is https, but TRUSTED_PROXIES is not set: all visitors behind the proxy count as one address and share its limits of calls, streams and sign-ins. Set TRUSTED_PROXIES to the address of the proxy (loopback, 172.16.0.0/12, …).',
  );
}
