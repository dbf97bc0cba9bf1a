import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { SourceFile } from '../source-file.ts';
import { childrenOf, isNode, lineOf, listOutcomes, nameOf, parse, textsOf, type Node } from './syntax.ts';

/** Where the exceptions are listed, which become fewer. */
export const LITERALS_FILE = join(import.meta.dirname, 'literals.json');

export interface PermittedLiterals {
  /** Folders and files whose sentences are still in the code. */
  unconverted: readonly string[];
  /** Files whose sentences nobody reads in the interface, or which are needed without a catalogue, with the reasons. */
  files: Readonly<Record<string, string>>;
  /** Names and units that are the same in all languages, with the reasons. */
  names: Readonly<Record<string, string>>;
}

/** A text in the code that people would read. */
export interface FoundLiteral {
  path: string;
  line: number;
  text: string;
}

/** Attributes and properties that people read or hear. */
const READ =
  /^(?:aria-(?:label|description|valuetext|roledescription|placeholder)|title|placeholder|alt|hint|legend|caption|heading|summary|message|sentence|error|label|\w+Label)$/;
/** Words, not values such as `submit`. */
const WORDS = /^\p{Lu}|\p{L}.*\s|\s.*\p{L}/u;
/** Only sentences and labels begin with a capital and have several words. */
const SENTENCE = /^\p{Lu}\S*\s+.*\p{L}/u;
const LETTER = /\p{L}/u;
/** The outline of a drawing. */
const PATH_DATA = /^M[-\d\s.,MmLlHhVvCcSsQqTtAaZz]+$/;

/** Reads the list of exceptions. */
export function readPermittedLiterals(): PermittedLiterals {
  return JSON.parse(readFileSync(LITERALS_FILE, 'utf8')) as PermittedLiterals; // written by hand
}

/** Returns whether the rule is about a file: the code of the web client. */
export function isClientCode({ path }: SourceFile): boolean {
  return (
    /^web\/src\/.*\.tsx?$/.test(path) &&
    !/\.test\.tsx?$|^web\/src\/testing\/|\/(?:show-list|show-player|test-content|testing)\.tsx?$/.test(path)
  );
}

/** Returns the texts of a file that people would read. */
export function findLiterals(file: SourceFile): FoundLiteral[] {
  const found = new Map<string, FoundLiteral>();
  visit(parse(file), (part, text) => {
    if (PATH_DATA.test(text)) return;
    const line = lineOf(file.text, part);
    found.set(`${line} ${text}`, { path: file.path, line, text });
  });
  return [...found.values()];
}

/** Returns the texts that are not permitted. */
export function listForbidden(
  found: readonly FoundLiteral[],
  { unconverted, files, names }: PermittedLiterals,
): FoundLiteral[] {
  return found.filter(
    ({ path, text }) =>
      !Object.hasOwn(names, text) &&
      !Object.hasOwn(files, path) &&
      !unconverted.some((folder) => isIn(path, folder)),
  );
}

/** Returns the exceptions that nothing needs any more. */
export function listStale(found: readonly FoundLiteral[], permitted: PermittedLiterals): string[] {
  const { unconverted, files, names } = permitted;
  const others = listForbidden(found, { ...permitted, unconverted: [] });
  return [
    ...unconverted.filter((folder) => !others.some(({ path }) => isIn(path, folder))),
    ...Object.keys(files).filter((file) => !found.some(({ path }) => path === file)),
    ...Object.keys(names).filter((name) => !found.some(({ text }) => text === name)),
  ];
}

/** Returns whether a path is that of the folder or file, or below it. */
function isIn(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

/** Reports the texts below a node. Errors are for developers unless a message words them. */
function visit(node: Node, report: (part: Node, text: string) => void): void {
  if (node.type === 'ImportDeclaration' || isNewError(node)) return;
  for (const [part, text] of listReadTexts(node)) report(part, text);
  for (const text of textsOf(node)) if (SENTENCE.test(text.trim())) report(node, text.trim());
  for (const child of childrenOf(node)) visit(child, report);
}

function isNewError({ type, callee }: Node): boolean {
  return type === 'NewExpression' && nameOf(callee)?.endsWith('Error') === true;
}

/** Returns the texts that a node shows, each with its place. */
function listReadTexts(node: Node): (readonly [Node, string])[] {
  if (node.type === 'JSXElement' || node.type === 'JSXFragment')
    return childrenOf({ ...node, openingElement: null, closingElement: null }).flatMap(listContent);
  if (node.type === 'JSXAttribute') return listNamed(node['name'], node['value']);
  if (node.type === 'Property') return listNamed(node['key'], node['value']).filter(isWording);
  const isTitle = node.type === 'CallExpression' && nameOf(node['callee']) === 'useDocumentTitle';
  return isTitle ? (node['arguments'] as unknown[]).flatMap(listTexts) : []; // a call has arguments
}

function listContent(child: Node): (readonly [Node, string])[] {
  if (child.type !== 'JSXText') return listTexts(child);
  const all = String(child['value']);
  const text = all.trim().replaceAll(/\s+/g, ' ');
  const start = child.start + all.length - all.trimStart().length; // of the words, for their line
  return LETTER.test(text) ? [[{ ...child, start }, text]] : [];
}

function listNamed(name: unknown, value: unknown): (readonly [Node, string])[] {
  const attribute = nameOf(name) ?? '';
  if (READ.test(attribute)) return listTexts(value);
  return attribute === 'name' ? listTexts(value).filter(isWording) : []; // a figure has a name, but a field, too
}

function isWording([, text]: readonly [Node, string]): boolean {
  return WORDS.test(text);
}

function listTexts(value: unknown): (readonly [Node, string])[] {
  if (!isNode(value)) return [];
  return listOutcomes(value).flatMap((part) =>
    textsOf(part)
      .map((text) => text.trim())
      .filter((text) => LETTER.test(text))
      .map((text) => [part, text] as const),
  );
}
