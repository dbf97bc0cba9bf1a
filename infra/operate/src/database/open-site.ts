import { CommandError } from '@larksong/service-kit';
import type { Client } from 'pg';

import type { Config } from '../config.ts';
import { connect } from './connect.ts';
import { countOthers, findPid, tryLock } from './store.ts';
import { DATABASES, type DatabaseName } from '../vault/manifest.ts';

const LOCK = 'larksong backup or restore';

/** The databases of a site; closes its connections with `await using`. */
export interface Site extends AsyncDisposable {
  clients: Record<DatabaseName, Client>;
}

/** Returns the address of each database. */
export function databaseUrls(config: Config): Record<DatabaseName, string> {
  return {
    auth: config.AUTH_DATABASE_URL,
    catalog: config.CATALOG_DATABASE_URL,
    game: config.GAME_DATABASE_URL,
  };
}

/**
 * Connects to the databases of a site. `isAlone` keeps others from making a backup or restoring one until the site is
 * closed. Throws `CommandError` if a database cannot be reached or another one is at it.
 */
export async function openSite(config: Config, { isAlone }: { isAlone: boolean }): Promise<Site> {
  await using resources = new AsyncDisposableStack();
  const urls = databaseUrls(config);
  const clients: Partial<Record<DatabaseName, Client>> = {};
  for (const name of DATABASES) clients[name] = resources.use(await connect(urls[name])).client;
  const all = clients as Record<DatabaseName, Client>; // each name was set above
  if (isAlone && !(await tryLock(all.auth, LOCK)))
    throw new CommandError(
      'Another backup, restore or move of this site is running. Try again when it has ended.',
    );
  const owned = resources.move();
  return { clients: all, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

/** Throws `CommandError` if anything else is connected to the databases. `why` says what would go wrong. */
export async function assertStopped(site: Site, why: string): Promise<void> {
  const own = await Promise.all(DATABASES.map((name) => findPid(site.clients[name])));
  for (const name of DATABASES) {
    const others = await countOthers(site.clients[name], own);
    if (others > 0)
      throw new CommandError(
        `The site is running, and ${why}. Stop it first: Ctrl-C for npm start; docker compose stop gateway transcoder game catalog auth; on Kubernetes, scale their deployments to 0.`,
      );
  }
}
