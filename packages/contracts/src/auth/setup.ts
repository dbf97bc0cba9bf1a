import { Type, type Static } from 'typebox';

import { Registration } from './sessions.ts';
import { DisplayNameOrEmpty, Email, Password, Username } from './sign-in.ts';
import { Visitors } from '../catalog/site-access.ts';
import { endpoint } from '../endpoint.ts';
import { Language } from '../languages.ts';
import { Nullable, Uuid } from '../primitives.ts';
import { because } from '../reasons.ts';

// The page for the first start. It is open until it was used, for a day at most.

/** The one-time code that the launcher prints, or auth's log has. Dashes, spaces and case do not matter. */
const SetupCode = Type.String({ minLength: 1, maxLength: 100, ...because('setup.code-missing') });

/** A mail server. */
export const MailServer = Type.Object({
  host: Type.String({
    minLength: 1,
    maxLength: 253,
    pattern: '^[A-Za-z0-9.:_-]+$',
    ...because('mail.host-not-valid'),
  }),
  port: Type.Integer({ minimum: 1, maximum: 65_535, ...because('mail.port-not-valid') }),
  /** Empty: without signing in. */
  user: Type.String({ maxLength: 254, ...because('mail.user-too-long') }),
  password: Type.String({ maxLength: 1000, ...because('mail.password-too-long') }),
  /** The address from which mails come. */
  from: Email,
});
export type MailServer = Static<typeof MailServer>;

/** The site's address in browsers, without a path. */
const PublicUrl = Type.String({
  maxLength: 300,
  pattern: '^https?://[^/?#\\s@]+/?$',
  ...because('setup.address-not-valid'),
});

/** A complete backup. */
const FoundBackup = Type.Object({
  /** Names its moment, such as 2026-03-01T02-00-00Z. */
  id: Type.String({ pattern: '^[0-9][0-9TZ-]{0,30}$', ...because('setup.backup-missing') }),
  createdAt: Type.String(),
  /** The version of Larksong that made it. */
  version: Type.String(),
  songs: Type.Integer(),
  accounts: Type.Integer(),
  sizeBytes: Type.Integer(),
});
export type FoundBackup = Static<typeof FoundBackup>;

/** Where backups are. */
const BackupPlace = {
  /** A folder of the machine, or `s3://bucket/prefix`. */
  place: Type.String({
    maxLength: 500,
    pattern: '^(/[^\\0]*|s3://[^\\s\\0]+)$',
    ...because('setup.backup-place-not-valid'),
  }),
  /** If empty, the passphrase from the environment is used, if any. */
  passphrase: Type.String({
    maxLength: 1000,
    pattern: '^(|[^\\0]{8,})$',
    ...because('setup.passphrase-too-short'),
  }),
  /** The S3 server; null: the one of the environment. */
  server: Nullable(
    Type.Object({
      endpoint: Type.String({
        maxLength: 300,
        pattern: '^https?://[^\\s]+$',
        ...because('setup.server-not-valid'),
      }),
      accessKey: Type.String({ maxLength: 200, pattern: '^[^\\0]*$' }),
      secretKey: Type.String({ maxLength: 200, pattern: '^[^\\0]*$' }),
    }),
  ),
};

const RestoreRequest = Type.Object({
  ...BackupPlace,
  /** The backup to restore; null: list those of the place. */
  backup: Nullable(FoundBackup.properties.id),
  /** Whether nobody else could write to the place, so that backups are accepted without proof that they are genuine. */
  isTrusted: Type.Optional(Type.Boolean()),
});
export type RestoreRequest = Static<typeof RestoreRequest>;

const RestoreOutcome = Type.Object({
  state: Type.Union([Type.Literal('waiting'), Type.Literal('done'), Type.Literal('failed')]),
  /** The last line about the progress, the result, or why it failed. */
  sentence: Type.String(),
  /** The complete backups of a list, the newest first. */
  backups: Type.Array(FoundBackup),
  /** Whether they are encrypted and no passphrase was given. */
  needsPassphrase: Type.Boolean(),
  /** Whether backups were left out that count only with `isTrusted`; the sentence says why. */
  needsTrust: Type.Optional(Type.Boolean()),
});
export type RestoreOutcome = Static<typeof RestoreOutcome>;

/** The current values of the settings that can be changed. */
export const Setup = Type.Object({
  siteName: Type.String(),
  registration: Registration,
  /** Who sees songs without signing in; missing if it cannot be chosen here. */
  visitors: Type.Optional(Visitors),
  /** The superadmin that the first start generated, or null. */
  superadmin: Nullable(Type.Object({ email: Type.String(), username: Type.String() })),
  publicUrl: Type.String(),
  /** The settings from the environment, which the page cannot change. */
  decided: Type.Object({
    registration: Type.Boolean(),
    mail: Type.Boolean(),
    address: Type.Boolean(),
    folder: Type.Boolean(),
  }),
  /** Whether a launcher can restore a backup; otherwise the command line can. */
  canRestore: Type.Boolean(),
});
export type Setup = Static<typeof Setup>;

const errors = ['SETUP_CODE_WRONG', 'NOT_FOUND', 'TOO_MANY_REQUESTS'] as const;

export const openSetup = endpoint({
  operationId: 'openSetup',
  summary: 'What the page for the first start can set up; 404 once it was used, or after a day',
  method: 'POST',
  path: '/api/setup',
  access: 'anyone',
  body: Type.Object({ code: SetupCode }),
  data: Type.Object({ setup: Setup }),
  errors,
});

export const trySetupMail = endpoint({
  operationId: 'trySetupMail',
  summary: 'Send a test message through a mail server; its refusal is the message of the failure',
  method: 'POST',
  path: '/api/setup/test-mail',
  access: 'anyone',
  body: Type.Object({ code: SetupCode, mail: MailServer, to: Email }),
  errors: [...errors, 'MAIL_REFUSED'],
});

export const finishSetup = endpoint({
  operationId: 'finishSetup',
  summary: 'Set up the site; the page is closed afterwards',
  method: 'POST',
  path: '/api/setup/finish',
  access: 'anyone',
  body: Type.Object({
    code: SetupCode,
    siteName: Type.String({ maxLength: 60, ...because('site.name-too-long') }),
    registration: Registration,
    /** Who sees songs without signing in; unchanged if missing. */
    visitors: Type.Optional(Visitors),
    /** The default language of the site; English if missing. */
    language: Type.Optional(Language),
    superadmin: Type.Object({
      email: Email,
      username: Username,
      /** Empty: the username is shown. */
      displayName: DisplayNameOrEmpty,
      password: Password,
    }),
    /** Null: superadmins pass on mails by hand. */
    mail: Nullable(MailServer),
    /** Ignored if the environment decides. */
    publicUrl: PublicUrl,
    /** The folder for videos and pictures, as an absolute path; empty: unchanged. Ignored if the environment decides. */
    storageFolder: Type.String({
      maxLength: 500,
      pattern: '^(/[^\\0]*)?$',
      ...because('setup.folder-not-valid'),
    }),
  }),
  data: Type.Object({
    /** Whether the site restarts with its new address or folder, which takes a few seconds. */
    restarts: Type.Boolean(),
  }),
  errors: [...errors, 'EMAIL_TAKEN', 'USERNAME_TAKEN', 'TOO_BUSY'],
});

export const requestRestore = endpoint({
  operationId: 'requestRestore',
  summary: 'Have the launcher list the backups in a folder, or restore one of them, for which the site stops',
  method: 'POST',
  path: '/api/setup/restore',
  access: 'anyone',
  body: Type.Object({ code: SetupCode, ...RestoreRequest.properties }),
  data: Type.Object({ requestId: Uuid }),
  errors: [...errors, 'UNAVAILABLE'],
});

export const getRestore = endpoint({
  operationId: 'getRestore',
  summary: 'Progress and outcome of such a request, also while the site is stopped',
  method: 'POST',
  path: '/api/setup/restore/progress',
  access: 'anyone',
  /** Only the sender of the request knows its id. */
  body: Type.Object({ requestId: Uuid }),
  data: Type.Object({ restore: RestoreOutcome }),
  errors: ['NOT_FOUND'],
});

/** For the launcher, which prints the code and applies what the services cannot change themselves. */
export const getSetupState = endpoint({
  operationId: 'getSetupState',
  summary: 'State of the page for the first start',
  method: 'GET',
  path: '/internal/setup',
  access: 'internal',
  data: Type.Object({
    /** Null unless the page is open. */
    code: Nullable(Type.String()),
    /** The choices; null unless the page was used. */
    chosen: Nullable(
      Type.Object({
        publicUrl: Type.String(),
        storageFolder: Type.String(),
        superadmin: Type.Object({ email: Type.String(), username: Type.String() }),
      }),
    ),
    /** The oldest request that has no outcome. */
    request: Nullable(Type.Object({ id: Uuid, ...RestoreRequest.properties })),
  }),
});

export const reportRestore = endpoint({
  operationId: 'reportRestore',
  summary: 'The outcome of a request of the page for the first start',
  method: 'POST',
  path: '/internal/setup/restore',
  access: 'internal',
  body: Type.Object({ id: Uuid, outcome: RestoreOutcome }),
});
