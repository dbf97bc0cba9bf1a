import { bucketOf, toS3Connection, type StorageConfig } from './create-storage.ts';
import { checkKey } from './keys.ts';
import { S3Client } from './s3/s3-client.ts';

export interface ObjectLinks {
  /** Origin of the links. */
  origin: string;
  /** Returns a link with which anybody can request an object by this method for a limited time. The object need not exist. */
  create: (key: string, method: 'GET' | 'HEAD') => Promise<string>;
}

interface Options {
  /** Address at which browsers reach the S3 server, if it is not `S3_ENDPOINT`. */
  endpoint?: string | undefined;
  /** Time within which a request must begin; up to one second less, since signatures have whole seconds. */
  seconds: number;
}

/** Returns presigned links to the objects of an S3 server, made without calling it. Throws if none is configured. */
export async function createObjectLinks(
  config: StorageConfig,
  { endpoint, seconds }: Options,
): Promise<ObjectLinks> {
  if (!config.S3_ENDPOINT)
    throw new Error('S3_ENDPOINT is not set, but only an S3 server has links to objects.');
  const client = new S3Client(toS3Connection(config, endpoint ?? config.S3_ENDPOINT));
  const bucket = bucketOf(config);
  // A link never recurs, so a copy kept by the browser would only take space.
  const overrides = { 'response-cache-control': 'no-store' };
  const create: ObjectLinks['create'] = async (key, method) => {
    checkKey(key);
    return client.presignedUrl(method, bucket, key, seconds, overrides);
  };
  // Not always that of the endpoint: some servers have a name for each region.
  return { origin: new URL(await create('any', 'GET')).origin, create };
}
