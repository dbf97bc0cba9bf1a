import { because, type Explanation } from '@larksong/contracts';

/** A fault in a table that makes all of it unreadable. */
export class TableError extends Error {
  readonly explanation: Explanation;

  constructor(explanation: Explanation) {
    super(explanation.message);
    this.explanation = explanation;
  }
}

/** A record of a table; `line` is the one on which it begins, from 1. */
export interface CsvRecord {
  line: number;
  cells: string[];
}

const SEPARATORS = [',', ';', '\t'];

/** What is left of a table to read. */
export interface Unread {
  rest: string;
  /** The number of its first line. */
  line: number;
  separator: string;
}

/**
 * Returns a table before its first record. The separator is the one that its first line has most often: a comma, a
 * semicolon or a tab; `sep=;` before it decides as well.
 */
export function openTable(text: string): Unread {
  const declared = /^\uFEFF?sep=([,;\t|])\r?\n/i.exec(text);
  const rest = text.replace(/^\uFEFF/, '').replace(/^sep=[,;\t|]\r?\n/i, '');
  return { rest, line: declared ? 2 : 1, separator: declared?.[1] ?? findSeparator(rest) };
}

/**
 * Returns the records of a table (RFC 4180), without empty lines. Throws a `TableError` that names the line if a
 * quotation mark is never closed.
 */
export function parseCsv(text: string): CsvRecord[] {
  const records: CsvRecord[] = [];
  for (let unread = openTable(text); unread.rest !== '';) {
    const { record, after } = takeRecord(unread);
    if (!isEmptyRecord(record)) records.push(record);
    unread = after;
  }
  return records;
}

/** Returns whether a record is an empty line, or has separators only. */
export function isEmptyRecord({ cells }: CsvRecord): boolean {
  return cells.every((cell) => cell.trim() === '');
}

/** Returns the next record and what follows it. Throws as `parseCsv` does. */
export function takeRecord(unread: Unread): { record: CsvRecord; after: Unread } {
  const { separator } = unread;
  let { rest, line } = unread;
  const record: CsvRecord = { line, cells: [] };
  for (let isLast = false; !isLast;) {
    const cell = takeCell(rest, separator, line);
    record.cells.push(cell.value);
    line += countBreaks(rest.slice(0, cell.length));
    rest = rest.slice(cell.length);
    isLast = cell.isLast;
  }
  return { record, after: { rest, line, separator } };
}

/** Returns the first cell, its length with everything up to the next one, and whether it ends its record. */
function takeCell(text: string, separator: string, line: number) {
  const quoted = /^ *"([^"]*(?:""[^"]*)*)" */.exec(text);
  if (!quoted && /^ *"/.test(text)) throw new TableError(because('table.quotation-open', { line }));
  const start = quoted?.[0].length ?? 0;
  const after = text.slice(start).search(separator === '\t' ? /[\t\r\n]/ : new RegExp(`[${separator}\r\n]`));
  const end = after === -1 ? text.length : start + after;
  const plain = text.slice(start, end);
  const value = quoted ? (quoted[1] ?? '').replaceAll('""', '"') + plain : plain;
  const ending = /^(\r\n|\r|\n)/.exec(text.slice(end))?.[0];
  const isLast = ending !== undefined || end === text.length;
  return { value: value.trim(), length: end + (ending?.length ?? (isLast ? 0 : 1)), isLast };
}

function findSeparator(text: string): string {
  const first = (/^(?:"(?:[^"]|"")*"|[^\r\n"])*/.exec(text)?.[0] ?? '').replaceAll(/"(?:[^"]|"")*"/g, '');
  const counts = SEPARATORS.map((separator) => first.split(separator).length);
  return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ',';
}

function countBreaks(text: string): number {
  return text.match(/\r\n|\r|\n/g)?.length ?? 0;
}
