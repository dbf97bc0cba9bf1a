import {
  decodeText,
  isSongName,
  MAX_TABLE_BYTES,
  planImport,
  toFileKind,
  type ImportPlan,
  type SongTags,
} from '@larksong/import';
import pMap from 'p-map';

import { text } from '../../lib/texts.ts';
import { listTags } from '../../parts/video-form/tags.ts';
import { readTags } from '../upload/song-tags.ts';
import { uniteFiles, type ImportFile } from './dropped-files.ts';
import type { Defaults } from './import-state.ts';
import { explain } from '../../lib/server-sentences/texts.ts';

const READ_AT_ONCE = 4;

/** The files of an import, with the text of their table. */
export interface ChosenFiles {
  files: readonly ImportFile[];
  table: string | undefined;
  /** The sentence about a table that cannot be used. */
  tableProblem: string | undefined;
  /** The tags of songs, by the path of the file. */
  songTags: ReadonlyMap<string, SongTags>;
}

export const NO_FILES: ChosenFiles = {
  files: [],
  table: undefined,
  tableProblem: undefined,
  songTags: new Map(),
};

/** Adds files to those chosen before, and reads their table and the tags of songs. A table replaces an earlier one. */
export async function addFiles(chosen: ChosenFiles, added: readonly ImportFile[]): Promise<ChosenFiles> {
  const isTable = ({ path }: ImportFile) => toFileKind(path) === 'table';
  const tables = added.filter(isTable);
  const rest = tables.length > 0 ? chosen.files.filter((file) => !isTable(file)) : chosen.files;
  const files = uniteFiles([...rest, ...added]);
  const songs = added.filter(({ path }) => isSongName(path));
  const readOne = async ({ path, file }: ImportFile) => [path, await readTags(file)] as const;
  const read = await pMap(songs, readOne, { concurrency: READ_AT_ONCE });
  const songTags = new Map([...chosen.songTags, ...read]);
  return { ...chosen, ...(await readTable(tables)), files, songTags };
}

/** Returns the text of the table among added files, or why it cannot be used; nothing if there is none. */
async function readTable(tables: readonly ImportFile[]): Promise<Partial<ChosenFiles>> {
  const [table] = tables;
  if (table === undefined) return {};
  if (tables.length > 1) return { table: undefined, tableProblem: text('import.several-tables') };
  if (table.sizeBytes > MAX_TABLE_BYTES)
    return { table: undefined, tableProblem: text('import.large-table', { path: table.path }) };
  const bytes = new Uint8Array(await table.file.arrayBuffer());
  return { table: decodeText(bytes), tableProblem: undefined };
}

/** Returns the chosen files without their table. */
export function withoutTable({ files, songTags }: ChosenFiles): ChosenFiles {
  return { ...NO_FILES, songTags, files: files.filter(({ path }) => toFileKind(path) !== 'table') };
}

/** What will be imported, the sentence because of which nothing can be, and sentences that do not stand in the way. */
interface FilesPlan extends Pick<ImportPlan<ImportFile>, 'films'> {
  fault: string | null;
  notes: string[];
}

/** Returns the plan of the import. */
export function planFiles(
  { files, table, tableProblem, songTags }: ChosenFiles,
  defaults: Defaults,
): FilesPlan {
  const { visibility, language } = defaults;
  const plan = planImport(files, { table, visibility, language, tags: listTags(defaults.tags), songTags });
  const fault = tableProblem ?? (plan.fault && explain(plan.fault));
  const notes = plan.notes.map(explain);
  if (fault !== null) return { films: plan.films, fault, notes };
  // Lines that belong to no film stand in the way of none.
  const doubts = new Set(plan.films.flatMap((film) => film.doubts.map(({ explanation }) => explanation)));
  const lost = plan.problems.filter((problem) => !doubts.has(problem)).map(explain);
  return { films: plan.films, fault, notes: [...lost, ...notes] };
}
