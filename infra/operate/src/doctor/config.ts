import {
  databaseConfig,
  inspectConfig,
  publicUrlConfig,
  redisConfig,
  Secret,
  ServiceUrl,
} from '@larksong/service-kit';
import { storageConfig } from '@larksong/service-kit/storage';
import { Type, type Static } from 'typebox';

import { Config } from '../config.ts';

const DatabaseUrl = Type.Optional(databaseConfig.DATABASE_URL);

/** Settings of `doctor`, which checks whatever it has the address of. */
export const DoctorConfig = Type.Object({
  AUTH_URL: Type.Optional(ServiceUrl),
  CATALOG_URL: Type.Optional(ServiceUrl),
  GAME_URL: Type.Optional(ServiceUrl),
  GATEWAY_URL: Type.Optional(ServiceUrl),
  AUTH_DATABASE_URL: DatabaseUrl,
  CATALOG_DATABASE_URL: DatabaseUrl,
  GAME_DATABASE_URL: DatabaseUrl,
  REDIS_URL: Type.Optional(redisConfig.REDIS_URL),
  ...storageConfig,
  ...publicUrlConfig,
  AUTH_SECRET: Secret,
  INTERNAL_TOKEN: Secret,
  STREAM_COOKIE_SECRET: Secret,
  LINK_SECRET: Type.Optional(Secret),
});
export type DoctorConfig = Partial<Static<typeof DoctorConfig>>;

/** Returns the valid settings, and the problems of the others by name. */
export function readDoctorConfig(environment: NodeJS.ProcessEnv): {
  config: DoctorConfig;
  problems: Map<string, string>;
} {
  const { config, problems } = inspectConfig(DoctorConfig, environment);
  const valid = Object.entries(config as object).filter(([name]) => !problems.has(name)); // a schema of an object
  return { config: Object.fromEntries(valid) as DoctorConfig, problems }; // the invalid ones are left out
}

/** Returns the names of the settings that the commands for operators read. */
export function listSettingNames(): string[] {
  return Object.keys({ ...Config.properties, ...DoctorConfig.properties });
}
