import { commonConfig, loadConfig, Secret } from '@larksong/service-kit';
import { Type, type Static } from 'typebox';

const Config = Type.Object({
  ...commonConfig,
  DATABASE_URL: Type.String({ pattern: '^postgres(ql)?://', message: 'must be a postgres:// address' }),
  REDIS_URL: Type.String({ pattern: '^rediss?://', message: 'must be a redis:// address' }),
  INTERNAL_TOKEN: Secret,
  /** Seals the signing key and derives refresh tokens; with another one nobody stays signed in. */
  AUTH_SECRET: Secret,
  REGISTRATION: Type.Union([Type.Literal('open'), Type.Literal('closed')], {
    default: 'open',
    message: 'must be open or closed',
  }),
  REGISTRATIONS_PER_HOUR: Type.Integer({ minimum: 1, default: 60 }),
  ACCESS_TOKEN_SECONDS: Type.Integer({ minimum: 10, default: 600 }),
  /** How long a session lives without being used. */
  SESSION_DAYS: Type.Integer({ minimum: 1, default: 30 }),
  /** How long a client whose answer was lost may repeat a refresh. */
  REFRESH_REPEAT_SECONDS: Type.Integer({ minimum: 0, default: 10 }),
  PASSWORD_HASHES_AT_ONCE: Type.Integer({ minimum: 1, default: 4 }),
  SUPERADMIN_EMAIL: Type.Optional(
    Type.String({ pattern: '^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$', message: 'must be an email address' }),
  ),
  SUPERADMIN_USERNAME: Type.Optional(
    Type.String({ minLength: 3, maxLength: 32, message: 'must have 3 to 32 characters' }),
  ),
  SUPERADMIN_PASSWORD: Type.Optional(
    Type.String({ minLength: 8, maxLength: 128, message: 'must have 8 to 128 characters' }),
  ),
});
export type Config = Static<typeof Config>;

/** The settings of auth; throws one error that names every problem. */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  return loadConfig(Config, environment);
}
