import { CommandError } from '@larksong/service-kit';
import {
  createStorage,
  markPath,
  readMarkFile,
  type MarkedFolder,
  type Storage,
} from '@larksong/service-kit/storage';
import type { Client } from 'pg';

import type { Site } from '../database/open-site.ts';
import type { Config } from '../config.ts';

/** The databases whose services mark a folder of storage. */
const MARKED: { name: 'catalog' | 'game'; folder: MarkedFolder }[] = [
  { name: 'catalog', folder: 'videos' },
  { name: 'game', folder: 'game' },
];

/**
 * Opens the storage of a site. Throws `CommandError` if the folder does not belong to its databases, such as the empty
 * mount point of an unmounted disk; its files are not missing, and nothing may be written to it.
 */
export async function openSiteStorage(config: Config, { clients }: Pick<Site, 'clients'>): Promise<Storage> {
  const { STORAGE_DIR } = config;
  if (!config.S3_ENDPOINT && STORAGE_DIR !== undefined && !(await hasMarksOf({ clients }, STORAGE_DIR)))
    throw new CommandError(
      `The files of the site are not in ${STORAGE_DIR}. Is its disk plugged in and mounted, or was the folder moved or replaced? Put it back. If they are lost, restore a backup into a new DATA_DIR. Nothing was changed.`,
    );
  return createStorage(config);
}

/** Returns whether a storage folder has all marks that the site has set. */
export async function hasMarksOf({ clients }: Pick<Site, 'clients'>, root: string): Promise<boolean> {
  for (const { name, folder } of MARKED) if (!(await isOfSite(root, folder, clients[name]))) return false;
  return true;
}

/** Returns whether a storage folder has the mark of a database, or the database has marked none yet. */
export async function isOfSite(root: string, folder: MarkedFolder, client: Client): Promise<boolean> {
  const id = await findMark(client);
  return id === undefined || (await readMarkFile(markPath(root, folder))) === id;
}

/** Returns the id of a site, which goes with its backups: that of catalog's mark; undefined before there were marks. */
export async function findSiteId(catalog: Client): Promise<string | undefined> {
  return (await readMark(catalog))?.id;
}

/** Returns the mark that storage was given; undefined if there is none yet. */
async function findMark(client: Client): Promise<string | undefined> {
  const mark = await readMark(client);
  return mark?.isMarked ? mark.id : undefined;
}

async function readMark(client: Client): Promise<{ id: string; isMarked: boolean } | undefined> {
  const { rows: tables } = await client.query(`select to_regclass('public.storage_mark') as name`);
  if ((tables[0] as { name: string | null }).name === null) return undefined; // the query has one row
  const { rows } = await client.query<{ id: string; isMarked: boolean }>(
    'select id, marked_at is not null as "isMarked" from storage_mark',
  );
  return rows[0];
}
