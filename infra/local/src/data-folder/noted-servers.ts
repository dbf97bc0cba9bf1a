import { rmSync } from 'node:fs';
import { join } from 'node:path';

import { readJson, writePrivately } from './data-folder.ts';

/** Addresses of servers that Larksong does not start itself. */
export interface GivenServers {
  databaseUrl?: string;
  redisUrl?: string;
}

const fileIn = (dataDir: string) => join(dataDir, 'given-servers.json');

/** Returns the servers with which a site was started last, for commands whose environment does not name them. */
export function readGivenServers(dataDir: string): GivenServers {
  return readJson(fileIn(dataDir)) as GivenServers; // written below alone
}

/** Notes the servers of a start. */
export function noteGivenServers(dataDir: string, { databaseUrl, redisUrl }: GivenServers): void {
  const given = { ...(databaseUrl && { databaseUrl }), ...(redisUrl && { redisUrl }) };
  if (Object.keys(given).length > 0) writePrivately(fileIn(dataDir), given);
  else rmSync(fileIn(dataDir), { force: true });
}
