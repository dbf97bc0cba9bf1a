import { catalog, isBlank } from '@larksong/contracts';

import { parseCsv, type CsvRecord } from './csv.ts';

/** The data about a film in a line of a table; absent where the cell is empty. */
export interface TableEntry {
  line: number;
  file: string;
  title?: string;
  description?: string;
  visibility?: catalog.Visibility;
  tags: catalog.Tag[];
  letters: string[];
}

interface Table {
  entries: TableEntry[];
  /** Sentences about errors, each with its line. */
  problems: string[];
  /** Sentences about columns that are not used. */
  notes: string[];
}

const TAG_COLUMNS = ['grade', 'category', 'author'] as const;
const COLUMNS = ['file', 'title', 'description', 'visibility', ...TAG_COLUMNS, 'letters'] as const;
type Column = (typeof COLUMNS)[number];

const MAX_TITLE = 200;
const MAX_DESCRIPTION = 5000;
const MAX_TAG = 100;

/** Maximum size of a table in bytes. */
export const MAX_TABLE_BYTES = 2_000_000;

/**
 * Reads a table of films: its first line names the columns, in any order and case, and `file` is required. Every problem
 * is collected, so that all of them can be corrected at once.
 */
export function readTable(text: string): Table {
  const table: Table = { entries: [], problems: [], notes: [] };
  try {
    const [header, ...records] = parseCsv(text);
    const columns = header && readHeader(header, table);
    if (columns) for (const record of records) readRecord(record, columns, table);
  } catch (error) {
    table.problems.push(error instanceof Error ? error.message : String(error));
  }
  return table;
}

/** Returns the column of each cell, undefined for unknown ones; undefined if the table cannot be used. */
function readHeader({ line, cells }: CsvRecord, table: Table): (Column | undefined)[] | undefined {
  const names = cells.map((cell) => cell.toLowerCase());
  const repeated = COLUMNS.find((column) => names.filter((name) => name === column).length > 1);
  if (!names.includes('file')) {
    const known = COLUMNS.join(', ');
    table.problems.push(
      `Line ${line}: there is no column named file. The first line names the columns: ${known}.`,
    );
    return undefined;
  }
  if (repeated !== undefined) {
    table.problems.push(`Line ${line}: the column ${repeated} appears twice.`);
    return undefined;
  }
  const unknown = cells.filter((cell, index) => cell !== '' && !isColumn(names[index]));
  for (const cell of unknown) table.notes.push(`The column “${cell}” is not used.`);
  return names.map((name) => (isColumn(name) ? name : undefined));
}

function isColumn(name: string | undefined): name is Column {
  return COLUMNS.some((column) => column === name);
}

function readRecord(record: CsvRecord, columns: (Column | undefined)[], table: Table): void {
  const { line, cells } = record;
  const refuse = (sentence: string) => table.problems.push(`Line ${line}: ${sentence}`);
  if (cells.slice(columns.length).some((cell) => cell !== '')) {
    refuse('there are more cells than columns. A text with a separator needs quotation marks around it.');
    return;
  }
  const cell = (name: Column) => cells[columns.indexOf(name)] ?? '';
  const file = cell('file').replaceAll('\\', '/').replace(/^\.\//, '');
  if (file === '') {
    refuse('the name of the file is missing.');
    return;
  }
  const visibility = cell('visibility').toLowerCase();
  const known = catalog.VISIBILITIES.find((value) => value === visibility);
  const letters = catalog.toVideoLetters(
    cell('letters')
      .split(/[\s,|]+/)
      .filter((letter) => letter !== ''),
  );
  const tags = TAG_COLUMNS.flatMap((tagType) =>
    toList(cell(tagType)).map((tagValue) => ({ tagType, tagValue })),
  );
  const problem = findProblem({ title: cell('title'), description: cell('description'), tags });
  if (problem !== undefined) refuse(problem);
  if (visibility !== '' && known === undefined)
    refuse(`the visibility is ${catalog.VISIBILITIES.join(', ')}, not “${visibility}”.`);
  if ('problem' in letters) refuse(`${letters.problem}.`);
  table.entries.push({
    line,
    file,
    tags,
    letters: 'letters' in letters ? letters.letters : [],
    ...(isBlank(cell('title')) ? {} : { title: cell('title').replaceAll(/\s+/g, ' ') }),
    ...(isBlank(cell('description')) ? {} : { description: cell('description') }),
    ...(known === undefined ? {} : { visibility: known }),
  });
}

function findProblem(entry: { title: string; description: string; tags: catalog.Tag[] }): string | undefined {
  if (entry.title.length > MAX_TITLE) return `the title has more than ${MAX_TITLE} characters.`;
  if (entry.description.length > MAX_DESCRIPTION)
    return `the description has more than ${MAX_DESCRIPTION} characters.`;
  const long = entry.tags.find(({ tagValue }) => tagValue.length > MAX_TAG);
  if (long) return `the tag “${long.tagValue.slice(0, 20)}…” has more than ${MAX_TAG} characters.`;
  return undefined;
}

/** Returns the values of a comma-separated cell; vertical bars separate as well. */
function toList(cell: string): string[] {
  const values = cell.split(/[,|]/).map((value) => value.trim());
  return [...new Set(values.filter((value) => !isBlank(value)))];
}
