import { commonConfig, loadConfig } from '@larksong/service-kit';
import { Type, type Static } from 'typebox';

const Config = Type.Object({
  ...commonConfig,
  DATABASE_URL: Type.String({ pattern: '^postgres(ql)?://', message: 'must be a postgres:// address' }),
});
export type Config = Static<typeof Config>;

/** The settings of game; throws one error that names every problem. */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  return loadConfig(Config, environment);
}
