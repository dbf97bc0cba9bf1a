import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';

import { CommandError } from '@larksong/service-kit';
import { probeStorage, rootOf } from '@larksong/service-kit/status';
import { createStorage, storageKind, type Storage, type StorageConfig } from '@larksong/service-kit/storage';

import { WrongUse } from '../command.ts';
import type { Config } from '../config.ts';
import { describeFailure } from '../describe-failure.ts';
import { BUCKET } from '../vault/backup-place.ts';
import { PATIENCE } from '../vault/open-vault.ts';

/** A place of files: a folder or a bucket. */
export interface Place {
  /** As people name it: the folder, or `s3://bucket`. */
  name: string;
  config: StorageConfig;
  storage: Storage;
}

/** The folder for the object that tries a place. */
const PROBES = 'move/';
const FULL = new Set(['ENOSPC', 'EDQUOT', 'XMinioStorageFull', 'InsufficientStorage', 'QuotaExceeded']);

/** Opens the place that has the files of the site. */
export function openSitePlace(config: Config): Place {
  const isBucket = storageKind(config) === 's3';
  const name = isBucket ? `${BUCKET}${config.S3_BUCKET}` : resolve(config.STORAGE_DIR ?? '');
  return { name, config, storage: createStorage({ ...config, ...PATIENCE }) };
}

/** Opens another place: a folder, or `s3://bucket` on the server of `MOVE_S3_…`, by default the site's own. */
export function openPlace(name: string, config: Config): Place {
  const found = toStorageConfig(name, config);
  return {
    name: found.STORAGE_DIR ?? name,
    config: found,
    storage: createStorage({ ...found, ...PATIENCE }),
  };
}

/** Returns the settings of a folder or bucket. Throws `WrongUse` if it has another kind of name, or settings are missing. */
export function toStorageConfig(name: string, config: Config): StorageConfig {
  if (!name.startsWith(BUCKET)) return { STORAGE_DIR: resolve(name) };
  const bucket = name.slice(BUCKET.length).replace(/\/$/, '');
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket))
    throw new WrongUse(`${name} is not an address like s3://bucket, without folders.`);
  const S3_ENDPOINT = config.MOVE_S3_ENDPOINT ?? config.S3_ENDPOINT;
  if (S3_ENDPOINT === undefined)
    throw new WrongUse('MOVE_S3_ENDPOINT is not set; it is the address of the S3 server.');
  const S3_ACCESS_KEY = config.MOVE_S3_ACCESS_KEY ?? config.S3_ACCESS_KEY;
  const S3_SECRET_KEY = config.MOVE_S3_SECRET_KEY ?? config.S3_SECRET_KEY;
  if (S3_ACCESS_KEY === undefined || S3_SECRET_KEY === undefined)
    throw new WrongUse(
      'MOVE_S3_ACCESS_KEY and MOVE_S3_SECRET_KEY are not set; they are the keys of the server.',
    );
  const S3_REGION = config.MOVE_S3_REGION ?? config.S3_REGION ?? 'us-east-1';
  return { S3_ENDPOINT, S3_BUCKET: bucket, S3_ACCESS_KEY, S3_SECRET_KEY, S3_REGION };
}

/** Throws `CommandError` unless objects can be written, read, listed and deleted there. */
export async function assertUsable(place: Place): Promise<void> {
  const found = await probeStorage(place.storage, { prefix: PROBES, kind: storageKind(place.config) });
  if (found.denied !== null)
    throw new CommandError(
      `${place.name} does not allow Larksong to ${found.denied} files (${found.problem}). Check the keys and their rights, or the owner of the folder.`,
    );
  if (found.state === 'full') throw noSpace(place);
  if (found.state === 'away') throw new CommandError(`${place.name} cannot be used (${found.problem}).`);
}

/** Throws `CommandError` if both are the same folder or bucket, perhaps under two names. */
export async function assertDifferent(one: Place, other: Place): Promise<void> {
  const key = `${PROBES}${randomUUID()}`;
  await other.storage.put(key, Buffer.from('larksong')).catch(rethrowFrom(other));
  try {
    if ((await one.storage.stat(key).catch(rethrowFrom(one))) !== undefined)
      throw new CommandError(`${other.name} is where the files of the site already are.`);
  } finally {
    await other.storage.delete(key).catch(() => undefined);
  }
}

/** Returns a function that throws a failure of a place as a sentence. */
export function rethrowFrom(place: Place): (error: unknown) => never {
  return (error) => {
    const { code } = rootOf(error);
    if (FULL.has(code)) throw noSpace(place, error);
    if (error instanceof CommandError) throw error;
    throw new CommandError(
      `${describeFailure(place.name, error)} Copied files stay there; run the same command again to continue.`,
      { cause: error },
    );
  };
}

function noSpace({ name }: Place, cause?: unknown): CommandError {
  return new CommandError(
    `There is no space left in ${name}. Copied files stay there. Free some space and run the same command again to continue.`,
    { cause },
  );
}
