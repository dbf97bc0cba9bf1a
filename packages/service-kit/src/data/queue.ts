import { Queue, Worker, type Processor } from 'bullmq';

import type { Logger } from '../base/logger.ts';
import { createRedis } from './redis.ts';

export interface WakeUpQueue<Payload> {
  /** Adds a job. BullMQ silently ignores ids that it still stores, so a new attempt needs a new id. */
  add(jobId: string, payload: Payload): Promise<void>;
  /** Returns the ids of waiting and running jobs. */
  liveJobIds(): Promise<Set<string>>;
  depth(): Promise<number>;
  close(): Promise<void>;
}

/** Returns the producer of a queue. It fails at once while Redis is unavailable. Jobs are hints and never retried. */
export function createWakeUpQueue<Payload>(options: {
  name: string;
  redisUrl: string;
  logger: Logger;
}): WakeUpQueue<Payload> {
  const connection = createRedis({ url: options.redisUrl, kind: 'fail-fast', logger: options.logger });
  const queue = new Queue<Payload>(options.name, {
    connection,
    defaultJobOptions: { attempts: 1, removeOnComplete: true, removeOnFail: true },
  });
  queue.on('error', (error) => options.logger.debug({ err: error }, 'the queue lost its connection'));
  return {
    async add(jobId, payload) {
      await queue.add('wake-up' as never, payload as never, { jobId }); // BullMQ's types need a concrete payload
    },
    async liveJobIds() {
      const jobs = await queue.getJobs(['waiting', 'active', 'delayed', 'prioritized'], 0, 10_000);
      return new Set(jobs.map((job) => job?.id).filter((id) => id !== undefined));
    },
    depth: () => queue.getWaitingCount(),
    async close() {
      await queue.close();
      connection.disconnect();
    },
  };
}

export interface QueueWorker {
  /** Takes no new jobs and waits for the running ones. */
  close(): Promise<void>;
}

/** Returns the consumer of a queue, with the settings of design section 6 (measured: recovery in 13–18 s, not 45–87 s). */
export function createQueueWorker<Payload>(options: {
  name: string;
  redisUrl: string;
  concurrency: number;
  logger: Logger;
  process: (payload: Payload) => Promise<void>;
}): QueueWorker {
  const connection = createRedis({ url: options.redisUrl, kind: 'patient', logger: options.logger });
  const processor: Processor<Payload> = async (job) => options.process(job.data);
  const worker = new Worker<Payload>(options.name, processor, {
    connection,
    concurrency: options.concurrency,
    lockDuration: 15_000,
    stalledInterval: 5000,
    maxStalledCount: 2,
  });
  worker.on('error', (error) => options.logger.debug({ err: error }, 'a queue worker lost its connection'));
  worker.on('failed', (job, error) =>
    options.logger.warn({ err: error, job: job?.id }, 'a wake-up could not be processed'),
  );
  return {
    async close() {
      await worker.close();
      connection.disconnect();
    },
  };
}
