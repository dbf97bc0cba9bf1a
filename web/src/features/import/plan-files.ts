import { decodeText, MAX_TABLE_BYTES, planImport, toFileKind, type ImportPlan } from '@larksong/import';

import { listTags } from '../../parts/video-form/tags.ts';
import { uniteFiles, type ImportFile } from './dropped-files.ts';
import type { Defaults } from './import-state.ts';

/** The files of an import, with the text of their table. */
export interface ChosenFiles {
  files: readonly ImportFile[];
  table: string | undefined;
  /** The sentence about a table that cannot be used. */
  tableProblem: string | undefined;
}

export const NO_FILES: ChosenFiles = { files: [], table: undefined, tableProblem: undefined };

/** Adds files to those chosen before, and reads their table. A table replaces an earlier one. */
export async function addFiles(chosen: ChosenFiles, added: readonly ImportFile[]): Promise<ChosenFiles> {
  const isTable = ({ path }: ImportFile) => toFileKind(path) === 'table';
  const tables = added.filter(isTable);
  const [table] = tables;
  const rest = tables.length > 0 ? chosen.files.filter((file) => !isTable(file)) : chosen.files;
  const files = uniteFiles([...rest, ...added]);
  if (table === undefined) return { ...chosen, files };
  if (tables.length > 1)
    return { files, table: undefined, tableProblem: 'There are several tables. Please choose only one.' };
  if (table.sizeBytes > MAX_TABLE_BYTES)
    return { files, table: undefined, tableProblem: `${table.path} is too large for a table of videos.` };
  const bytes = new Uint8Array(await table.file.arrayBuffer());
  return { files, table: decodeText(bytes), tableProblem: undefined };
}

/** Returns the chosen files without their table. */
export function withoutTable({ files }: ChosenFiles): ChosenFiles {
  return { ...NO_FILES, files: files.filter(({ path }) => toFileKind(path) !== 'table') };
}

/** Returns what the import would do. */
export function planFiles(
  { files, table, tableProblem }: ChosenFiles,
  defaults: Defaults,
): ImportPlan<ImportFile> {
  const plan = planImport(files, { table, visibility: defaults.visibility, tags: listTags(defaults.tags) });
  return tableProblem === undefined ? plan : { ...plan, problems: [tableProblem, ...plan.problems] };
}
