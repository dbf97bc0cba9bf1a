import type { S3Client } from './s3-client.ts';
import { s3Code } from './s3-errors.ts';

/** A bucket that is created when it is first needed, once for all simultaneous callers. */
export class S3Bucket {
  readonly #client: S3Client;
  readonly #bucket: { name: string; region: string };
  #ready: Promise<void> | undefined;

  constructor(client: S3Client, bucket: { name: string; region: string }) {
    this.#client = client;
    this.#bucket = bucket;
  }

  /** Creates the bucket unless it exists. After a failure, the next call tries again. */
  async create(): Promise<void> {
    this.#ready ??= this.#make();
    try {
      await this.#ready;
    } catch (error) {
      this.forget();
      throw error;
    }
  }

  /** Lets the next call of `create` check again, since the bucket is gone. */
  forget(): void {
    this.#ready = undefined;
  }

  async #make(): Promise<void> {
    const { name, region } = this.#bucket;
    if (await this.#client.bucketExists(name)) return;
    try {
      await this.#client.makeBucket(name, region);
    } catch (error) {
      // Another service may have created it first.
      if (s3Code(error) !== 'BucketAlreadyOwnedByYou') throw error;
    }
  }
}
