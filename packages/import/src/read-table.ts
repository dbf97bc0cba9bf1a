import {
  type Explanation,
  LANGUAGES,
  type Language,
  because,
  catalog,
  game,
  isBlank,
  isLanguage,
} from '@larksong/contracts';

import { parseCsv, TableError, type CsvRecord } from './csv.ts';

/**
 * A mistake in a line, about which somebody has to decide: another `title`, another `visibility`, or the `rest`, of which
 * only leaving it out is possible.
 */
export interface Doubt {
  part: 'title' | 'visibility' | 'rest';
  /** Names the line. */
  explanation: Explanation;
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
  /** Errors, each with its line, also those of the doubts. */
  problems: Explanation[];
  /** The error because of which no line can be used. */
  fault: Explanation | null;
  /** Columns that are not used. */
  notes: Explanation[];
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
    if (!(error instanceof TableError)) throw error;
    refuseTable(table, error.explanation);
  }
  return table;
}

function refuseTable(table: Table, explanation: Explanation): void {
  table.problems.push(explanation);
  table.fault = explanation;
  table.entries = [];
}

/** Returns the column of each cell, undefined for unknown ones; undefined if the table cannot be used. */
function readHeader({ line, cells }: CsvRecord, table: Table): (Column | undefined)[] | undefined {
  const names = cells.map((cell) => cell.toLowerCase());
  const repeated = COLUMNS.find((column) => names.filter((name) => name === column).length > 1);
  if (!names.includes('file')) {
    refuseTable(table, because('table.file-column-missing', { line, columns: COLUMNS.join(', ') }));
    return undefined;
  }
  if (repeated !== undefined) {
    refuseTable(table, because('table.column-twice', { line, column: repeated }));
    return undefined;
  }
  const unknown = cells.filter((cell, index) => cell !== '' && !isColumn(names[index]));
  for (const cell of unknown) table.notes.push(because('table.column-unused', { column: cell }));
  return names.map((name) => (isColumn(name) ? name : undefined));
}

function isColumn(name: string | undefined): name is Column {
  return COLUMNS.some((column) => column === name);
}

function readRecord({ line, cells }: CsvRecord, columns: (Column | undefined)[], table: Table): void {
  const cell = (name: Column) => cells[columns.indexOf(name)] ?? '';
  const file = cell('file').replaceAll('\\', '/').replace(/^\.\//, '');
  const entry: TableEntry = { line, file, tags: [], letters: [], doubts: [] };
  const doubt: AddDoubt = (part, explanation) => {
    if (!explanation) return false;
    table.problems.push(explanation);
    entry.doubts.push({ part, explanation });
    return true;
  };
  const hasMore = cells.slice(columns.length).some((text) => text !== '');
  const isShifted = doubt('rest', hasMore ? because('table.more-cells', { line }) : undefined);
  if (!isShifted && file === '') table.problems.push(because('table.file-missing', { line }));
  if (file === '') return;
  table.entries.push(isShifted ? entry : readCells(entry, cell, doubt));
}

/** Notes a mistake in the line; returns whether there is one. */
type AddDoubt = (part: Doubt['part'], explanation: Explanation | undefined) => boolean;

/** Adds the cells of a line to its entry, and doubts about those that are not valid, which are left out. */
function readCells(entry: TableEntry, cell: (name: Column) => string, doubt: AddDoubt): TableEntry {
  const { line } = entry;
  const title = cell('title').replaceAll(/\s+/g, ' ');
  if (!isBlank(title)) entry.title = title;
  if (isLonger(title, MAX_TITLE))
    doubt('title', because('table.title-too-long', { line, maximum: MAX_TITLE }));
  const description = cell('description');
  if (isLonger(description, MAX_DESCRIPTION))
    doubt('rest', because('table.description-too-long', { line, maximum: MAX_DESCRIPTION }));
  else if (!isBlank(description)) entry.description = description;
  const tags = TAG_COLUMNS.flatMap((tagType) =>
    toList(cell(tagType)).map((tagValue) => ({ tagType, tagValue })),
  );
  for (const tag of tags) if (!doubt('rest', findTagProblem(tag, line))) entry.tags.push(tag);
  const visibility = cell('visibility').toLowerCase();
  const known = catalog.VISIBILITIES.find((value) => value === visibility);
  if (known !== undefined) entry.visibility = known;
  else if (visibility !== '') doubt('visibility', explainVisibility(visibility, line));
  const names = cell('letters').split(/[\s,|]+/);
  const letters = catalog.toVideoLetters(names.filter((letter) => letter !== ''));
  if ('letters' in letters) entry.letters = letters.letters;
  else doubt('rest', explainLetters(letters.problem, line));
  const language = cell('language').toLowerCase();
  if (isLanguage(language)) entry.language = language;
  else if (language !== '') doubt('rest', explainLanguage(language.slice(0, 20), line));
  return entry;
}

function isLonger(text: string, limit: number): boolean {
  return text.length > limit;
}

function findTagProblem({ tagValue }: catalog.Tag, line: number): Explanation | undefined {
  if (!isLonger(tagValue, MAX_TAG)) return undefined;
  return because('table.tag-too-long', { line, tag: tagValue.slice(0, 20), maximum: MAX_TAG });
}

function explainVisibility(visibility: string, line: number): Explanation {
  const visibilities = catalog.VISIBILITIES.join(', ');
  return because('table.visibility-unknown', { line, visibilities, visibility });
}

function explainLanguage(language: string, line: number): Explanation {
  return because('table.language-unknown', { line, languages: LANGUAGES.join(', '), language });
}

/** Returns a problem with letters as one with a line of the table. */
function explainLetters({ reason }: Explanation, line: number): Explanation {
  if (reason === catalog.TOO_MANY_LETTERS.reason)
    return because('table.too-many-letters', { line, maximum: catalog.MAX_LETTERS });
  return reason === game.LETTER_PROBLEMS.several.reason
    ? because('table.letter-several', { line })
    : because('table.letter-not-a-letter', { line });
}

/** Returns the values of a comma-separated cell; vertical bars separate as well. */
function toList(cell: string): string[] {
  const values = cell.split(/[,|]/).map((value) => value.trim());
  return [...new Set(values.filter((value) => !isBlank(value)))];
}
