import { Type } from 'typebox';

import { FileStorage } from './file-storage.ts';
import type { S3Connection } from './s3/s3-client.ts';
import { MarkedStorage } from './marked-storage.ts';
import { S3Storage } from './s3/s3-storage.ts';
import type { StorageMark } from './storage-mark.ts';
import type { Storage } from './types.ts';

/** Settings of object storage: `S3_ENDPOINT` or else `STORAGE_DIR`. */
export const storageConfig = {
  /** Folder of the objects, shared by the services of one machine. */
  STORAGE_DIR: Type.Optional(Type.String({ minLength: 1 })),
  /** URL of an S3 server, for example http://minio:9000; if it is set, `STORAGE_DIR` is not used. */
  S3_ENDPOINT: Type.Optional(
    Type.String({
      pattern: '^https?://[^/?#@]+/?$',
      message: 'must be the URL of a server, like http://minio:9000',
    }),
  ),
  S3_BUCKET: Type.Optional(
    Type.String({
      default: 'larksong',
      pattern: '^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$',
      message: 'must be the name of a bucket: 3 to 63 lower-case letters, digits, dots and hyphens',
    }),
  ),
  S3_ACCESS_KEY: Type.Optional(Type.String({ minLength: 1 })),
  S3_SECRET_KEY: Type.Optional(Type.String({ minLength: 1 })),
  S3_REGION: Type.Optional(Type.String({ default: 'us-east-1', minLength: 1 })),
  /** URL of MinIO's metrics with the free space, for example http://minio:9000/minio/v2/metrics/cluster. */
  S3_METRICS_URL: Type.Optional(
    Type.String({ pattern: '^https?://', message: 'must be an http:// address' }),
  ),
  /** Silence of the server after which a call fails. */
  S3_TIMEOUT_MS: Type.Optional(Type.Integer({ default: 2000, minimum: 100 })),
  /** Timeout for the response to a write that the server has received. */
  S3_WRITE_TIMEOUT_MS: Type.Optional(Type.Integer({ default: 10_000, minimum: 100 })),
  /** Maximum number of simultaneous uploads in one process; further ones are rejected. */
  S3_MAX_UPLOADS: Type.Optional(Type.Integer({ default: 4, minimum: 1 })),
};

export interface StorageConfig {
  STORAGE_DIR?: string;
  S3_ENDPOINT?: string;
  S3_BUCKET?: string;
  S3_ACCESS_KEY?: string;
  S3_SECRET_KEY?: string;
  S3_REGION?: string;
  S3_METRICS_URL?: string;
  S3_TIMEOUT_MS?: number;
  S3_WRITE_TIMEOUT_MS?: number;
  S3_MAX_UPLOADS?: number;
}

/**
 * Returns the configured driver without connecting or creating anything. Throws if neither is configured. With
 * `isPrivate`, only the owner can read files in the folder, even while they are being written.
 */
export function createStorage(
  config: StorageConfig,
  { isPrivate = false }: { isPrivate?: boolean } = {},
): Storage {
  if (config.S3_ENDPOINT)
    return new S3Storage({
      ...toS3Connection(config, config.S3_ENDPOINT),
      bucket: bucketOf(config),
      maxUploads: config.S3_MAX_UPLOADS ?? 4,
      metricsUrl: config.S3_METRICS_URL,
    });
  if (config.STORAGE_DIR) return new FileStorage({ root: config.STORAGE_DIR, isPrivate });
  throw new Error('Neither S3_ENDPOINT nor STORAGE_DIR is set: one of them is required.');
}

/**
 * Returns the configured driver for a service. A folder is used only while it has the mark that `toMark` returns for it; a
 * bucket, which is not mounted, has none.
 */
export function createMarkedStorage(config: StorageConfig, toMark: (root: string) => StorageMark): Storage {
  const storage = createStorage(config);
  const { STORAGE_DIR } = config;
  if (config.S3_ENDPOINT || STORAGE_DIR === undefined) return storage;
  return new MarkedStorage(storage, toMark(STORAGE_DIR));
}

/** Returns whether objects are in a folder or on an S3 server. */
export function storageKind(config: StorageConfig): 'folder' | 's3' {
  return config.S3_ENDPOINT ? 's3' : 'folder';
}

/** Returns the configured connection, to `endpoint`. Throws if the keys are missing. */
export function toS3Connection(config: StorageConfig, endpoint: string): S3Connection {
  if (!config.S3_ACCESS_KEY || !config.S3_SECRET_KEY)
    throw new Error('S3_ENDPOINT is set, so S3_ACCESS_KEY and S3_SECRET_KEY must be set too.');
  return {
    endpoint,
    accessKey: config.S3_ACCESS_KEY,
    secretKey: config.S3_SECRET_KEY,
    region: config.S3_REGION ?? 'us-east-1',
    timeoutMs: config.S3_TIMEOUT_MS ?? 2000,
    writeTimeoutMs: config.S3_WRITE_TIMEOUT_MS ?? 10_000,
  };
}

/** Returns the name of the configured bucket; `larksong` by default. */
export function bucketOf(config: StorageConfig): string {
  return config.S3_BUCKET ?? 'larksong';
}
