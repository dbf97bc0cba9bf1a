import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { followMoves } from './commands/follow-moves.ts';
import { backUpNightly } from './commands/nightly-backup.ts';
import { noteRunning } from './data-folder/noted-versions.ts';
import { readSiteSettings } from './data-folder/site-settings.ts';
import { markShown, superadminFile } from './data-folder/superadmin.ts';
import { uploadDemoVideo } from './first-start/demo-video.ts';
import { findSetupAddress, followSetup } from './first-start/follow-setup.ts';
import { loadStarterPack } from './first-start/starter-pack.ts';
import { assertRoomForNewSite } from './host/free-space.ts';
import { toSentence } from './host/problem.ts';
import { ROOT } from './host/root.ts';
import { shown } from './host/shown-path.ts';
import { BUBBLEWRAP, ensureTools, FFMPEG, FFPROBE, REDIS } from './host/tools.ts';
import { becomeOwner } from './processes/service-user.ts';
import { findCaddy } from './servers/https.ts';
import { describeThisVersion } from './servers/version-before.ts';
import { describeFilesTrouble } from './settings/files-trouble.ts';
import { readSettings, type StartSettings } from './settings/settings.ts';
import type { Stack } from './settings/stack-options.ts';
import { startStack } from './stack.ts';

/** Runs `npm start`: the site runs until the signal is aborted; returns the exit code. */
export async function start({ signal }: { signal: AbortSignal }): Promise<number> {
  const settings = readSettings(process.env);
  const isFirstStart = !existsSync(join(settings.dataDir, 'version.json'));
  // Optional tools are installed only at the first start.
  const servers = settings.redisUrl === undefined ? [REDIS] : [];
  await ensureTools([...servers, FFMPEG, FFPROBE, ...(isFirstStart ? [BUBBLEWRAP] : [])], say);
  await becomeOwner(ROOT, resolve(settings.dataDir));
  if (settings.databaseUrl === undefined) await assertRoomForNewSite(resolve(settings.dataDir));
  if (settings.https) await findCaddy();
  let stack: Stack;
  try {
    stack = await startStack({ ...settings, say, signal });
  } catch (error) {
    if (!signal.aborted) throw error;
    say('Stopped before everything was up.');
    return 0;
  }
  noteRunning(resolve(settings.dataDir), await describeThisVersion(resolve(settings.dataDir)));
  if (!signal.aborted) await loadStarterPack({ dataDir: settings.dataDir, say, signal });
  if (!signal.aborted) greet(stack, settings, await findSetupAddress(stack));
  const trouble = await describeFilesTrouble(settings.dataDir);
  if (trouble !== undefined) say(trouble);
  const setup = followSetup(stack, { dataDir: settings.dataDir, say, signal });
  if (!signal.aborted) await uploadDemoVideo(stack, { dataDir: settings.dataDir, say, signal });
  setup.catch((error: unknown) => say(`The new settings could not be applied. ${toSentence(error)}`));
  const { movedTo } = readSiteSettings(settings.dataDir);
  if (movedTo && process.env['S3_ENDPOINT'] && process.env['S3_ENDPOINT'] !== movedTo['S3_ENDPOINT'])
    say('The files of the site were moved, so S3_ENDPOINT has no effect. Remove it from the environment.');
  const moves = followMoves(stack, { dataDir: settings.dataDir, say, signal });
  const backups = backUpNightly(settings, { say, signal });
  await aborted(signal);
  say('Stopping …');
  await Promise.all([backups, moves]);
  await stack.stop();
  say('Stopped. The data is kept; npm start continues with it.');
  return 0;
}

/** Returns where devices get the certificate of the site's own authority. */
function authorityOf({ https }: StartSettings): string {
  if (https?.tls !== 'internal') return '';
  const { site, plainPort } = https;
  return `\n  Devices need the certificate of this site's authority, once:  http://${site}${plainPort === 80 ? '' : `:${plainPort}`}/larksong-ca.crt\n`;
}

function greet(stack: Stack, settings: StartSettings, setupAddress: string | undefined): void {
  const dataDir = resolve(settings.dataDir);
  const { SMTP_URL, SMTP_HOST } = process.env;
  const mails = SMTP_URL || SMTP_HOST ? '' : `    Mail  ${shown(join(dataDir, 'mail'))}`;
  console.log(`
  Larksong is running at  ${stack.url}

  Superadmin  ${stack.superadmin.email}
  Password    ${describePassword(stack, settings)}
${setupAddress === undefined ? '' : `\n  Set it up in the browser, within a day:\n  ${setupAddress}\n`}
${authorityOf(settings)}  Data  ${shown(dataDir)}    Logs  ${shown(stack.logDir)}${mails}
  Ctrl-C stops it.
`);
}

/** Shows a generated password once, at the first start that gets this far; afterwards only where it is stored. */
function describePassword(stack: Stack, settings: StartSettings): string {
  if (settings.superadmin?.password !== undefined) return 'the one in SUPERADMIN_PASSWORD';
  if (!stack.isPasswordKnown) return 'the one chosen at the first start';
  const file = superadminFile(resolve(settings.dataDir));
  const note = `stored in ${shown(file)}`;
  return markShown(file) ? `${stack.superadmin.password}   (shown this once; ${note})` : note;
}

function say(line: string): void {
  console.log(`larksong: ${line}`);
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
