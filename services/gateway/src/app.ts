import {
  AppError,
  buildServer,
  createRegister,
  createSlots,
  toClientNetwork,
  type Authentication,
  type NestAuthentication,
  type Logger,
} from '@larksong/service-kit';
import type { ObjectLinks, Storage } from '@larksong/service-kit/storage';
import type { FastifyInstance, FastifyRequest, RouteHandlerMethod } from 'fastify';
import type { Redis } from 'ioredis';

import { createAnnouncement, type SiteAnnouncement } from './announcement.ts';
import type { Config } from './config.ts';
import { createClosedGameGuard } from './guard/closed-game.ts';
import { createFindViewer } from './guard/find-viewer.ts';
import { createNestGames, type NestGames } from './guard/nest-games.ts';
import { createNestGuard } from './guard/nest.ts';
import { createOneAtATime } from './guard/one-at-a-time.ts';
import { isPlainPath } from './guard/plain-path.ts';
import { createRateLimit } from './guard/rate-limit.ts';
import { createReadOnlyGuard } from './guard/read-only.ts';
import type { RecordRejection } from './guard/refusals.ts';
import { contentSecurityPolicy, securityHeaders } from './guard/security-headers.ts';
import type { Metrics } from './metrics.ts';
import { registerProxy, type ProxyTimeouts } from './proxy/routes.ts';
import { isBelow, type Service } from './proxy/upstreams.ts';
import { createSiteAccess, learnChangedAccess, type KnownSiteAccess } from './site-access.ts';
import { registerStatus, type KnownStatus } from './status/routes.ts';
import type { RequestCounts } from './status/seen-requests.ts';
import { trustTokensWithoutAuth } from './status/superadmin-guard.ts';
import { createObjectCache } from './streams/object-cache.ts';
import { createObjectCounter, registerCacheGauge } from './streams/metrics.ts';
import { createPlaylistCache, type PlaylistCache } from './streams/playlist-cache.ts';
import { createRights, type RightsDirectory } from './streams/rights.ts';
import { registerStreams } from './streams/routes.ts';
import { createFindBeginning } from './streams/stream-beginning.ts';
import { createFindCall, type FindCall } from './find-call.ts';
import { createRouteNames } from './route-names.ts';
import { countTraffic } from './traffic.ts';
import { createLinkPreviews } from './web/link-previews.ts';
import { createPublicVideos } from './web/public-videos.ts';
import { createKnownSite } from './web/known-site.ts';
import { registerWeb } from './web/routes.ts';

export interface AppDeps {
  config: Config;
  logger: Logger;
  redis: Redis;
  metrics: Metrics;
  /** Without it, catalog sends the objects of videos. */
  storage: Storage | undefined;
  /** With them, the S3 server sends the segments of videos. */
  links: ObjectLinks | undefined;
  authentication: Authentication;
  nestAuthentication: NestAuthentication;
  /** Whether each service is ready. */
  upstreamChecks: Record<Service, () => Promise<void>>;
  requestCounts: RequestCounts;
  knownStatus: KnownStatus;
  timeouts: ProxyTimeouts;
}

/** Longest wait of a page for the details of its video and the name of the site; without an answer it is sent without them. */
const PAGE_DETAILS_MS = 300;
/** How long pages use the name of the site before they ask auth again. */
const SITE_NAME_MS = 2000;

/** How long pages and calls of the game go by the last answer of catalog on whether the site is closed. */
const SITE_ACCESS_MS = 2000;

/** How long pages and writes go by the last answer of auth on the announcement, and on whether the site is read-only. */
const ANNOUNCEMENT_MS = 2000;

/** Returns the gateway's server: guard, proxy, and the web client if it is built. It does not listen yet. */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const { config, logger, timeouts } = deps;
  const { registry, recordRejection } = deps.metrics;
  const findCall = createFindCall();
  const app = buildServer({
    name: 'gateway',
    logger,
    accessLog: config.ACCESS_LOG,
    linesPerMinute: config.LOG_LINES_PER_MINUTE,
    isInternal: false,
    metrics: registry,
    checks: deps.upstreamChecks,
    routeOf: createRouteNames(findCall),
    trustProxy: config.TRUSTED_PROXIES?.split(',').map((entry) => entry.trim()) ?? false,
    maxHeaderBytes: 16 * 1024,
    requestTimeoutMs: 0, // uploads are long; stalled bodies are detected while they are forwarded
  });
  closeSlowConnections(app);
  const segmentOrigin = deps.links?.origin;
  const headers = securityHeaders(config.PUBLIC_URL, { segmentOrigin });
  const known = createKnown(deps);
  guard(app, { ...deps, ...known, headers, findCall, recordRejection });
  passBodiesUnread(app);
  const handlers = registerProxy(app, {
    origins: originsOf(config),
    bodyLimitBytes: config.BODY_LIMIT_BYTES,
    slots: {
      api: { total: config.CALL_CONNECTIONS, perKey: config.CALLS_PER_NETWORK },
      media: { total: config.STREAM_CONNECTIONS, perKey: config.STREAMS_PER_NETWORK },
      upload: { total: config.UPLOAD_CONNECTIONS, perKey: config.UPLOADS_PER_NETWORK },
    },
    callsPerAccount: config.CALLS_PER_ACCOUNT,
    largeBodies: { total: config.LARGE_BODIES, perKey: config.LARGE_BODIES_PER_NETWORK },
    ownHeaders: new Set([...Object.keys(headers), 'x-request-id', 'server', 'x-powered-by']),
    recordRejection,
    timeouts,
  });
  const ofCatalog = {
    catalogUrl: config.CATALOG_URL,
    maxAgeMs: rightsMsOf(deps),
    timeoutMs: timeouts.answerMs,
  };
  const streams = { rights: createRights(ofCatalog), playlists: createPlaylistCache(ofCatalog) };
  const forwardStream = handlers.get('/hls');
  if (deps.storage && forwardStream)
    registerOwnStreams(app, { ...deps, ...streams, storage: deps.storage, forward: forwardStream });
  const { INTERNAL_TOKEN: internalToken } = config;
  const authentication = trustTokensWithoutAuth(deps.authentication);
  registerStatus(createRegister(app, { authentication, internalToken }), deps.knownStatus);
  if (config.WEB_DIR)
    await registerWeb(app, {
      root: config.WEB_DIR,
      publicUrl: config.PUBLIC_URL,
      videos: createPublicVideos({
        ...ofCatalog,
        timeoutMs: PAGE_DETAILS_MS,
        findBeginning: createFindBeginning(streams),
      }),
      ...known,
      policyWith: (inline) => contentSecurityPolicy({ segmentOrigin, inline }),
    });
  return app;
}

/** Returns what the gateway asks the services about the site as a whole, and about links. */
function createKnown({ config, logger }: AppDeps) {
  const options = { authUrl: config.AUTH_URL, timeoutMs: PAGE_DETAILS_MS, logger };
  return {
    announcement: createAnnouncement({ ...options, maxAgeMs: ANNOUNCEMENT_MS }),
    site: createKnownSite({ ...options, maxAgeMs: SITE_NAME_MS }),
    siteAccess: createSiteAccess({ ...options, catalogUrl: config.CATALOG_URL, maxAgeMs: SITE_ACCESS_MS }),
    nestGames: createNestGames({ catalogUrl: config.CATALOG_URL, internalToken: config.INTERNAL_TOKEN }),
    linkPreviews: createLinkPreviews({
      ...options,
      catalogUrl: config.CATALOG_URL,
      internalToken: config.INTERNAL_TOKEN,
    }),
  };
}

/** Returns how long the gateway remembers that somebody may see a video. */
function rightsMsOf({ config, links }: AppDeps): number {
  return (config.STREAM_RIGHTS_SECONDS ?? (links ? 1 : 4)) * 1000;
}

/** Registers the streams that the gateway sends itself, or redirects. */
function registerOwnStreams(
  app: FastifyInstance,
  deps: AppDeps & {
    rights: RightsDirectory;
    playlists: PlaylistCache;
    storage: Storage;
    forward: RouteHandlerMethod;
  },
): void {
  const { config, timeouts, rights, playlists, storage, links, metrics, forward } = deps;
  const found = createObjectCounter(metrics.registry);
  const objects = createObjectCache(storage, {
    maxBytes: config.STREAM_CACHE_MB * 1024 * 1024,
    onFind: (result) => found.inc({ result }),
  });
  registerCacheGauge(metrics.registry, objects);
  registerStreams(app, {
    rights,
    objects,
    links,
    playlists,
    slots: createSlots({ total: config.STREAM_CONNECTIONS, perKey: config.STREAMS_PER_NETWORK }),
    waitMs: timeouts.answerMs,
    recordRejection: metrics.recordRejection,
    recordNestRefusal: metrics.recordNestRefusal,
    sharedSeconds: config.STREAM_SHARED_CACHE_SECONDS,
    forward,
  });
}

interface GuardOptions extends AppDeps {
  findCall: FindCall;
  headers: Record<string, string>;
  announcement: SiteAnnouncement;
  siteAccess: KnownSiteAccess;
  nestGames: NestGames;
  recordRejection: RecordRejection;
}

/** Processes one request of a connection at a time. */
function createTurns(config: Config, recordRejection: RecordRejection): ReturnType<typeof createOneAtATime> {
  return createOneAtATime({
    maxWaiting: config.PIPELINED_REQUESTS,
    onExcess: (request) => {
      recordRejection(request, 'pipelining');
      request.log.info('connection closed after too many pipelined requests');
    },
  });
}

/** Adds the checks that every request passes first. */
function guard(app: FastifyInstance, options: GuardOptions): void {
  const { config, logger, redis, headers, announcement, findCall, recordRejection } = options;
  learnChangedAccess(app, options.siteAccess);
  countTraffic(app, options.metrics.registry);
  const takeTurn = createTurns(config, recordRejection);
  const findViewer = createFindViewer({ verify: options.authentication.verify, logger });
  const checkRate = createRateLimit({
    redis,
    logger,
    perAccount: config.RATE_LIMIT_PER_MINUTE,
    membersPerNetwork: config.MEMBERS_RATE_LIMIT_PER_MINUTE ?? 10 * config.RATE_LIMIT_PER_MINUTE,
    perNetwork: config.NETWORK_RATE_LIMIT_PER_MINUTE ?? 3 * config.RATE_LIMIT_PER_MINUTE,
    recordRejection,
  });
  const refuseWrites = createReadOnlyGuard({ announcement, recordRejection });
  const refuseVisitors = createClosedGameGuard(options);
  const nests = createNestGuard({ ...options, recordRefusal: options.metrics.recordNestRefusal });
  app.decorateRequest('network', '');
  app.decorateRequest('isNest', false);
  app.addHook('onRequest', async (request, reply) => {
    await takeTurn(request, reply);
    reply.headers(headers);
    // A client that has disconnected has no address to be counted by and needs no response.
    if (request.socket.remoteAddress === undefined) throw new AppError('MALFORMED_REQUEST');
    request.network = toClientNetwork(request.ip);
    const path = (request.raw.url ?? '').split('?')[0] ?? '';
    if (!isPlainPath(path) || hasSeveralHosts(request)) throw new AppError('MALFORMED_REQUEST');
    if (isBelow(path, '/metrics')) throw new AppError('NOT_FOUND'); // served on its own port
    nests.mark(request, path);
    if (!isBelow(path, '/api')) return;
    const call = findCall(request.method, path);
    if (request.isNest) await nests.admit(request, call);
    else request.viewer = await findViewer(request.headers.authorization);
    options.requestCounts.note(request);
    if (call?.isRateLimited !== false) checkRate(request);
    await refuseWrites(request, call);
    if (!request.isNest) await refuseVisitors(request, reply, path);
  });
}

/**
 * Returns whether a request names several hosts, which different proxies may resolve differently (RFC 9112, section
 * 3.2).
 */
function hasSeveralHosts({ raw }: FastifyRequest): boolean {
  const isHost = (name: string, index: number) => index % 2 === 0 && name.toLowerCase() === 'host';
  return raw.rawHeaders.filter(isHost).length > 1;
}

/** Returns the origin of each service. */
export function originsOf(config: Config): Record<Service, string> {
  return { auth: config.AUTH_URL, catalog: config.CATALOG_URL, game: config.GAME_URL };
}

/** Leaves bodies unparsed: the routes read the request as a stream. */
function passBodiesUnread(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
}

/**
 * Shortens Node's timeouts, because it checks for late headers only every 30 s and keeps silent connections forever.
 */
function closeSlowConnections(app: FastifyInstance): void {
  Object.assign(app.server, { connectionsCheckingInterval: 2000 });
  app.server.timeout = 120_000;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The client's network, by which requests are counted. */
    network: string;
  }
}
