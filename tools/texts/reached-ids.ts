import { dirname, posix } from 'node:path';

import type { SourceFile } from '../source-file.ts';
import { isNode, nameOf, parse, textsOf, walk, type Node } from './syntax.ts';
import { findUsedIds, type UsedIds } from './used-ids.ts';

/** A place where code is loaded later, with the catalogues that `loadWithTexts` loads along. */
interface LaterImport {
  path: string;
  catalogues: readonly string[];
}

interface Module {
  ids: string[];
  imports: string[];
  later: LaterImport[];
}

interface Page {
  /** The path of its component. */
  path: string;
  catalogue: string;
  /** Others that are loaded with its code. */
  also?: readonly string[];
}

interface Client {
  files: readonly SourceFile[];
  /** The file with which every page starts. */
  entry: string;
  /** The ids of all catalogues. */
  all: readonly string[];
  /** Returns the ids of one. */
  listIds: (catalogue: string) => readonly string[];
}

/**
 * Returns `page: file: id` for each message that the code of a page uses, or that of its parts that load later, and that
 * is in none of the catalogues which have been loaded by then.
 */
export function findUnreachedIds(pages: readonly Page[], client: Client): string[] {
  const modules = new Map(client.files.map((file) => [file.path, toModule(file, client.all)]));
  const first = closureOf(client.entry, modules);
  const found = new Set<string>();
  const done = new Set<string>();
  const visit = (page: string, root: string, catalogues: readonly string[]) => {
    const key = `${root} ${[...new Set(catalogues)].toSorted().join()}`;
    if (done.has(key)) return;
    done.add(key);
    const loaded = new Set(catalogues.flatMap(client.listIds));
    for (const path of [...closureOf(root, modules)].filter((each) => !first.has(each))) {
      const { ids, later } = modules.get(path) ?? { ids: [], later: [] };
      for (const id of ids) if (!loaded.has(id)) found.add(`${page}: ${path}: ${id}`);
      for (const { path: next, catalogues: own } of later) visit(page, next, [...catalogues, ...own]);
    }
  };
  for (const { path, catalogue, also = [] } of pages) visit(path, path, [catalogue, ...also]);
  return [...found];
}

function listUsed(all: readonly string[], { ids, prefixes }: UsedIds): string[] {
  const starts = [...prefixes];
  return all.filter((id) => ids.has(id) || starts.some((prefix) => id.startsWith(prefix)));
}

function closureOf(root: string, modules: ReadonlyMap<string, Module>): Set<string> {
  const reached = new Set([root]);
  for (const path of reached) for (const next of modules.get(path)?.imports ?? []) reached.add(next);
  return reached;
}

function toModule(file: SourceFile, all: readonly string[]): Module {
  const module: Module = { ids: listUsed(all, findUsedIds([file])), imports: [], later: [] };
  const toPath = (node: unknown) =>
    posix.join(dirname(file.path), isNode(node) ? (textsOf(node)[0] ?? '') : '');
  const catalogues = new Map<Node, string[]>();
  walk(parse(file), (node) => {
    if (/^(?:Import|ExportNamed|ExportAll)Declaration$/.test(node.type) && isNode(node['source'])) {
      if (!isOnlyTypes(node)) module.imports.push(toPath(node['source']));
      return;
    }
    const [catalogue, load] = argumentsOf(node, 'loadWithTexts');
    if (catalogue && load)
      walk(load, (inner) => {
        catalogues.set(inner, [...(catalogues.get(inner) ?? []), textsOf(catalogue)[0] ?? '']);
      });
    if (node.type === 'ImportExpression')
      module.later.push({ path: toPath(node['source']), catalogues: catalogues.get(node) ?? [] });
  });
  return module;
}

function isOnlyTypes({ importKind, exportKind, specifiers }: Node): boolean {
  if (importKind === 'type' || exportKind === 'type') return true;
  const named = Array.isArray(specifiers) ? specifiers.filter(isNode) : [];
  return (
    named.length > 0 && named.every((each) => each['importKind'] === 'type' || each['exportKind'] === 'type')
  );
}

/** Returns the arguments of a call of a function; none of any other node. */
function argumentsOf({ type, callee, arguments: values }: Node, name: string): Node[] {
  const isCall = type === 'CallExpression' && isNode(callee) && nameOf(callee) === name;
  return isCall && Array.isArray(values) ? values.filter(isNode) : [];
}
