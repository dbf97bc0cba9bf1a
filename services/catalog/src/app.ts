import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import { catalog, type Call, type status } from '@larksong/contracts';
import {
  addBinaryBodies,
  buildServer,
  checkDatabase,
  compactResponses,
  createKeyedMutex,
  createRegister,
  registerAudit,
  type Authentication,
  type NestAuthentication,
  type Register,
  type Logger,
  type SessionDirectory,
} from '@larksong/service-kit';
import type { Storage } from '@larksong/service-kit/storage';
import type { FastifyInstance } from 'fastify';

import { registerApprovals } from './approvals/routes.ts';
import type { Comments } from './comments/open-comments.ts';
import { registerComments } from './comments/routes.ts';
import type { Db } from './db/tables.ts';
import { registerFlags } from './participation/flags/routes.ts';
import type { NeedsApproval } from './library/approval/needs-approval.ts';
import { registerCaptions } from './library/captions/routes.ts';
import { registerChips } from './library/chips/routes.ts';
import { registerEditing } from './library/editing/routes.ts';
import { registerListings } from './library/listings/routes.ts';
import { registerOpinions } from './library/opinions/routes.ts';
import { registerRelated } from './library/related/routes.ts';
import type { Searches } from './library/search/searches.ts';
import { registerSources } from './library/sources/routes.ts';
import { registerTags } from './library/tags/routes.ts';
import { registerThumbnails } from './library/thumbnails/routes.ts';
import { registerVideos } from './library/videos/routes.ts';
import type { ToVideoViewer } from './library/videos/viewer.ts';
import type { ViewLimits } from './library/views/limit-views.ts';
import { registerPlaybacks } from './library/playbacks/routes.ts';
import { createReportView, registerViews } from './library/views/routes.ts';
import { registerLinks } from './list-links/routes.ts';
import type { Links } from './list-links/links.ts';
import type { ViewerKeys } from './library/views/viewer-key.ts';
import { registerMembers } from './members/routes.ts';
import type { Metrics } from './metrics.ts';
import type { KnownAccess } from './site-access/known-access.ts';
import type { Nests } from './nests/nests.ts';
import { registerNests } from './nests/routes.ts';
import { registerSiteAccess } from './site-access/routes.ts';
import { registerSongLists } from './song-lists/routes.ts';
import { registerStatus } from './status/routes.ts';
import { registerStreaming } from './streaming/routes.ts';
import type { StreamCookies } from './streaming/stream-cookie.ts';
import { registerOwnParticipation } from './participation/own-routes.ts';
import { registerSuggestions } from './participation/suggestions/routes.ts';
import { registerCancel } from './transcoding/cancel/routes.ts';
import { registerDashboard } from './transcoding/dashboard/routes.ts';
import { registerDeletion } from './transcoding/deletion/routes.ts';
import { registerNotices } from './transcoding/notices/routes.ts';
import { registerRetry } from './transcoding/retry/routes.ts';
import { registerUnits } from './transcoding/units/routes.ts';
import type { WakeUpQueues } from './transcoding/wake-ups/relay.ts';
import { registerWorkers } from './transcoding/workers/routes.ts';
import type { Quota } from './uploads/quota.ts';
import { createHoldSpace } from './uploads/free-space.ts';
import { registerUploads } from './uploads/routes.ts';
import { findDisplayName, isKnownUser } from './uploads/uploader-names.ts';

export interface AppDeps {
  db: Db;
  /** For statements that may take longer. */
  background: Db;
  searches: Searches;
  /** Time limit for correcting the words of a search. */
  correctionMs: number;
  /** Connections for streams. */
  files: Db;
  storage: Storage;
  queues: WakeUpQueues;
  authentication: Authentication;
  nestAuthentication: NestAuthentication;
  sessions: SessionDirectory;
  cookies: StreamCookies;
  viewerKeys: ViewerKeys;
  siteAccess: KnownAccess;
  toVideoViewer: ToVideoViewer;
  /** What links to lists need. */
  links: Links;
  /** What the calls and streams of nests need. */
  nests: Nests;
  needsApproval: NeedsApproval;
  comments: Comments;
  auth: Call;
  logger: Logger;
  accessLog: 'on' | 'off';
  /** Maximum number of log lines per minute about the requests of one client network. */
  linesPerMinute: number;
  metrics: Metrics;
  internalToken: string;
  maxUploadBytes: number;
  uploadStallSeconds: number;
  uploadExpiryHours: number;
  minFreeBytes: number;
  quota: Quota;
  uploadReservationSeconds: number;
  viewLimits: ViewLimits & { perNetwork: number };
  /** Flags of one network in a day. */
  flagsPerNetwork: number;
  /** Describes this process and its servers. */
  describeProcess: () => Promise<status.ProcessStatus>;
  /** Called when units may have become due, when a video was deleted, and when an attempt left objects to sweep. */
  onDue: () => void;
  onDeleted: (videoId: string) => void;
  onAbandoned: () => void;
  /** Called when a deleted account was reported. */
  onForgotten: () => void;
}

async function addBodies(app: FastifyInstance): Promise<void> {
  await app.register(cookie);
  await compactResponses(app);
  addBinaryBodies(app);
  await app.register(multipart, { throwFileSizeLimit: false, limits: { fileSize: Number.MAX_SAFE_INTEGER } });
}

/** Returns catalog's server with all of its routes; it does not listen yet. */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const { db, storage, logger } = deps;
  const app = buildServer({
    name: 'catalog',
    logger,
    accessLog: deps.accessLog,
    linesPerMinute: deps.linesPerMinute,
    metrics: deps.metrics.registry,
    requestTimeoutMs: 0, // uploads may take long; stalled ones are aborted
    checks: { postgres: () => checkDatabase(db), storage: () => storage.check() },
  });
  await addBodies(app);
  const register = createRegister(app, deps);
  registerListings(register, deps);
  registerVideos(register, { ...deps, areCommentsOn: deps.comments.settings.areOn });
  registerDeletion(register, deps);
  registerRelated(register, deps);
  const mutex = createKeyedMutex();
  registerOpinions(register, { ...deps, mutex });
  const reportView = createReportView({ ...deps, mutex });
  registerViews(register, { ...deps, reportView });
  registerSources(register, deps);
  registerTags(register, deps);
  registerChips(register, deps);
  const editing = { ...deps, isKnownUser: (userId: string) => isKnownUser(deps.auth, userId) };
  registerEditing(register, editing);
  registerApprovals(register, editing);
  registerSongLists(register, deps);
  const isShownByLink = registerLinks(register, { ...deps, reportView });
  const permitSegments = registerNests(register, { ...deps, reportView });
  registerUploads(register, {
    ...editing,
    holdSpace: createHoldSpace({ ...deps, onHeld: deps.metrics.uploads.received }),
    ...{ stallSeconds: deps.uploadStallSeconds, metrics: deps.metrics.uploads },
    findDisplayName: (userId) => findDisplayName(deps.auth, userId),
  });
  registerExtras(register, deps);
  registerRetry(register, deps);
  registerCancel(register, { ...deps, onCancelled: () => deps.metrics.transcoding.videoFailed('cancelled') });
  registerNotices(register, deps);
  registerDashboard(register, deps);
  registerUnits(register, { ...deps, mutex, metrics: deps.metrics.transcoding });
  registerWorkers(register, deps);
  registerPeople(register, deps);
  registerAudit(register, deps, catalog.auditLog);
  registerSiteAccess(register, deps);
  registerStatus(register, deps);
  registerStreaming(app, register, { ...deps, ...deps.nests, db: deps.files, isShownByLink, permitSegments });
  return app;
}

function registerPeople(register: Register, deps: AppDeps): void {
  registerFlags(register, deps);
  registerOwnParticipation(register, deps);
  registerSuggestions(register, {
    ...deps,
    findDisplayName: (userId) => findDisplayName(deps.auth, userId),
    guests: { ...deps.links, getClosedLinks: deps.siteAccess.getClosedLinks },
  });
  registerMembers(register, deps);
}

function registerExtras(register: Register, deps: AppDeps): void {
  registerCaptions(register, deps);
  registerThumbnails(register, deps);
  registerPlaybacks(register, deps);
  registerComments(register, { ...deps, ...deps.comments });
}
