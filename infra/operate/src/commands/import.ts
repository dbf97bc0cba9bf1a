import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';

import type { Call } from '@larksong/contracts';
import {
  checkFiles,
  decodeText,
  keepTrying,
  MAX_TABLE_BYTES,
  planImport,
  toFileKind,
  type CheckedFiles,
  type ImportPlan,
} from '@larksong/import';
import { CommandError } from '@larksong/service-kit';

import type { Command, Surroundings } from '../command.ts';
import { count } from '../describe.ts';
import { findLogin } from '../import/find-login.ts';
import { hashFile } from '../import/hash-file.ts';
import { importFilms } from '../import/import-films.ts';
import { listFolder, type LocalFile } from '../import/list-folder.ts';
import { readTagsOf } from '../import/read-tags.ts';
import { readOptions, type ImportOptions } from '../import/options.ts';
import { toLine, toSummary, type Outcome } from '../import/outcome.ts';
import { createProgress } from '../import/progress.ts';
import { describePlan } from '../import/describe-plan.ts';
import { signIn, type SiteSession } from '../import/site-session.ts';
import { watchFilms } from '../import/watch-films.ts';

/** How long the site may be away before an import gives up. */
const PATIENCE_MS = 15 * 60_000;

export const importFolder: Command = {
  usage:
    'FOLDER [--dry-run] [--visibility V] [--language L] [--user ID] [--tags T] [--table FILE] [--url SITE] [--json]',
  summary: 'upload all videos in a folder',
  details: `Titles come from file names, those of songs without a picture from their tags. Subtitles (song.de.srt) and pictures (song.jpg) next to a video are included.
A table (CSV) can hold titles, tags, language and visibility; its columns are
file, title, description, visibility, grade, category, author, letters, language.
A video that is on the site already is not sent again, so the command can be repeated, also after an interruption.

  --dry-run        show what would be done
  --visibility V   private (the default), registered or public
  --language L     the language of all videos: de, en, es, fr, pl, tr, uk or ar
  --user ID        the user for whom private videos are; you by default
  --tags T         tags for all videos, for example grade:1,category:animals
  --table FILE     the table; by default the only CSV file in the folder
  --url SITE       the address of the site
  --json           print the result as JSON

LARKSONG_EMAIL and LARKSONG_PASSWORD sign in a superadmin; without them, the command asks.`,
  async run(args, around) {
    const options = readOptions(args);
    const files = await listFolder(options.folder);
    const table = await readTable(files, options);
    const plan = planImport(files, { ...options, table, songTags: await readTagsOf(files) });
    if (plan.problems.length > 0)
      throw new CommandError(
        ['The table has errors. Nothing was sent.', ...plan.problems.map(({ message }) => message)].join(
          '\n',
        ),
      );
    if (plan.films.length === 0) throw new CommandError(`There are no videos in ${options.folder}.`);
    for (const { message } of plan.notes) around.note(message);
    const site = await open(options, around);
    try {
      return await runPlan(plan, { options, site, around });
    } finally {
      await site.signOut();
    }
  },
};

async function readTable(files: readonly LocalFile[], options: ImportOptions): Promise<string | undefined> {
  const found = files.filter(({ path }) => toFileKind(path) === 'table' && !path.includes('/'));
  if (options.table === undefined && found.length > 1)
    throw new CommandError(
      `There are several tables in the folder: ${found.map(({ path }) => path).join(', ')}. Choose one with --table.`,
    );
  const place = options.table ?? found[0]?.place;
  if (place === undefined) return undefined;
  const bytes = await readFile(place).catch((cause: unknown) => {
    throw new CommandError(`The table ${place} cannot be read.`, { cause });
  });
  if (bytes.length > MAX_TABLE_BYTES) throw new CommandError(`${place} is too large for a table of videos.`);
  return decodeText(bytes);
}

async function open({ siteUrl }: ImportOptions, { environment, signal }: Surroundings): Promise<SiteSession> {
  const address = siteUrl ?? environment['LARKSONG_URL'] ?? environment['PUBLIC_URL'];
  const url = URL.parse(address ?? '');
  if (url === null) throw new CommandError('Name the site, for example --url https://songs.example');
  const login = await findLogin(environment, signal);
  try {
    return await signIn(url.origin, login, signal);
  } catch (error) {
    if (error instanceof CommandError || !(error instanceof Error)) throw error;
    throw new CommandError(`Signing in to ${url.origin} as ${login.email} failed: ${error.message}`, {
      cause: error,
    });
  }
}

const pause = (milliseconds: number, { signal }: { signal: AbortSignal }): Promise<void> =>
  wait(milliseconds, undefined, { signal });

interface Work {
  options: ImportOptions;
  site: SiteSession;
  around: Surroundings;
}

async function runPlan(plan: ImportPlan<LocalFile>, work: Work): Promise<number> {
  const { options, site, around } = work;
  const { films } = plan;
  const { signal } = around;
  const progress = createProgress(films, around.note);
  const sending = {
    site,
    privateUserId: options.userId ?? site.userId,
    signal,
    patienceMs: PATIENCE_MS,
    pause,
    onObstacle: progress.onObstacle,
    onSent: progress.onSent,
  };
  const call: Call = (...args) => keepTrying(() => site.call(...args), sending);
  const known = await checkFiles(
    films.map(({ file }) => file),
    { call, hash: ({ place }) => hashFile(place, signal), signal },
  );
  for (const { path } of known.uncertain)
    around.note(`${path} may be on the site already: a video of the same size has not been compared yet.`);
  if (options.isDryRun) return printPlan(plan, known, work);
  const onOutcome = (outcome: Outcome) => {
    progress.onDone();
    if (!options.isJson) around.print(toLine(outcome));
  };
  progress.start();
  const { outcomes: sent, stopReason } = await importFilms(films, { known, sending, onOutcome });
  progress.stop();
  const outcomes = await listSettled(sent, { call, work });
  if (options.isJson) around.print(JSON.stringify({ outcomes, stopReason: stopReason ?? null }, null, 2));
  else around.print(toSummary(outcomes));
  const isComplete = outcomes.every(({ state }) => state !== 'failed' && state !== 'left');
  if (stopReason !== undefined)
    throw new CommandError(`The import stopped: ${stopReason} Run the same command again to continue.`);
  if (signal.aborted)
    throw new CommandError('The import was interrupted. Run the same command again to continue.');
  return isComplete ? 0 : 1;
}

/** Returns the outcomes after the site has looked at the films, and says which of them it could not read. */
async function listSettled(
  sent: readonly Outcome[],
  { call, work: { options, around } }: { call: Call; work: Work },
): Promise<readonly Outcome[]> {
  const { signal } = around;
  if (signal.aborted) return sent;
  const { outcomes, unseenCount } = await watchFilms(sent, { call, signal, pause }).catch(
    (error: unknown) => {
      if (!signal.aborted) throw error;
      return { outcomes: sent, unseenCount: 0 };
    },
  );
  if (!options.isJson)
    for (const [index, outcome] of outcomes.entries())
      if (outcome !== sent[index]) around.print(toLine(outcome));
  if (unseenCount > 0)
    around.note(
      `The site has not looked at ${count(unseenCount, 'video')} yet. The page Transcoding shows whether they can be prepared, and so does this command when it is run again later.`,
    );
  return outcomes;
}

function printPlan(
  plan: ImportPlan<LocalFile>,
  known: CheckedFiles<LocalFile>,
  { options, around }: Work,
): number {
  if (options.isJson) around.print(JSON.stringify(describePlan(plan.films, known).entries, null, 2));
  else for (const line of describePlan(plan.films, known).lines) around.print(line);
  return 0;
}
