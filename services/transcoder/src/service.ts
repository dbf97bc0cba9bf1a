import { randomUUID } from 'node:crypto';
import { hostname, availableParallelism } from 'node:os';

import { createInternalClient, siteVersion, type Logger, type Service } from '@larksong/service-kit';
import { createMarkedStorage, createSeenMarks } from '@larksong/service-kit/storage';

import { buildApp } from './app.ts';
import type { Config } from './config.ts';
import { startSourceServer } from './media/source-server.ts';
import { findMediaTools, type MediaTools } from './media/tools.ts';
import { prepareWorkRoot, removeFolder } from './media/work-folder.ts';
import { addMediaMetrics } from './media-metrics.ts';
import { createMetrics } from './metrics.ts';
import { startPresence } from './presence.ts';
import { startWorker } from './worker.ts';

/**
 * Finds ffmpeg, tests the sandbox and opens storage. `start` begins to claim work; `stop` ends all work, releases the
 * units and deletes the work folder. Throws if ffmpeg cannot be used as the settings demand.
 */
export async function createService(config: Config, logger: Logger): Promise<Service> {
  await using resources = new AsyncDisposableStack();
  const tools = await findMediaTools({
    ffmpegPath: config.FFMPEG_PATH,
    ffprobePath: config.FFPROBE_PATH,
    threads: config.FFMPEG_THREADS || Math.min(8, availableParallelism()),
    niceness: config.FFMPEG_NICENESS,
  });
  logger.info({ ffmpeg: tools.version, ...tools.isolation }, 'ffmpeg found, sandbox tested');
  checkSandbox(config, tools, logger);
  const storage = createMarkedStorage(config, createSeenMarks);
  resources.defer(() => storage.close());
  const slots = { heavy: config.HEAVY_SLOTS, light: config.LIGHT_SLOTS, sound: config.SOUND_SLOTS };
  const metrics = addMediaMetrics(createMetrics(tools, slots), config.WORK_DIR);
  const app = buildApp({
    logger,
    accessLog: config.ACCESS_LOG,
    linesPerMinute: config.LOG_LINES_PER_MINUTE,
    storage,
    metrics,
  });
  resources.defer(() => app.close());
  const workRoot = await prepareWorkRoot(config.WORK_DIR);
  resources.defer(() => removeFolder(workRoot));
  const sourceServer = await startSourceServer();
  resources.defer(() => sourceServer.close());
  const owned = resources.move();
  return {
    app,
    async start() {
      const call = createInternalClient({
        baseUrl: config.CATALOG_URL,
        internalToken: config.INTERNAL_TOKEN,
      });
      const workerId = `${hostname()}:${process.pid}:${randomUUID()}`; // in a container, every start has the same process id
      const sandboxed = tools.isolation.bubblewrap;
      const worker = startWorker({
        storage,
        tools,
        sourceServer,
        workRoot,
        metrics,
        logger,
        call,
        game: createInternalClient({ baseUrl: config.GAME_URL, internalToken: config.INTERNAL_TOKEN }),
        redisUrl: config.REDIS_URL,
        workerId,
        sandboxed,
        slots,
      });
      const presence = startPresence({
        identity: {
          workerId,
          name: config.WORKER_NAME,
          host: hostname(),
          version: siteVersion(),
          ffmpegVersion: tools.version,
          sandboxed,
          slots,
        },
        call,
        countSounds: () => metrics.active('sound'),
        logger,
      });
      owned.defer(async () => {
        presence.announceStop();
        await worker.stop();
        await presence.stop();
      });
    },
    stop: () => owned.disposeAsync(),
  };
}

/** Logs a warning if ffmpeg runs without its sandbox. Throws if the settings do not allow that. */
function checkSandbox(config: Config, tools: MediaTools, logger: Logger): void {
  if (tools.isolation.bubblewrap) return;
  const problem = `bubblewrap does not work here: ${tools.sandboxProblem ?? 'unknown'}`;
  const readOn = 'See docs/operations/sandbox.md.';
  if (config.SANDBOX === 'require') throw new Error(`SANDBOX is "require", but ${problem}. ${readOn}`);
  logger.warn(
    { problem: tools.sandboxProblem },
    `ffmpeg runs without its sandbox, so a hostile file could reach more than it should; ${problem}. ${readOn}`,
  );
}
