import { access, constants, lstat, readlink, stat } from 'node:fs/promises';
import { join } from 'node:path';

import type { Finding } from '@larksong/operate/doctor';

import { readJson } from '../data-folder/data-folder.ts';
import { codeOf, Problem } from '../host/problem.ts';
import { toFinding } from './doctor-findings.ts';

/** Files that a start reads. */
const FILES = [
  'secrets.json',
  'settings.json',
  'superadmin.json',
  'given-servers.json',
  'restored-secrets.json',
];
/** Folders that the programs of a site write to; those of the database, of files and of backups have their own checks. */
const FOLDERS = ['logs', 'mail', 'redis', 'work', 'public', 'caddy'];
const SECRET_FILES = ['secrets.json', 'restored-secrets.json', 'superadmin.json', 'given-servers.json'];
/** Rights of the group and of everybody else. */
const OTHERS = 0o077;

/** Returns the finding for a path that is no folder, for example a link to a disk that is not mounted. */
export async function checkKind(dataDir: string): Promise<Finding[]> {
  const found = await stat(dataDir).catch(() => undefined);
  if (found?.isDirectory()) return [];
  if (found !== undefined)
    return [
      unusable(
        `${dataDir} is not a folder, but the data of a site is one. Set DATA_DIR to the folder of the site, or move this file away.`,
      ),
    ];
  const link = await readlink(dataDir).catch(() => undefined);
  if (link === undefined) return [];
  return [
    unusable(
      `The data folder ${dataDir} is a link to ${link}, which is missing. Plug in and mount its disk, or correct DATA_DIR.`,
    ),
  ];
}

/** Returns a finding for each file of a site that is damaged, and each folder that its user cannot write to. */
export async function checkContent(dataDir: string): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const name of FILES) {
    try {
      readJson(join(dataDir, name));
    } catch (error) {
      const foreign = await findForeign(join(dataDir, name), error);
      // Lost secrets have a finding that says how to get them back.
      if (foreign !== undefined) findings.push(foreign);
      else if (name !== 'secrets.json')
        findings.push({ ...toFinding('data-folder-unusable', error), about: name });
    }
  }
  for (const name of FOLDERS) {
    const code = await whyUnusable(join(dataDir, name));
    if (code !== undefined)
      findings.push({
        ...unusable(
          `The folder ${join(dataDir, name)} cannot be written to (${code}). Give it back to the user of the site: sudo chown -R "$USER" ${join(dataDir, name)}.`,
        ),
        about: name,
      });
  }
  return findings;
}

async function findForeign(file: string, error: unknown): Promise<Finding | undefined> {
  const code = error instanceof Problem ? codeOf(error.cause) : undefined;
  if (code !== 'EACCES' && code !== 'EPERM') return undefined;
  const { uid } = await lstat(file);
  return {
    ...toFinding(
      'data-folder-foreign',
      new Problem(
        `The file ${file} belongs to another user (${uid}), and this one may not read it. Start the site as that user, or give it the file: sudo chown "$USER" '${file}'.`,
      ),
    ),
    about: file,
  };
}

async function whyUnusable(folder: string): Promise<string | undefined> {
  try {
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return undefined;
  } catch (error) {
    return codeOf(error) === 'ENOENT' ? undefined : (codeOf(error) ?? String(error)); // a start creates it
  }
}

/** Returns a finding for files with secrets that users other than their owner can read. */
export async function checkRights(dataDir: string): Promise<Finding[]> {
  const folder = await stat(dataDir).catch(() => undefined);
  const open: string[] = [];
  for (const name of SECRET_FILES) {
    const found = await lstat(join(dataDir, name)).catch(() => undefined);
    if (found && (found.mode & OTHERS) !== 0) open.push(name);
  }
  if (folder === undefined || open.length === 0) return [];
  const paths = open.map((name) => join(dataDir, name));
  return [
    {
      id: 'secrets-readable',
      severity: 'warning',
      about: 'secrets.json',
      sentence: `Other users of this machine may read ${paths.join(', ')}, which ${open.length === 1 ? 'has' : 'have'} secrets of the site.`,
      remedy: `Run: chmod 600 ${paths.map((path) => `'${path}'`).join(' ')}. If others could have read them, change the secrets, as docs/operations/secrets.md describes it.`,
    },
  ];
}

/** Returns a hint if there is no site in the folder, which is normal only before its first start. */
export function noSite(dataDir: string): Finding {
  return {
    id: 'no-site',
    severity: 'hint',
    about: dataDir,
    sentence: `There is no site in ${dataDir}; npm start would create a new one.`,
    remedy: 'If there is a site already, set DATA_DIR to its folder, as it was set when it was started.',
  };
}

function unusable(text: string): Finding {
  return toFinding('data-folder-unusable', new Problem(text));
}
