import { commonConfig, loadConfig } from '@larksong/service-kit';
import { Type, type Static } from 'typebox';

const Origin = Type.String({
  pattern: '^https?://[^/?#]+/?$',
  message: 'must be an origin like http://127.0.0.1:3001',
});

const Config = Type.Object({
  ...commonConfig,
  /** What the outside calls the site. */
  PUBLIC_URL: Type.String({
    pattern: '^https?://[^/?#]+/?$',
    default: 'http://localhost:8080',
    message: 'must be an address like https://songs.example',
  }),
  AUTH_URL: Origin,
  CATALOG_URL: Origin,
  GAME_URL: Origin,
  REDIS_URL: Type.String({ pattern: '^rediss?://', message: 'must be a redis:// address' }),
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
  RATE_LIMIT_PER_MINUTE: Type.Integer({ minimum: 1, default: 600 }),
  BODY_LIMIT_BYTES: Type.Integer({ minimum: 1, default: 1024 * 1024 }),
  /** Where /metrics is answered, on HOST; without it nowhere. */
  METRICS_PORT: Type.Optional(Type.Integer({ minimum: 0, maximum: 65_535 })),
});
export type Config = Static<typeof Config>;

/** The settings of the gateway; throws one error that names every problem. */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  return loadConfig(Config, environment);
}
