import { probePublicAddress } from '@larksong/health';
import {
  connectToAuth,
  createNestAuthentication,
  createAuthentication,
  createRedis,
  type Authentication,
  type Logger,
  type Service,
  type Trust,
} from '@larksong/service-kit';
import { cached, createProcessStatus, probeRedis, remotePassword } from '@larksong/service-kit/status';
import {
  createObjectLinks,
  createReadersMark,
  createStorage,
  MarkedStorage,
  type ObjectLinks,
  type Storage,
} from '@larksong/service-kit/storage';
import type { Redis } from 'ioredis';

import { buildApp, originsOf } from './app.ts';
import { warnOfMissingProxies, type Config } from './config.ts';
import { createDrain } from './drain.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { startMetricsServer } from './metrics-server.ts';
import { PROXY_TIMEOUTS, type ProxyTimeouts } from './proxy/routes.ts';
import { addCertificateMetrics } from './status/certificate-metrics.ts';
import { createRecentStarts } from './status/recent-starts.ts';
import { startReports } from './status/report-findings.ts';
import { createKnownStatus } from './status/routes.ts';
import { createRequestCounts } from './status/seen-requests.ts';
import { createUpstreamChecks } from './upstream-checks.ts';

const AUTH_PROBE_SECONDS = 3;
const KEEP_ADDRESS_MS = 20_000;
/** Less than a scrape waits for a gauge. */
const WAIT_ADDRESS_MS = 1500;

interface GatewayService extends Service {
  redis: Redis;
  metrics: Metrics;
}

/** Replaces parts made from the configuration; for tests. */
export interface Replacements {
  trust?: Trust;
  /** Verifies the tokens by which calls are counted. */
  verify?: Authentication['verify'];
  timeouts?: Partial<ProxyTimeouts>;
}

/** Opens the storage of songs for reading; undefined without one. */
function openStorage(config: Config): Storage | undefined {
  const { S3_ENDPOINT, STORAGE_DIR } = config;
  if (S3_ENDPOINT) return createStorage(config);
  return STORAGE_DIR
    ? new MarkedStorage(createStorage(config), createReadersMark(STORAGE_DIR, 'videos'))
    : undefined;
}

/** Connects the gateway to Redis. The services behind it may start later. */
export async function createService(
  config: Config,
  logger: Logger,
  replacements: Replacements = {},
): Promise<GatewayService> {
  warnOfMissingProxies(config, logger);
  await using resources = new AsyncDisposableStack();
  const metrics = createMetrics();
  const redis = createRedis({
    url: config.REDIS_URL,
    kind: 'fail-fast',
    logger,
    metrics: metrics.registry,
  });
  resources.defer(() => redis.disconnect());
  const storage = openStorage(config);
  resources.defer(() => storage?.close());
  const { trust, verify } = replacements;
  const trusted = connectToAuth({ ...config, AUTH_PROBE_SECONDS }, { logger, trust });
  const authentication = createAuthentication(trusted);
  const recentStarts = createRecentStarts();
  const upstreamChecks = createUpstreamChecks(originsOf(config), recentStarts);
  const probeAddress = cached(() => probePublicAddress(config.PUBLIC_URL), {
    keepMs: KEEP_ADDRESS_MS,
    waitMs: WAIT_ADDRESS_MS,
  });
  addCertificateMetrics(metrics.registry, { publicUrl: config.PUBLIC_URL, probe: probeAddress });
  const requestCounts = createRequestCounts(config.PUBLIC_URL);
  const knownStatus = createKnownStatus({
    ...{ config, requestCounts, recentStarts, probeAddress },
    describeProcess: describeProcessOf(config, redis),
  });
  const app = await buildApp({
    config,
    logger,
    redis,
    metrics,
    storage,
    links: config.STREAM_DELIVERY === 'direct' ? await createLinks(config) : undefined,
    authentication: verify ? { ...authentication, verify } : authentication,
    nestAuthentication: createNestAuthentication(trusted),
    upstreamChecks,
    requestCounts,
    knownStatus,
    timeouts: { ...PROXY_TIMEOUTS, ...replacements.timeouts },
  });
  resources.defer(() => app.close());
  resources.defer(createDrain(app, config.DRAIN_SECONDS));
  const owned = resources.move();
  return {
    app,
    redis,
    metrics,
    async start() {
      owned.defer(startReports({ config, gatherSite: knownStatus.gatherSite, logger }));
      const { METRICS_HOST: host, METRICS_PORT: port } = config;
      if (port === undefined) return;
      const isListening = () => app.server.listening;
      const server = await startMetricsServer(metrics.registry, { host, port, isListening });
      owned.defer(() => void server.close());
    },
    stop: () => owned.disposeAsync(),
  };
}

function describeProcessOf(config: Config, redis: Redis) {
  return createProcessStatus({
    secrets: { INTERNAL_TOKEN: config.INTERNAL_TOKEN },
    passwords: { "gateway's password for Redis": remotePassword(config.REDIS_URL) },
    redis: () => probeRedis(redis),
  });
}

function createLinks(config: Config): Promise<ObjectLinks> {
  const { S3_PUBLIC_ENDPOINT: endpoint, STREAM_LINK_SECONDS: seconds } = config;
  return createObjectLinks(config, { endpoint, seconds });
}
