import {
  commonConfig,
  databaseConfig,
  internalConfig,
  loadConfig,
  publicUrlConfig,
  redisConfig,
  Secret,
  ServiceUrl,
} from '@larksong/service-kit';
import { auditConfig } from '@larksong/service-kit/audit';
import { Type, type Static } from 'typebox';

const EMAIL = '^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$';
const OptionalText = Type.Optional(Type.String());

/** Without a mail server, mails are kept for superadmins to pass on. */
const mailServerConfig = {
  SMTP_URL: Type.Optional(
    Type.String({ pattern: '^smtps?://', message: 'must be an smtp:// or smtps:// address' }),
  ),
  SMTP_HOST: OptionalText,
  SMTP_PORT: Type.Integer({ minimum: 1, maximum: 65_535, default: 587 }),
  SMTP_USER: OptionalText,
  SMTP_PASSWORD: OptionalText,
  MAIL_FROM: OptionalText,
};

const mailConfig = {
  ...mailServerConfig,
  /** For development: without a mail server, each mail is also written to this folder. */
  MAIL_DIR: OptionalText,
  /** Outcomes of an uploader's videos within this time go into one mail. */
  VIDEO_MAIL_MINUTES: Type.Number({ minimum: 0, default: 15 }),
  /** Time for which mails about videos are kept without a mail server; other mails are kept until their links expire. */
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
  ...auditConfig,
  /** Catalog is notified of deleted accounts. */
  CATALOG_URL: ServiceUrl,
  /** Encrypts the signing keys, settings made in the browser, and kept mails. */
  AUTH_SECRET: Secret,
  /** The secret before it was changed. What it encrypted is encrypted with AUTH_SECRET at the start. */
  PREVIOUS_AUTH_SECRET: Type.Optional(Secret),
  /** Without it, the choice at the first start applies, or else `open`. */
  REGISTRATION: Type.Optional(
    Type.Union([Type.Literal('open'), Type.Literal('invite'), Type.Literal('closed')], {
      message: 'must be open, invite or closed',
    }),
  ),
  /** The page for the first start: offered, not offered, or offered unless the superadmin is in the settings. */
  SETUP: Type.Union([Type.Literal('auto'), Type.Literal('on'), Type.Literal('off')], {
    default: 'auto',
    message: 'must be auto, on or off',
  }),
  /** The settings that a launcher can change. It also prints the code and restarts the services. */
  SETUP_LAUNCHER: Type.Optional(
    Type.Union(
      (['nothing', 'address', 'folder', 'both'] as const).map((what) => Type.Literal(what)),
      { message: 'must be nothing, address, folder or both' },
    ),
  ),
  INVITATION_DAYS: Type.Integer({ minimum: 1, default: 7 }),
  /** How many people of a table are invited in a minute at most, so that the mail server is not flooded. */
  IMPORTED_PEOPLE_PER_MINUTE: Type.Integer({ minimum: 1, default: 30 }),
  REGISTRATIONS_PER_HOUR: Type.Integer({ minimum: 1, default: 60 }),
  /** Registrations without an invitation, of all networks. */
  SITE_REGISTRATIONS_PER_HOUR: Type.Integer({ minimum: 1, default: 300 }),
  ACCESS_TOKEN_SECONDS: Type.Integer({ minimum: 10, default: 600 }),
  /** Lifetime of an unused session. */
  SESSION_DAYS: Type.Integer({ minimum: 1, default: 30 }),
  /** Beyond them, a sign-in ends the least recently used session of the account. */
  SESSIONS_PER_ACCOUNT: Type.Integer({ minimum: 1, default: 50 }),
  /** Time within which a client may repeat a refresh whose response was lost. */
  REFRESH_REPEAT_SECONDS: Type.Integer({ minimum: 0, default: 10 }),
  /** Lifetime of an unused session of nests. */
  NEST_SESSION_DAYS: Type.Integer({ minimum: 1, default: 90 }),
  /** How many nests a member may own, and how many a teacher or a superadmin. */
  NESTS_PER_MEMBER: Type.Integer({ minimum: 1, default: 40 }),
  NESTS_PER_TEACHER: Type.Integer({ minimum: 1, default: 120 }),
  PASSWORD_HASHES_AT_ONCE: Type.Integer({ minimum: 1, default: 4 }),
  /** Longest wait for a hash; together with Redis' timeout below the gateway's 5 s. */
  PASSWORD_WAIT_SECONDS: Type.Number({ exclusiveMinimum: 0, default: 3 }),
  /** Maximum number of waiting hashes per address; a school class may sign in at the same time. */
  PASSWORDS_WAITING_PER_ADDRESS: Type.Integer({ minimum: 1, default: 40 }),
  /** Failures of one account from one address before further tries are delayed, each longer than the previous one. */
  SIGN_IN_FREE_FAILURES: Type.Integer({ minimum: 1, default: 5 }),
  SIGN_IN_LONGEST_DELAY_SECONDS: Type.Integer({ minimum: 1, default: 60 }),
  /** Passwords of one account checked per hour for unknown devices and addresses. */
  SIGN_IN_TRIES_PER_ACCOUNT: Type.Integer({ minimum: 1, default: 100 }),
  /** Failures per hour after which an address (a school, for example) is limited to one check in the seconds below. */
  SIGN_IN_FAILURES_PER_ADDRESS: Type.Integer({ minimum: 1, default: 100 }),
  SIGN_IN_SLOW_ADDRESS_SECONDS: Type.Integer({ minimum: 1, default: 5 }),
  /** Time for which a device or address of a sign-in is remembered; the longest lifetime of a cookie. */
  KNOWN_PLACE_DAYS: Type.Integer({ minimum: 1, maximum: 400, default: 400 }),
  /** Maximum number of devices, and of addresses, remembered for each account. */
  KNOWN_PLACES_PER_ACCOUNT: Type.Integer({ minimum: 1, default: 50 }),
  /** Mails that may be requested per hour. */
  MAILS_PER_ACCOUNT: Type.Integer({ minimum: 1, default: 5 }),
  MAILS_PER_ADDRESS: Type.Integer({ minimum: 1, default: 60 }),
  RESET_LINK_HOURS: Type.Number({ exclusiveMinimum: 0, default: 1 }),
  VERIFY_LINK_HOURS: Type.Number({ exclusiveMinimum: 0, default: 24 }),
  /** Time for which a new key is published before it signs; longer than services cache the public keys (300 s). */
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

/** Returns the settings of auth. Throws one error that names all problems. */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  return loadConfig(Config, environment);
}

/** Settings of the commands for operators: the database, the secret that encrypts its keys, and the mail server. */
export const CommandConfig = Type.Object({
  DATABASE_URL: databaseConfig.DATABASE_URL,
  AUTH_SECRET: Secret,
  ...publicUrlConfig,
  ...mailServerConfig,
  INVITATION_DAYS: Config.properties.INVITATION_DAYS,
  RESET_LINK_HOURS: Config.properties.RESET_LINK_HOURS,
  KEY_PUBLISH_SECONDS,
});
export type CommandConfig = Static<typeof CommandConfig>;

/** Returns the settings of the command, by default from this process's environment. */
export function readCommandConfig(environment: NodeJS.ProcessEnv = process.env): CommandConfig {
  return loadConfig(CommandConfig, environment);
}
