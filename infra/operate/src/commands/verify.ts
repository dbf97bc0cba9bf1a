import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { formatBytes } from '@larksong/contracts';
import { CommandError } from '@larksong/service-kit';

import { openSite } from '../database/open-site.ts';
import { compareAuditLogs } from '../check/compare-audit-logs.ts';
import { mendSite, type Mended } from '../check/mend-site.ts';
import { openSiteStorage } from '../check/site-storage.ts';
import { listVideos, type Reference } from '../check/references-store.ts';
import { findUnreadableLinks, verifyLists, verifyNests } from '../check/verify-lists.ts';
import { verifySite, type Mismatches } from '../check/verify-site.ts';
import { readArguments, toNumber, type Command } from '../command.ts';
import { readConfig, type Config } from '../config.ts';
import { count } from '../describe.ts';
import { openVault } from '../vault/open-vault.ts';

const HOUR_MS = 3_600_000;
const DEFAULT_AGE_HOURS = 24;
/** Number of songs that are named one by one. */
const SHOWN = 50;

const OPTIONS = {
  mend: { type: 'boolean' },
  'older-than': { type: 'string' },
  json: { type: 'boolean' },
} as const;

type Song = { id: string; title: string; status: string; hasSource: boolean; lost: Reference['kind'][] };

interface Findings extends Mismatches {
  songs: Song[];
  /** What contradicts itself among lists of songs and their links. */
  lists: string[];
  /** What contradicts itself among nests of children, and between auth and catalog. */
  nests: string[];
  mended: Mended | undefined;
}

export const verify: Command = {
  usage: '[--mend [--older-than HOURS]] [--json]',
  summary: 'compare databases and files in both directions, and mend what can be mended',
  details: `Ends with code 1 if files are lost, if lists or nests contradict themselves or links do not open, or if an audit log lacks an entry that a backup in BACKUP_FOLDER names.
  --mend               remove files that nothing refers to and that are older than 24 hours; transcode songs with lost
                       files again if their uploaded file exists
  --older-than HOURS   another age for files that nothing refers to`,
  async run(args, { environment, print, note }) {
    const { values } = readArguments(args, { options: OPTIONS, least: 0, most: 0 });
    const hours = toNumber('--older-than', values['older-than']) ?? DEFAULT_AGE_HOURS;
    const config = readConfig(environment);
    const findings = await findMismatches(config, {
      mendAgeMs: values.mend ? hours * HOUR_MS : undefined,
    });
    const auditLogs = await findAuditProblems(config, note);
    const links = await findUnreadableLinks(config);
    if (values.json) print(JSON.stringify({ ...findings, links, auditLogs }));
    else for (const line of [describe(findings), ...links, ...auditLogs]) print(line);
    const isLost = findings.lost.length > 0 && !values.mend;
    const { lists, nests } = findings;
    return isLost || [lists, nests, links, auditLogs].some((problems) => problems.length > 0) ? 1 : 0;
  },
};

/**
 * Compares the audit logs of a site with its backups and returns the contradictions. Unreadable backups are only
 * mentioned.
 */
export async function findAuditProblems(config: Config, note: (line: string) => void): Promise<string[]> {
  const place = findBackups(config);
  if (place === undefined) return [];
  try {
    await using site = await openSite(config, { isAlone: false });
    const vault = await openVault(place, config, { create: false, isListed: true });
    try {
      return await compareAuditLogs(site, vault);
    } finally {
      await vault.close();
    }
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    note(`The audit logs were not compared with backups. ${error.message}`);
    return [];
  }
}

/** Returns the place of the nightly backups, which `npm start` has in its data folder by default. */
function findBackups({ BACKUP_FOLDER, DATA_DIR }: Config): string | undefined {
  if (BACKUP_FOLDER !== undefined || DATA_DIR === undefined) return BACKUP_FOLDER;
  const folder = join(DATA_DIR, 'backups');
  return existsSync(folder) ? folder : undefined;
}

/** Compares databases and storage; repairs what it can if `mendAgeMs`, the minimum age of removed orphans, is given. */
export async function findMismatches(
  config: Config,
  { mendAgeMs }: { mendAgeMs: number | undefined },
): Promise<Findings> {
  await using site = await openSite(config, { isAlone: false });
  const storage = await openSiteStorage(config, site);
  try {
    const found = await verifySite({ storage, clients: site.clients });
    const kinds = Map.groupBy(found.lost, ({ videoId }) => videoId);
    const ids = [...kinds.keys()].filter((id) => id !== undefined);
    const songs = (await listVideos(site.clients.catalog, ids)).map((video) => ({
      ...video,
      lost: [...new Set((kinds.get(video.id) ?? []).map(({ kind }) => kind))],
    }));
    const mended =
      mendAgeMs === undefined
        ? undefined
        : await mendSite(found, {
            storage,
            catalogUrl: config.CATALOG_DATABASE_URL,
            ageMs: mendAgeMs,
            now: new Date(),
          });
    const lists = await verifyLists(site.clients.catalog);
    const nests = await verifyNests(site.clients);
    return { ...found, songs, lists, nests, mended };
  } finally {
    await storage.close();
  }
}

/** Returns the findings as sentences. */
export function describe({ lost, orphans, objects, songs, lists, nests, mended }: Findings): string {
  const lines = [`${count(objects, 'file')} in storage, ${count(lost.length, 'file')} lost.`];
  for (const song of songs.slice(0, SHOWN)) lines.push(`  ${describeSong(song, mended)}`);
  if (songs.length > SHOWN) lines.push(`  … and ${count(songs.length - SHOWN, 'more song')}`);
  const ofGame = lost.filter(({ kind }) => kind === 'game');
  if (ofGame.length > 0)
    lines.push(
      `  Lost from the game: ${ofGame.map(({ key }) => key).join(', ')}. Upload these again on the page Letters and words.`,
    );
  const bytes = orphans.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  if (orphans.length > 0)
    lines.push(`${count(orphans.length, 'file')} (${formatBytes(bytes)}) that nothing refers to.`);
  if (mended !== undefined && mended.removed.length > 0)
    lines.push(`Removed ${count(mended.removed.length, 'file')} that nothing refers to.`);
  if (lost.length === 0 && orphans.length === 0) lines.push('Databases and files agree.');
  lines.push(...lists, ...nests);
  return lines.join('\n');
}

function describeSong({ id, title, hasSource, lost }: Song, mended: Mended | undefined): string {
  const what = `"${title}" (${id}) has lost: ${lost.join(', ')}.`;
  if (mended?.transcodedAgain.includes(id)) return `${what} It is transcoded again.`;
  const canBeMade = lost.some((kind) => kind === 'segment' || kind === 'picture');
  if (hasSource && !lost.includes('source'))
    return canBeMade && mended === undefined
      ? `${what} Its uploaded file still exists: verify --mend transcodes it again.`
      : what;
  return canBeMade ? `${what} Please upload it again.` : `${what} It plays, but cannot be transcoded again.`;
}
