import {
  commonConfig,
  internalConfig,
  loadConfig,
  publicUrlConfig,
  redisConfig,
  ServiceUrl,
  type Logger,
} from '@larksong/service-kit';
import { storageConfig } from '@larksong/service-kit/storage';
import { Type, type Static } from 'typebox';

const count = (value: number) => Type.Integer({ minimum: 1, default: value });

export const Config = Type.Object({
  ...commonConfig,
  ...publicUrlConfig,
  ...internalConfig,
  /** Several gateways of one machine may share the port. */
  REUSE_PORT: Type.Union([Type.Literal('on'), Type.Literal('off')], { default: 'off' }),
  /** Time between a request to stop and the end, in which load balancers notice; `/healthz` answers 503 meanwhile. */
  DRAIN_SECONDS: Type.Number({ minimum: 0, maximum: 60, default: 0 }),
  AUTH_URL: ServiceUrl,
  CATALOG_URL: ServiceUrl,
  GAME_URL: ServiceUrl,
  ...redisConfig,
  /** With it, the gateway itself sends the objects of videos; otherwise catalog does. Reading is enough. */
  ...storageConfig,
  /** Memory for the most recently requested objects. */
  STREAM_CACHE_MB: count(32),
  /** `direct`: segments are sent by the S3 server, to which the gateway redirects. */
  STREAM_DELIVERY: Type.Union([Type.Literal('gateway'), Type.Literal('direct')], {
    default: 'gateway',
    message: 'must be gateway or direct',
  }),
  /** Address at which browsers reach the S3 server, if it is not S3_ENDPOINT. */
  S3_PUBLIC_ENDPOINT: storageConfig.S3_ENDPOINT,
  /** How long the S3 server accepts a redirected request. */
  STREAM_LINK_SECONDS: Type.Integer({ minimum: 2, maximum: 60, default: 4 }),
  /**
   * How long the permission to watch a video is remembered: 4 s by default, 1 s in direct mode. Catalog remembers
   * sessions for 5 s; with the life of a link, these add up to 10 s.
   */
  STREAM_RIGHTS_SECONDS: Type.Optional(Type.Integer({ minimum: 1, maximum: 5 })),
  /** How long proxies and CDNs may keep segments of public videos; 0: only browsers may. */
  STREAM_SHARED_CACHE_SECONDS: Type.Integer({ minimum: 0, maximum: 86_400, default: 0 }),
  /** Folder of the built web client; without it only the API is served. */
  WEB_DIR: Type.Optional(Type.String()),
  /** Comma-separated addresses or networks whose forwarding headers are trusted (loopback, 10.0.0.0/8, …). */
  TRUSTED_PROXIES: Type.Optional(
    Type.String({
      pattern: '^ *(PROXY)( *, *(PROXY))* *$'.replaceAll(
        'PROXY',
        'loopback|linklocal|uniquelocal|[\\da-fA-F.:]+(/\\d{1,3})?',
      ),
      message: 'must be a comma-separated list of addresses, networks, loopback, linklocal or uniquelocal',
    }),
  ),
  /** Calls under /api per account, across all of its sessions. */
  RATE_LIMIT_PER_MINUTE: count(600),
  /** Calls under /api by all signed-in people of one client network; ten times RATE_LIMIT_PER_MINUTE by default. */
  MEMBERS_RATE_LIMIT_PER_MINUTE: Type.Optional(Type.Integer({ minimum: 1 })),
  /** Calls under /api without a session of one client network; three times RATE_LIMIT_PER_MINUTE by default. */
  NETWORK_RATE_LIMIT_PER_MINUTE: Type.Optional(Type.Integer({ minimum: 1 })),
  /** Connections to each service for each kind of request. */
  CALL_CONNECTIONS: count(512),
  STREAM_CONNECTIONS: count(2048),
  UPLOAD_CONNECTIONS: count(128),
  /** Concurrent requests of one client network to one service; further ones queue. */
  CALLS_PER_NETWORK: count(200),
  /** Concurrent calls of one account to one service; further ones queue. */
  CALLS_PER_ACCOUNT: count(8),
  STREAMS_PER_NETWORK: count(300),
  UPLOADS_PER_NETWORK: count(32),
  /** Pipelined requests that may wait on one connection. */
  PIPELINED_REQUESTS: count(16),
  BODY_LIMIT_BYTES: count(1024 * 1024),
  /** Bodies of calls above 64 KiB held in memory at the same time, in all and for one client network. */
  LARGE_BODIES: count(64),
  LARGE_BODIES_PER_NETWORK: count(16),
  /** Address of /metrics; without a port it is not served. */
  METRICS_HOST: Type.String({ default: '127.0.0.1' }),
  METRICS_PORT: Type.Optional(Type.Integer({ minimum: 0, maximum: 65_535 })),
});
export type Config = Static<typeof Config>;

/** Returns the settings of the gateway. Throws one error that names all problems, also those of settings that conflict. */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const config = loadConfig(Config, environment);
  if (config.STREAM_DELIVERY === 'direct') checkDirectDelivery(config);
  return config;
}

function checkDirectDelivery(config: Config): void {
  if (!config.S3_ENDPOINT)
    throw new Error(
      'STREAM_DELIVERY is direct, but S3_ENDPOINT is not set: only an S3 server can send segments to browsers itself. Set S3_ENDPOINT, or leave STREAM_DELIVERY at gateway.',
    );
  const endpoint = config.S3_PUBLIC_ENDPOINT ?? config.S3_ENDPOINT;
  if (config.PUBLIC_URL.startsWith('https:') && !endpoint.startsWith('https:'))
    throw new Error(
      `STREAM_DELIVERY is direct and PUBLIC_URL is https, but browsers would be redirected to ${endpoint}, which they refuse. Set S3_PUBLIC_ENDPOINT to an https address of the S3 server.`,
    );
}

/** Warns if the site uses https, and so has a proxy before the gateway, but no proxy is trusted to name clients. */
export function warnOfMissingProxies(config: Config, logger: Logger): void {
  if (!config.PUBLIC_URL.startsWith('https:') || config.TRUSTED_PROXIES) return;
  logger.warn(
    'PUBLIC_URL is https, but TRUSTED_PROXIES is not set, so all visitors behind the proxy count as one address and share its limits for calls, streams and sign-ins. Set TRUSTED_PROXIES to the address of the proxy (loopback, 172.16.0.0/12, …).',
  );
}
