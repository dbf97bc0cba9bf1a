import type { StorageConfig } from '@larksong/service-kit/storage';
import { startMinio, toS3Settings } from '@larksong/service-kit/testing/minio';

export interface StartedDriver {
  /** Undefined for a private folder of the test. */
  config: StorageConfig | undefined;
  stop: () => Promise<void>;
}

async function startS3(): Promise<StartedDriver | { unavailable: string }> {
  const minio = await startMinio();
  if ('unavailable' in minio) return minio;
  const config = toS3Settings(minio, 'game');
  return { config, stop: minio.stop };
}

/** Both storage drivers, each on a real store; an unavailable one states the reason. */
export const DRIVERS = {
  file: async (): Promise<StartedDriver> => ({ config: undefined, stop: async () => {} }),
  s3: startS3,
};
