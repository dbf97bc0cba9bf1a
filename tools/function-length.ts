import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

import { LONG_FUNCTIONS } from './long-functions.ts';

/** A function of more than 40 lines. */
export interface LongFunction {
  /** `path: name`; a function without a name has its line instead. */
  where: string;
  lines: number;
}

/** A message of oxlint about a function, whose code is the span. */
interface Diagnostic {
  message: string;
  filename: string;
  labels: [{ span: { offset: number; length: number; line: number } }];
}

export const ROOMS = ['bench', 'e2e', 'infra', 'packages', 'services', 'tools', 'web'];
const OXLINT = join(import.meta.dirname, '../node_modules/oxlint/bin/oxlint');
const CONFIG = join(import.meta.dirname, 'function-length.json');
/** The longest that an exception may be. */
const MOST_LINES = 80;
/** These may have more: they list the parts of a service, or the changes of a migration. */
const UNLIMITED = /\/service\.ts: createService$|\/app\.ts: buildApp$|\/db\/migrations\/[\w-]+\.ts: up$/;

/**
 * Returns the functions of more than 40 lines under a folder. A function inside one of them counts as part of it. The
 * callbacks of tests are left out, and so are functions named `describe…`, which contain such callbacks.
 */
export function findLongFunctions(root: string): LongFunction[] {
  const output = execFileSync(process.execPath, [OXLINT, '--config', CONFIG, '--format', 'json', ...ROOMS], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  const { diagnostics } = JSON.parse(output) as { diagnostics: Diagnostic[] }; // a format of oxlint
  const counted = diagnostics.filter(({ filename, message }) => !isTest(filename) || findName(message));
  return counted
    .filter((one) => !counted.some((other) => contains(other, one)))
    .map(toLongFunction)
    .filter(({ where }) => !/: describe[A-Z]\w*$/.test(where))
    .toSorted((a, b) => (a.where < b.where ? -1 : 1));
}

/**
 * Returns what contradicts the rule: long functions that are not listed or longer than listed, entries that are no
 * longer needed, and entries above the limit of exceptions.
 */
export function findLengthViolations(
  found: readonly LongFunction[],
  listed: Readonly<Record<string, number>> = LONG_FUNCTIONS,
): string[] {
  const names = new Set(found.map(({ where }) => where));
  return [
    ...found
      .filter(({ where, lines }) => lines > (listed[where] ?? 0))
      .map(({ where, lines }) => `${where}: ${lines} lines, allowed are ${listed[where] ?? 40}`),
    ...Object.keys(listed)
      .filter((where) => !names.has(where))
      .map((where) => `${where}: needs no exception any more`),
    ...Object.entries(listed)
      .filter(([where, lines]) => lines > MOST_LINES && !UNLIMITED.test(where))
      .map(([where, lines]) => `${where}: an exception of ${lines} lines, at most ${MOST_LINES}`),
  ];
}

function toLongFunction({ message, filename, labels: [{ span }] }: Diagnostic): LongFunction {
  const lines = /too many lines \((\d+)\)/.exec(message)?.[1];
  return { where: `${filename}: ${findName(message) ?? `line ${span.line}`}`, lines: Number(lines) };
}

function findName(message: string): string | undefined {
  return /`([^`]+)`/.exec(message)?.[1];
}

function contains(outer: Diagnostic, inner: Diagnostic): boolean {
  const [{ span }] = outer.labels;
  const [{ span: part }] = inner.labels;
  return (
    outer.filename === inner.filename &&
    span.offset < part.offset &&
    span.offset + span.length >= part.offset + part.length
  );
}

function isTest(path: string): boolean {
  return /\.test\.tsx?$/.test(path);
}
