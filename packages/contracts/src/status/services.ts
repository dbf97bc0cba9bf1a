import { Type, type Static } from 'typebox';

import { CommentSetting } from '../catalog/comments/settings.ts';
import { SiteAccess } from '../catalog/site-access.ts';
import { Worker } from '../catalog/workers.ts';
import { Announcement } from '../auth/announcement.ts';
import { endpoint } from '../endpoint.ts';
import { FailureCode } from '../failure-codes.ts';
import { Nullable, Timestamp } from '../primitives.ts';
import { ProcessStatus } from './process.ts';

const Count = Type.Integer({ minimum: 0 });
const PATH = '/internal/status';

/** Bytes of one uploader's videos. */
export const UploaderUsage = Type.Object({
  /** Empty for a deleted account. */
  name: Type.String(),
  videoCount: Count,
  sizeBytes: Count,
});
export type UploaderUsage = Static<typeof UploaderUsage>;

/** The latest backup; each one is read again when it is written. */
export const BackupStatus = Type.Object({
  /** When a backup was made last; null if none succeeded yet. */
  lastDoneAt: Nullable(Timestamp),
  /** Why the newest try failed; null if it did not. */
  lastProblem: Nullable(Type.String()),
  /** Whether it is on the disk that has the data. */
  isOnSameDisk: Type.Boolean(),
});
export type BackupStatus = Static<typeof BackupStatus>;

export const MailStatus = Type.Object({
  /** Host and port; null without a mail server, when superadmins pass mails on by hand. */
  server: Nullable(Type.String()),
  /** `refused`: it answers, but does not accept the user or the password. */
  state: Type.Union([
    Type.Literal('none'),
    Type.Literal('ok'),
    Type.Literal('away'),
    Type.Literal('refused'),
    Type.Literal('unknown'),
  ]),
  problem: Nullable(Type.String()),
  waiting: Count,
  /** Waiting mails that have failed before. */
  retrying: Count,
  oldestWaitingSeconds: Count,
  /** The latest failure since this process started. */
  lastFailure: Nullable(Type.Object({ at: Timestamp, problem: Type.String() })),
});
export type MailStatus = Static<typeof MailStatus>;

export const AuthStatus = Type.Object({
  process: ProcessStatus,
  /** Null while the database does not answer. */
  figures: Nullable(
    Type.Object({
      mail: MailStatus,
      registration: Type.String(),
      accountCount: Count,
      superadminCount: Count,
      /** Places of children, and PINs that open nothing until the password is given; missing in answers of older versions. */
      nests: Type.Optional(Type.Object({ nests: Count, classes: Count, devices: Count, restingPins: Count })),
      /** Accounts that registered without an invitation within an hour; missing in answers of older versions. */
      registrations: Type.Optional(Type.Object({ lastHour: Count, mostPerHour: Count })),
      /** Missing in answers of older versions. */
      announcement: Type.Optional(Nullable(Announcement)),
      /** Texts of the page For parents that nobody has written; missing in answers of older versions. */
      missingTexts: Type.Optional(Type.Array(Type.Union([Type.Literal('about'), Type.Literal('contact')]))),
      backup: Nullable(BackupStatus),
    }),
  ),
});
export type AuthStatus = Static<typeof AuthStatus>;

export const CatalogUsage = Type.Object({
  sourcesBytes: Count,
  renditionsBytes: Count,
  /** The ten with the most bytes, the largest first. */
  uploaders: Type.Array(UploaderUsage),
  measuredAt: Timestamp,
});
export type CatalogUsage = Static<typeof CatalogUsage>;

export const CatalogStatus = Type.Object({
  process: ProcessStatus,
  figures: Nullable(
    Type.Object({
      queue: Type.Object({ waiting: Count, running: Count, oldestSeconds: Count, stuck: Count }),
      workers: Type.Array(Worker),
      /** What visitors may use; missing in answers of older versions. */
      siteAccess: Type.Optional(SiteAccess),
      /** Videos of teachers; missing in answers of older versions. */
      approvals: Type.Optional(Type.Object({ waiting: Count, sentBack: Count, oldestSeconds: Count })),
      /** Whether members comment, whether a superadmin has chosen that, and what waits; missing in answers of older versions. */
      comments: Type.Optional(
        Type.Object({
          setting: CommentSetting,
          isChosen: Type.Boolean(),
          waiting: Count,
          reported: Count,
          oldestSeconds: Count,
        }),
      ),
      /** Flags of songs that nobody has closed; missing in answers of older versions. */
      flags: Type.Optional(Type.Object({ open: Count, oldestSeconds: Count })),
      /** Suggestions for lists that wait; missing in answers of older versions. */
      suggestions: Type.Optional(Count),
      /** Links to lists of accounts and of the site that have not ended; missing in answers of older versions. */
      links: Type.Optional(Type.Object({ account: Count, site: Count })),
      uploadsRunning: Count,
      minFreeBytes: Count,
      /** Null for no limit; missing in answers of older versions. */
      quota: Type.Optional(Type.Object({ siteBytes: Nullable(Count), uploaderBytes: Nullable(Count) })),
      /** Failures of the last day that are not the fault of the file, by cause. */
      failures: Type.Array(Type.Object({ failureCode: FailureCode, count: Count })),
      /** Units of videos in work that have failed several times. */
      failingUnits: Count,
      /** Null until it is measured; refreshed every minute at most. */
      usage: Nullable(CatalogUsage),
    }),
  ),
});
export type CatalogStatus = Static<typeof CatalogStatus>;

export const GameStatus = Type.Object({
  process: ProcessStatus,
  figures: Nullable(
    Type.Object({
      sounds: Type.Object({ waiting: Count, running: Count, failed: Count, oldestSeconds: Count }),
      /** Pictures, sounds and packs; null until they are counted. */
      mediaBytes: Nullable(Count),
    }),
  ),
});
export type GameStatus = Static<typeof GameStatus>;

/** Requests of browsers in the last ten to twenty minutes, as one gateway saw them. */
export const SeenRequests = Type.Object({
  count: Count,
  /** Signed-in ones with another host than that of `PUBLIC_URL`, and the latest of those hosts. */
  otherHost: Count,
  otherHostName: Nullable(Type.String()),
  /** Those with the host of `PUBLIC_URL`. */
  publicHost: Count,
  /** Those that a proxy received by https, although `PUBLIC_URL` is an http address. */
  httpsBehindHttp: Count,
  /** Those that arrived by http without a proxy, although `PUBLIC_URL` is an https address. */
  plainHttp: Count,
  /** Requests with the headers of an untrusted proxy, and the latest address of such a proxy. */
  unknownProxy: Count,
  unknownProxyAddress: Nullable(Type.String()),
});
export type SeenRequests = Static<typeof SeenRequests>;

/** The counts before the first request. */
export const NO_REQUESTS: SeenRequests = {
  count: 0,
  otherHost: 0,
  otherHostName: null,
  publicHost: 0,
  httpsBehindHttp: 0,
  plainHttp: 0,
  unknownProxy: 0,
  unknownProxyAddress: null,
};

/** How the site answers at `PUBLIC_URL`, called from the gateway's machine. */
export const PublicAddress = Type.Object({
  state: Type.Union([Type.Literal('ok'), Type.Literal('unreachable'), Type.Literal('elsewhere')]),
  problem: Nullable(Type.String()),
  /** Null for an http address, and if there was no connection. */
  certificate: Nullable(
    Type.Object({
      validFrom: Timestamp,
      validUntil: Timestamp,
      /** Why browsers refuse it, apart from an unknown issuer: a school may have its own. */
      problem: Nullable(Type.String()),
      /** The name that it is for, if that is the problem, or null if it has none; missing in answers of older versions. */
      name: Type.Optional(Nullable(Type.String())),
    }),
  ),
});
export type PublicAddress = Static<typeof PublicAddress>;

export const GatewayStatus = Type.Object({
  process: ProcessStatus,
  figures: Type.Object({
    publicUrl: Type.String(),
    trustedProxies: Nullable(Type.String()),
    streamDelivery: Type.String(),
    seen: SeenRequests,
    /** Null for an address of this machine, and until it was called. */
    address: Nullable(PublicAddress),
    /** Starts of each service in the last ten minutes that this gateway noticed. */
    recentStarts: Type.Object({ auth: Count, catalog: Count, game: Count }),
  }),
});
export type GatewayStatus = Static<typeof GatewayStatus>;

export const getAuthStatus = endpoint({
  operationId: 'getAuthStatus',
  summary: 'The state of auth, its servers and its mails',
  method: 'GET',
  path: PATH,
  access: 'internal',
  data: AuthStatus,
});

export const getCatalogStatus = endpoint({
  operationId: 'getCatalogStatus',
  summary: 'The state of catalog, its servers, the queue and the workers',
  method: 'GET',
  path: PATH,
  access: 'internal',
  data: CatalogStatus,
});

export const getGameStatus = endpoint({
  operationId: 'getGameStatus',
  summary: 'The state of game, its servers and its sounds',
  method: 'GET',
  path: PATH,
  access: 'internal',
  data: GameStatus,
});

export const getGatewayStatus = endpoint({
  operationId: 'getGatewayStatus',
  summary: 'The state of this gateway, and what it sees of the site’s address',
  method: 'GET',
  path: PATH,
  access: 'internal',
  data: GatewayStatus,
});
