import {
  commonConfig,
  databaseConfig,
  internalConfig,
  loadConfig,
  publicUrlConfig,
  redisConfig,
  Secret,
} from '@larksong/service-kit';
import { Type, type Static } from 'typebox';

const EMAIL = '^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$';
const OptionalText = Type.Optional(Type.String());

/** Without a mail server, mails are kept for superadmins to hand over. */
const mailConfig = {
  SMTP_URL: Type.Optional(
    Type.String({ pattern: '^smtps?://', message: 'must be an smtp:// or smtps:// address' }),
  ),
  SMTP_HOST: OptionalText,
  SMTP_PORT: Type.Integer({ minimum: 1, maximum: 65_535, default: 587 }),
  SMTP_USER: OptionalText,
  SMTP_PASSWORD: OptionalText,
  MAIL_FROM: OptionalText,
  /** For developers: without a mail server, each mail is written to this folder, too. */
  MAIL_DIR: OptionalText,
  /** How long a mail about a video is kept without a mail server; the others as long as their links are good. */
  KEPT_VIDEO_MAIL_DAYS: Type.Integer({ minimum: 1, default: 7 }),
};

const KEY_PUBLISH_SECONDS = Type.Integer({ minimum: 0, default: 330 });

export const Config = Type.Object({
  ...commonConfig,
  ...databaseConfig,
  ...redisConfig,
  ...internalConfig,
  ...publicUrlConfig,
  ...mailConfig,
  /** Seals the signing key and derives refresh tokens; with another one nobody stays signed in. */
  AUTH_SECRET: Secret,
  REGISTRATION: Type.Union([Type.Literal('open'), Type.Literal('invite'), Type.Literal('closed')], {
    default: 'open',
    message: 'must be open, invite or closed',
  }),
  INVITATION_DAYS: Type.Integer({ minimum: 1, default: 7 }),
  REGISTRATIONS_PER_HOUR: Type.Integer({ minimum: 1, default: 60 }),
  ACCESS_TOKEN_SECONDS: Type.Integer({ minimum: 10, default: 600 }),
  /** How long a session lives without being used. */
  SESSION_DAYS: Type.Integer({ minimum: 1, default: 30 }),
  /** How long a client whose answer was lost may repeat a refresh. */
  REFRESH_REPEAT_SECONDS: Type.Integer({ minimum: 0, default: 10 }),
  PASSWORD_HASHES_AT_ONCE: Type.Integer({ minimum: 1, default: 4 }),
  /** How long further ones wait; with what Redis may take, below the 5 s for which the gateway waits. */
  PASSWORD_WAIT_SECONDS: Type.Number({ exclusiveMinimum: 0, default: 3 }),
  /** How many of one address wait: a school class signs in at once. */
  PASSWORDS_WAITING_PER_ADDRESS: Type.Integer({ minimum: 1, default: 40 }),
  /** Failures of one account from one address before the next tries are delayed, each longer than the one before. */
  SIGN_IN_FREE_FAILURES: Type.Integer({ minimum: 1, default: 5 }),
  SIGN_IN_LONGEST_DELAY_SECONDS: Type.Integer({ minimum: 1, default: 60 }),
  /** Passwords of one account that are checked in an hour for devices and addresses that it does not know. */
  SIGN_IN_TRIES_PER_ACCOUNT: Type.Integer({ minimum: 1, default: 100 }),
  /** Failures in an hour after which an address (a school is one) is slowed to one check in the seconds below. */
  SIGN_IN_FAILURES_PER_ADDRESS: Type.Integer({ minimum: 1, default: 100 }),
  SIGN_IN_SLOW_ADDRESS_SECONDS: Type.Integer({ minimum: 1, default: 5 }),
  /** How long a device or address from which an account signed in is remembered; browsers keep no cookie longer. */
  KNOWN_PLACE_DAYS: Type.Integer({ minimum: 1, maximum: 400, default: 400 }),
  /** Devices, and addresses, that are remembered for each account. */
  KNOWN_PLACES_PER_ACCOUNT: Type.Integer({ minimum: 1, default: 50 }),
  /** Mails that may be asked for in an hour. */
  MAILS_PER_ACCOUNT: Type.Integer({ minimum: 1, default: 5 }),
  MAILS_PER_ADDRESS: Type.Integer({ minimum: 1, default: 60 }),
  RESET_LINK_HOURS: Type.Number({ exclusiveMinimum: 0, default: 1 }),
  VERIFY_LINK_HOURS: Type.Number({ exclusiveMinimum: 0, default: 24 }),
  /** How long a new key is published before it signs; longer than services keep the public keys (300 s). */
  KEY_PUBLISH_SECONDS,
  SUPERADMIN_EMAIL: Type.Optional(Type.String({ pattern: EMAIL, message: 'must be an email address' })),
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

/** What the command for operators needs: the database, and the secret that its keys are sealed with. */
const CommandConfig = Type.Object({
  DATABASE_URL: databaseConfig.DATABASE_URL,
  AUTH_SECRET: Secret,
  ...publicUrlConfig,
  RESET_LINK_HOURS: Config.properties.RESET_LINK_HOURS,
  KEY_PUBLISH_SECONDS,
});
export type CommandConfig = Static<typeof CommandConfig>;

/** The settings of the command, from this process' environment unless another one is given. */
export function readCommandConfig(environment: NodeJS.ProcessEnv = process.env): CommandConfig {
  return loadConfig(CommandConfig, environment);
}
