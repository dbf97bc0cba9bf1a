import { catalog, isBlank, isLanguage, LANGUAGES, type Language } from '@larksong/contracts';

import { parseCsv, type CsvRecord } from './csv.ts';

/**
 * A mistake in a line, about which somebody has to decide: another `title`, another `visibility`, or the `rest`, of which
 * only leaving it out is possible.
 */
export interface Doubt {
  part: 'title' | 'visibility' | 'rest';
  /** Names the line. */
  sentence: string;
}

/** The data about a film in a line of a table; absent where the cell is empty. */
export interface TableEntry {
  line: number;
  file: string;
  title?: string;
  description?: string;
  visibility?: catalog.Visibility;
  tags: catalog.Tag[];
  letters: string[];
  language?: Language;
  doubts: Doubt[];
}

interface Table {
  entries: TableEntry[];
  /** Sentences about errors, each with its line, also those of the doubts. */
  problems: string[];
  /** The error because of which no line can be used. */
  fault: string | null;
  /** Sentences about columns that are not used. */
  notes: string[];
}

const TAG_COLUMNS = ['grade', 'category', 'author'] as const;
const COLUMNS = [
  'file',
  'title',
  'description',
  'visibility',
  ...TAG_COLUMNS,
  'letters',
  'language',
] as const;
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
  const table: Table = { entries: [], problems: [], fault: null, notes: [] };
  try {
    const [header, ...records] = parseCsv(text);
    const columns = header && readHeader(header, table);
    if (columns) for (const record of records) readRecord(record, columns, table);
  } catch (error) {
    refuseTable(table, error instanceof Error ? error.message : String(error));
  }
  return table;
}

function refuseTable(table: Table, sentence: string): void {
  table.problems.push(sentence);
  table.fault = sentence;
  table.entries = [];
}

/** Returns the column of each cell, undefined for unknown ones; undefined if the table cannot be used. */
function readHeader({ line, cells }: CsvRecord, table: Table): (Column | undefined)[] | undefined {
  const names = cells.map((cell) => cell.toLowerCase());
  const repeated = COLUMNS.find((column) => names.filter((name) => name === column).length > 1);
  if (!names.includes('file')) {
    const known = COLUMNS.join(', ');
    refuseTable(
      table,
      `Line ${line}: there is no column named file. The first line names the columns: ${known}.`,
    );
    return undefined;
  }
  if (repeated !== undefined) {
    refuseTable(table, `Line ${line}: the column ${repeated} appears twice.`);
    return undefined;
  }
  const unknown = cells.filter((cell, index) => cell !== '' && !isColumn(names[index]));
  for (const cell of unknown) table.notes.push(`The column “${cell}” is not used.`);
  return names.map((name) => (isColumn(name) ? name : undefined));
}

function isColumn(name: string | undefined): name is Column {
  return COLUMNS.some((column) => column === name);
}

function readRecord({ line, cells }: CsvRecord, columns: (Column | undefined)[], table: Table): void {
  const cell = (name: Column) => cells[columns.indexOf(name)] ?? '';
  const file = cell('file').replaceAll('\\', '/').replace(/^\.\//, '');
  const entry: TableEntry = { line, file, tags: [], letters: [], doubts: [] };
  const doubt = (part: Doubt['part'], problem: string | undefined) => {
    if (problem === undefined) return false;
    const sentence = `Line ${line}: ${problem}`;
    table.problems.push(sentence);
    entry.doubts.push({ part, sentence });
    return true;
  };
  const hasMore = cells.slice(columns.length).some((text) => text !== '');
  const isShifted = doubt('rest', hasMore ? MORE_CELLS : undefined);
  if (!isShifted && file === '') table.problems.push(`Line ${line}: the name of the file is missing.`);
  if (file === '') return;
  table.entries.push(isShifted ? entry : readCells(entry, cell, doubt));
}

const MORE_CELLS =
  'there are more cells than columns. A text with a separator needs quotation marks around it.';

/** Adds the cells of a line to its entry, and doubts about those that are not valid, which are left out. */
function readCells(
  entry: TableEntry,
  cell: (name: Column) => string,
  doubt: (part: Doubt['part'], problem: string | undefined) => boolean,
): TableEntry {
  const title = cell('title').replaceAll(/\s+/g, ' ');
  if (!isBlank(title)) entry.title = title;
  doubt('title', isLonger(title, MAX_TITLE) ? `the title has more than ${MAX_TITLE} characters.` : undefined);
  const description = cell('description');
  const isLong = isLonger(description, MAX_DESCRIPTION);
  const tooLong = isLong ? `the description has more than ${MAX_DESCRIPTION} characters.` : undefined;
  if (!doubt('rest', tooLong) && !isBlank(description)) entry.description = description;
  const tags = TAG_COLUMNS.flatMap((tagType) =>
    toList(cell(tagType)).map((tagValue) => ({ tagType, tagValue })),
  );
  for (const tag of tags) if (!doubt('rest', findTagProblem(tag))) entry.tags.push(tag);
  const visibility = cell('visibility').toLowerCase();
  const known = catalog.VISIBILITIES.find((value) => value === visibility);
  if (known !== undefined) entry.visibility = known;
  else if (visibility !== '')
    doubt('visibility', `the visibility is ${catalog.VISIBILITIES.join(', ')}, not “${visibility}”.`);
  const names = cell('letters').split(/[\s,|]+/);
  const letters = catalog.toVideoLetters(names.filter((letter) => letter !== ''));
  if ('letters' in letters) entry.letters = letters.letters;
  else doubt('rest', `${letters.problem}.`);
  const language = cell('language').toLowerCase();
  if (isLanguage(language)) entry.language = language;
  else if (language !== '')
    doubt('rest', `the language is one of ${LANGUAGES.join(', ')}, not “${language.slice(0, 20)}”.`);
  return entry;
}

function isLonger(text: string, limit: number): boolean {
  return text.length > limit;
}

function findTagProblem({ tagValue }: catalog.Tag): string | undefined {
  const start = tagValue.slice(0, 20);
  return isLonger(tagValue, MAX_TAG) ? `the tag “${start}…” has more than ${MAX_TAG} characters.` : undefined;
}

/** Returns the values of a comma-separated cell; vertical bars separate as well. */
function toList(cell: string): string[] {
  const values = cell.split(/[,|]/).map((value) => value.trim());
  return [...new Set(values.filter((value) => !isBlank(value)))];
}
