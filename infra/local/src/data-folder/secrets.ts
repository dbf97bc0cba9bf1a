import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';

import { Problem } from '../host/problem.ts';
import { readJson, writePrivately } from './data-folder.ts';
import { hasDatabase } from './own-database.ts';

/** Secrets that are generated once and never change, 256 bits each. */
const SECRET_NAMES = [
  'internalToken',
  'authSecret',
  'streamCookieSecret',
  'postgresPassword',
  'redisPassword',
] as const;
/** Those that sites of earlier versions get at their next start. */
const LATER_NAMES = ['linkSecret'] as const;
export type Secrets = Record<(typeof SECRET_NAMES)[number], string> &
  Partial<Record<(typeof LATER_NAMES)[number], string>>;

/** The secrets that a restored backup contains, by the names of the services' settings. */
const RESTORED: Partial<Record<string, keyof Secrets>> = {
  AUTH_SECRET: 'authSecret',
  INTERNAL_TOKEN: 'internalToken',
  STREAM_COOKIE_SECRET: 'streamCookieSecret',
  LINK_SECRET: 'linkSecret',
};

/** The databases of the site exist, but the secrets that belong to them are missing. */
export class LostSecrets extends Problem {}

const fileIn = (dataDir: string) => join(dataDir, 'secrets.json');
const restoredIn = (dataDir: string) => join(dataDir, 'restored-secrets.json');

/**
 * Returns the secrets of a site for a start: generates those of a new one, readable only by the owner, and adopts those
 * that a restored backup has left. Throws `LostSecrets` if there are databases, to which other secrets would not belong.
 */
export async function openSecrets(dataDir: string): Promise<Secrets> {
  const { kept, restored } = readAll(dataDir);
  if (isComplete(kept) && isOfThisVersion(kept) && Object.keys(restored).length === 0) return kept;
  if (!isComplete(kept) && (await hasDatabase(dataDir))) throw lost(dataDir, kept);
  const generated = [...SECRET_NAMES, ...LATER_NAMES].map((name) => [name, randomBytes(32).toString('hex')]);
  const secrets = { ...(Object.fromEntries(generated) as Secrets), ...kept, ...restored }; // has every name
  writePrivately(fileIn(dataDir), secrets);
  rmSync(restoredIn(dataDir), { force: true });
  return secrets;
}

/** Returns the secrets of a site and changes nothing. Throws `LostSecrets` if they are missing. */
export function readSecrets(dataDir: string): Secrets {
  const { kept, restored } = readAll(dataDir);
  if (isComplete(kept)) return { ...kept, ...restored };
  throw lost(dataDir, kept);
}

function readAll(dataDir: string): { kept: Partial<Secrets>; restored: Partial<Secrets> } {
  const restored = readJson(restoredIn(dataDir)) as Record<string, string>; // written by infra/operate
  return { kept: readKept(dataDir), restored: toSecrets(restored) };
}

function readKept(dataDir: string): Partial<Secrets> {
  try {
    return readJson(fileIn(dataDir)) as Partial<Secrets>; // written above alone
  } catch (error) {
    const isDamaged = error instanceof Problem && error.cause instanceof SyntaxError;
    throw isDamaged ? lostBecause(`The file secrets.json in ${dataDir} is damaged`, dataDir) : error;
  }
}

function isComplete(secrets: Partial<Secrets>): secrets is Secrets {
  return SECRET_NAMES.every((name) => typeof secrets[name] === 'string');
}

function isOfThisVersion(secrets: Partial<Secrets>): boolean {
  return LATER_NAMES.every((name) => typeof secrets[name] === 'string');
}

function lost(dataDir: string, kept: Partial<Secrets>): LostSecrets {
  const missing = SECRET_NAMES.filter((name) => typeof kept[name] !== 'string');
  const what =
    missing.length === SECRET_NAMES.length
      ? `The file secrets.json is missing in ${dataDir}`
      : `The file secrets.json in ${dataDir} lacks ${missing.join(', ')}`;
  return lostBecause(what, dataDir);
}

function lostBecause(what: string, dataDir: string): LostSecrets {
  return new LostSecrets(
    `${what}, so nobody can open the database, and codes and links that the site has issued are void. Put the file back from a copy of the folder. Otherwise restore a backup, which has the secrets, into a new DATA_DIR: DATA_DIR=NEW_FOLDER npm run larksong -- restore FOLDER; the nightly ones are in ${join(dataDir, 'backups')} or BACKUP_FOLDER. Nothing was changed.`,
  );
}

function toSecrets(restored: Record<string, string>): Partial<Secrets> {
  const secrets: Partial<Secrets> = {};
  for (const [setting, value] of Object.entries(restored)) {
    const name = RESTORED[setting];
    if (name !== undefined) secrets[name] = value;
  }
  return secrets;
}
