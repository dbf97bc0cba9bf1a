import { findFindings, invalidSetting, type Finding } from '@larksong/health';

import { checkBackups } from './check-backups.ts';
import { checkDisks } from './check-disks.ts';
import { checkS3Clock } from './check-s3-clock.ts';
import { checkTables } from './check-tables.ts';
import { readDoctorConfig } from './config.ts';
import { readFacts } from './read-facts.ts';

/**
 * Returns the problems of a site, as reported by its services and found by local checks. Never throws: anything
 * unreachable becomes a finding.
 */
export async function examine(
  environment: NodeJS.ProcessEnv,
  { isRunning }: { isRunning: boolean },
): Promise<Finding[]> {
  const { config, problems } = readDoctorConfig(environment);
  const { DATA_DIR } = environment;
  if (config.S3_ENDPOINT !== undefined)
    for (const name of ['S3_ACCESS_KEY', 'S3_SECRET_KEY'] as const)
      if (!config[name] && !problems.has(name)) problems.set(name, 'is missing');
  const [facts, disks, clock, backups, tables] = await Promise.all([
    readFacts(config, { isRunning }),
    checkDisks(DATA_DIR === undefined ? [] : [DATA_DIR]),
    config.S3_ENDPOINT === undefined ? [] : checkS3Clock(config.S3_ENDPOINT),
    checkBackups(environment),
    isRunning ? [] : checkTables(config), // services that run report what they cannot read
  ]);
  return [
    ...[...problems].map(([name, problem]) => invalidSetting(name, problem)),
    ...disks,
    ...clock,
    ...backups,
    ...tables,
    ...findFindings(facts),
  ];
}
