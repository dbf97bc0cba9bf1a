import type { SourceFile } from '../source-file.ts';
import { isNode, lineOf, listOutcomes, nameOf, parse, textsOf, walk, type Node } from './syntax.ts';

const ID = /^[a-z][a-z\d-]*(?:\.[a-zA-Z\d-]+)+$/;
/** The beginning of an id that ends with a value: `role.` or `jobs.cause-`. */
const PREFIX = /^[a-z][a-z\d-]*\.[\w.-]*$/;
/** The functions that return messages. */
const CALLS = new Set(['t', 'text']);

/** The ids that the code uses, those of other files too, and the beginnings of those that end with a value. */
export interface UsedIds {
  ids: ReadonlySet<string>;
  prefixes: ReadonlySet<string>;
}

/** Returns the files whose code may use messages: those of the web client, and of servers if they ask for one. */
export function listUsers(files: readonly SourceFile[]): SourceFile[] {
  return files.filter(
    ({ path, text }) =>
      /^(?:web\/(?:src|build)|services\/[^/]+\/src|packages\/[^/]+\/src)\/.*\.tsx?$/.test(path) &&
      !/\.test\.tsx?$|\/testing\//.test(path) &&
      (path.startsWith('web/') || /\b(?:t|text)\(|@larksong\/languages/.test(text)),
  );
}

/** Returns all texts and the beginnings of all templates that may be ids, wherever they are in the code. */
export function findUsedIds(files: readonly SourceFile[]): UsedIds {
  const ids = new Set<string>();
  const prefixes = new Set<string>();
  for (const file of files)
    walk(parse(file), (node) => {
      const [first = '', ...rest] = textsOf(node);
      if (node.type === 'TemplateLiteral' && rest.length > 0 && PREFIX.test(first)) prefixes.add(first);
      else if (ID.test(first)) ids.add(first);
    });
  return { ids, prefixes };
}

/** Returns `path:line: id` for each id in a file that English does not have. */
export function findUnknownIds(file: SourceFile, english: ReadonlySet<string>): string[] {
  const found: string[] = [];
  const report = (node: Node, id: string) => found.push(`${file.path}:${lineOf(file.text, node)}: ${id}`);
  walk(parse(file), (node) => {
    for (const outcome of listIdsOfCall(node)) {
      const [first = '', ...rest] = textsOf(outcome);
      const isKnown = rest.length === 0 ? english.has(first) : hasPrefix(english, first);
      const isMessage = file.path.startsWith('web/') || ID.test(first); // servers may call other functions `text`
      if (isMessage && !isKnown) report(outcome, rest.length === 0 ? first : `${first}…`);
    }
    const listed = listTexts(node).filter((one) => ID.test(textsOf(one)[0] ?? ''));
    const unknown = listed.filter((one) => !english.has(textsOf(one)[0] ?? ''));
    // A list of other names may have one that is also an id.
    if (unknown.length <= listed.length / 2) for (const one of unknown) report(one, textsOf(one)[0] ?? '');
  });
  return [...new Set(found)];
}

/** Returns the ids that nothing uses. */
export function findUnusedIds(english: Iterable<string>, { ids, prefixes }: UsedIds): string[] {
  const starts = [...prefixes];
  return [...english].filter((id) => !ids.has(id) && !starts.some((prefix) => id.startsWith(prefix)));
}

/** An empty beginning names no id. */
function hasPrefix(english: ReadonlySet<string>, prefix: string): boolean {
  return PREFIX.test(prefix) && [...english].some((id) => id.startsWith(prefix));
}

/** Returns what the first argument of `t(…)`, `t.rich(…)` and `text(…)` may be. */
function listIdsOfCall({ type, callee, arguments: values }: Node): Node[] {
  if (type !== 'CallExpression' || !isNode(callee) || !Array.isArray(values)) return [];
  const called = nameOf(callee.type === 'MemberExpression' ? callee['object'] : callee);
  if (called === undefined || !CALLS.has(called)) return [];
  if (callee.type === 'MemberExpression' && nameOf(callee['property']) !== 'rich') return [];
  return listOutcomes(values[0]);
}

/** Returns the texts in an array or in the values of an object, also in those inside. */
function listTexts(node: unknown): Node[] {
  if (!isNode(node)) return [];
  const { type, elements, properties, value } = node;
  if (type === 'ArrayExpression') return (elements as unknown[]).flatMap(listItem); // an array has these
  if (type === 'ObjectExpression') return (properties as unknown[]).flatMap(listTexts); // an object has these
  return type === 'Property' ? listItem(value) : [];
}

function listItem(item: unknown): Node[] {
  return isNode(item) && item.type === 'Literal' ? [item] : listTexts(item);
}
