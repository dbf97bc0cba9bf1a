import { parseAst } from 'vitest/node';

import type { SourceFile } from '../source-file.ts';

/** A node of a syntax tree: https://github.com/estree/estree, with JSX. */
export interface Node {
  type: string;
  start: number;
  [property: string]: unknown;
}

const trees = new WeakMap<SourceFile, Node>();

/** Returns the syntax tree of a TypeScript file. */
export function parse(file: SourceFile): Node {
  const lang = file.path.endsWith('x') ? 'tsx' : 'ts';
  const tree = trees.get(file) ?? (parseAst(file.text, { lang }) as unknown as Node); // a tree of nodes
  trees.set(file, tree);
  return tree;
}

/** Calls `visit` with every node, from the outside in. */
export function walk(node: Node, visit: (node: Node) => void): void {
  visit(node);
  for (const child of childrenOf(node)) walk(child, visit);
}

/** Returns the child nodes in their order. */
export function childrenOf(node: Node): Node[] {
  return Object.values(node).flat().filter(isNode);
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}

/** Returns the line of a node, from 1. */
export function lineOf(text: string, { start }: Node): number {
  return text.slice(0, start).split('\n').length;
}

/** Returns the name of an identifier, a JSX attribute or a property; undefined if it is calculated. */
export function nameOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined;
  if (node.type === 'JSXNamespacedName') return `${nameOf(node['namespace'])}:${nameOf(node['name'])}`;
  const { name, value } = node;
  if (typeof name === 'string') return name;
  return typeof value === 'string' ? value : undefined;
}

/** What wraps an expression without changing its value. */
const WRAPPERS = new Set([
  'JSXExpressionContainer',
  'ParenthesizedExpression',
  'TSAsExpression',
  'TSSatisfiesExpression',
  'TSNonNullExpression',
]);

/** Returns the literals and templates that an expression may become: both of `isNew ? 'New' : 'Old'`. */
export function listOutcomes(node: unknown): Node[] {
  if (!isNode(node)) return [];
  const { type, expression, consequent, alternate, left, right } = node;
  if (WRAPPERS.has(type)) return listOutcomes(expression);
  if (type === 'ConditionalExpression') return [...listOutcomes(consequent), ...listOutcomes(alternate)];
  if (type === 'LogicalExpression' || (type === 'BinaryExpression' && node['operator'] === '+'))
    return [...listOutcomes(left), ...listOutcomes(right)];
  return type === 'Literal' || type === 'TemplateLiteral' ? [node] : [];
}

/** Returns the texts of a literal or template around its expressions; none if it is not a text. */
export function textsOf(node: Node): string[] {
  if (node.type === 'Literal') return typeof node['value'] === 'string' ? [node['value']] : [];
  if (node.type !== 'TemplateLiteral') return [];
  const quasis = node['quasis'] as { value: { cooked: string } }[]; // a template has these
  return quasis.map(({ value }) => value.cooked);
}
