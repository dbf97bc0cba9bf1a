import { because, type Explanation } from '@larksong/contracts';

import { isEmptyRecord, openTable, takeRecord, TableError, type CsvRecord, type Unread } from './csv.ts';
import { isFormula, readBack } from './formula-cell.ts';

/** A line of a table of people. Its values are not checked: that needs the rules of accounts. */
export interface PersonLine {
  line: number;
  /** As they were written, or empty. */
  email: string;
  username: string;
  name: string;
  role: string;
  /** Mistakes because of which the line cannot be used, each with its line. */
  problems: Explanation[];
}

export interface PeopleTable {
  people: PersonLine[];
  /** Columns that are not used. */
  notes: Explanation[];
  /** The error because of which no line can be used. */
  fault: Explanation | null;
}

export const PEOPLE_COLUMNS = ['email', 'username', 'name', 'role'] as const;
export type PeopleColumn = (typeof PEOPLE_COLUMNS)[number];

/** Maximum number of people in a table. */
export const MAX_PEOPLE = 2000;

/** Maximum size of a table of people in bytes. */
export const MAX_PEOPLE_BYTES = 2_000_000;

/** Longest quotation of a cell in an explanation. */
const QUOTED_LENGTH = 40;

/**
 * Reads a table of people: its first line names the columns, in any order and case, and `email` is required. Every
 * mistake is collected, so that all of them can be corrected at once.
 */
export function readPeople(text: string): PeopleTable {
  const table: PeopleTable = { people: [], notes: [], fault: null };
  try {
    // In UTF-16, half of the bytes may be 0, but no character is.
    if (text.includes('\0')) throw new TableError(because('people.not-a-table'));
    let unread = openTable(text);
    let columns: Columns | undefined;
    while (unread.rest !== '') {
      const { record, after, problem } = takeLine(unread, columns);
      unread = after;
      if (isEmptyRecord(record)) continue;
      if (columns) table.people.push(toPerson(record, columns, { problem, separator: unread.separator }));
      else columns = readHeader(record, table);
      if (table.people.length > MAX_PEOPLE)
        throw new TableError(because('people.too-many', { maximum: MAX_PEOPLE }));
    }
    if (table.people.length === 0) throw new TableError(because('people.nobody'));
  } catch (error) {
    if (!(error instanceof TableError)) throw error;
    return { people: [], notes: [], fault: error.explanation };
  }
  return table;
}

/** Returns why a file cannot be a table: it is a workbook or another format of bytes. Undefined for a text. */
export function findFormatProblem(bytes: Uint8Array): Explanation | undefined {
  const [first, second] = bytes;
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  const isZip = first === 0x50 && second === 0x4b && bytes[2] === 0x03;
  const isPdf = first === 0x25 && second === 0x50 && bytes[2] === 0x44;
  if (isZip || isPdf || (!isUtf16 && bytes.includes(0))) return because('people.not-a-table');
  return undefined;
}

/** The column of each cell; undefined for unknown ones. */
type Columns = readonly (PeopleColumn | undefined)[];

/** Returns the columns. Throws a `TableError` if the table cannot be used. */
function readHeader({ line, cells }: CsvRecord, table: PeopleTable): Columns {
  const columns = cells.map((cell) => PEOPLE_COLUMNS.find((column) => column === cell.toLowerCase()));
  const repeated = PEOPLE_COLUMNS.find((column) => columns.filter((one) => one === column).length > 1);
  if (!columns.includes('email'))
    throw new TableError(
      because('people.email-column-missing', { line, columns: PEOPLE_COLUMNS.join(', ') }),
    );
  if (repeated !== undefined) throw new TableError(because('table.column-twice', { line, column: repeated }));
  for (const [index, cell] of cells.entries())
    if (cell !== '' && columns[index] === undefined)
      table.notes.push(because('table.column-unused', { column: quote(cell) }));
  return columns;
}

/**
 * Returns the next record. No value of a person has several lines, so a quotation mark that swallows a line break was not
 * meant to: its line is read without it, and the lines after it are read as usual.
 */
function takeLine(unread: Unread, columns: Columns | undefined) {
  try {
    const taken = takeRecord(unread);
    const { cells } = taken.record;
    if (!columns || !cells.some((cell, index) => swallowsLines(cell, columns[index])))
      return { ...taken, problem: undefined };
  } catch (error) {
    if (!(error instanceof TableError) || !columns) throw error;
  }
  const { rest, line, separator } = unread;
  const [text = '', ending = ''] = /^([^\r\n]*)(\r\n|\r|\n)?/.exec(rest)?.[0].split(/(?=[\r\n])/) ?? [];
  const { record } = takeRecord({ rest: text.replaceAll('"', ''), line, separator });
  return {
    record,
    after: { rest: rest.slice(text.length + ending.length), line: line + 1, separator },
    problem: because('people.quotation-open', { line }),
  };
}

/** A cell of an unused column may have several lines, unless they are about people. */
function swallowsLines(cell: string, column: PeopleColumn | undefined): boolean {
  return /[\r\n]/.test(cell) && (column !== undefined || cell.includes('@'));
}

function toPerson(
  { line, cells }: CsvRecord,
  columns: Columns,
  { problem, separator }: { problem: Explanation | undefined; separator: string },
): PersonLine {
  const problems = problem ? [problem] : [];
  const cell = (name: PeopleColumn): string => {
    const text = cells[columns.indexOf(name)] ?? '';
    if (isFormula(text)) problems.push(because('people.formula', { line, text: quote(text) }));
    if (hasLostLetters(text)) problems.push(because('people.letters-lost', { line, text: quote(text) }));
    return readBack(text);
  };
  if (problem === undefined) {
    const shape = findShapeProblem({ line, cells }, { columns, separator });
    if (shape) return { line, email: '', username: '', name: '', role: '', problems: [shape] };
  }
  const person = { line, email: cell('email'), username: cell('username'), name: cell('name') };
  return { ...person, role: cell('role'), problems };
}

/** Returns why the cells of a line cannot belong to the columns. */
function findShapeProblem(
  { line, cells }: CsvRecord,
  { columns, separator }: { columns: Columns; separator: string },
): Explanation | undefined {
  if (cells.slice(columns.length).some((text) => text !== '')) return because('table.more-cells', { line });
  const [only = '', ...others] = cells;
  const hasOther = [',', ';', '\t', '|'].some((one) => one !== separator && only.includes(one));
  return columns.length > 1 && hasOther && others.every((text) => text === '')
    ? because('people.other-separator', { line })
    : undefined;
}

/**
 * Returns whether letters were lost: replaced by the mark for them, or read as those of another encoding, which shows as
 * “Ã¤” for “ä”.
 */
function hasLostLetters(text: string): boolean {
  return /[\uFFFD\u0080-\u009F]|[ÂÃ][\u00A0-\u00BF\u0152-\u017E\u02C6-\u02DC\u2013-\u2122]/.test(text);
}

function quote(text: string): string {
  return text.length > QUOTED_LENGTH ? `${text.slice(0, QUOTED_LENGTH)}…` : text;
}
