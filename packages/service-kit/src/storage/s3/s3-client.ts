import http from 'node:http';
import https from 'node:https';

import { Client } from 'minio';

import { createTransport } from './s3-transport.ts';

/** Idle connections are closed after this time. MinIO keeps them longer, so that it rarely closes one in use. */
export const IDLE_MS = 15_000;

export interface S3Connection {
  /** URL of the server, without a path. */
  endpoint: string;
  accessKey: string;
  secretKey: string;
  region: string;
  timeoutMs: number;
  writeTimeoutMs: number;
}

/** The `minio` client with time limits, without its retries (they write to the console), and `listParts` made public. */
export class S3Client extends Client {
  readonly #agent: http.Agent;

  constructor({ endpoint, accessKey, secretKey, region, timeoutMs, writeTimeoutMs }: S3Connection) {
    const url = new URL(endpoint);
    const isSecure = url.protocol === 'https:';
    const agent = new (isSecure ? https : http).Agent({ keepAlive: true, timeout: IDLE_MS });
    super({
      endPoint: url.hostname.replace(/^\[(.*)\]$/, '$1'),
      ...(url.port && { port: Number(url.port) }),
      useSSL: isSecure,
      accessKey,
      secretKey,
      region,
      transportAgent: agent,
      // Node's own type has overloads that the client never uses.
      transport: createTransport({ isSecure, timeoutMs, writeTimeoutMs }) as typeof http,
      retryOptions: { disableRetry: true },
    });
    this.#agent = agent;
  }

  listUploadedParts(bucket: string, key: string, uploadId: string) {
    return this.listParts(bucket, key, uploadId);
  }

  close(): void {
    this.#agent.destroy();
  }
}
