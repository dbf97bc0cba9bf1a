import type { SourceFile } from '../source-file.ts';

/** Where the sentences of failures stand. */
const LISTS = /^packages\/contracts\/src\/(?:errors|reasons|reasons\/[\w-]+)\.ts$/;
const PRODUCT = /^(?:packages|services)\/[\w-]+\/src\/.*\.ts$/;
const TESTS = /\.test\.ts$|\/testing\//;

/** Returns `path:line: code` for each failure, or schema of the contracts, with a sentence outside the list of reasons. */
export function findUnlisted({ path, text }: SourceFile): string[] {
  if (!PRODUCT.test(path) || TESTS.test(path) || LISTS.test(path)) return [];
  const at = (index: number) => {
    const before = text.slice(0, index).split('\n');
    return `${path}:${before.length}: ${text.split('\n')[before.length - 1]?.trim()}`;
  };
  const failures = [...text.matchAll(/\bnew AppError\(/g)]
    .filter(({ index }) => isUnlisted(toCall(text, index)))
    .map(({ index }) => at(index));
  if (!path.startsWith('packages/contracts/')) return failures;
  return [...failures, ...[...text.matchAll(/\bmessage: ?['"`]/g)].map(({ index }) => at(index))];
}

/** A sentence is passed on with its reason, or comes from `because`. */
function isUnlisted(call: string): boolean {
  return /(?<!\.)\bmessage\b/.test(call) && !/\breason\b/.test(call);
}

/** Returns a call up to its closing parenthesis. */
function toCall(text: string, start: number): string {
  let depth = 0;
  for (let index = text.indexOf('(', start); index < text.length; index += 1) {
    if (text[index] === '(') depth += 1;
    if (text[index] === ')') depth -= 1;
    if (depth === 0) return text.slice(start, index + 1);
  }
  return text.slice(start);
}

/** Returns the reasons that no source names. */
export function findUnusedReasons(reasons: readonly string[], files: readonly SourceFile[]): string[] {
  const sources = files.filter(({ path }) => PRODUCT.test(path) && !TESTS.test(path) && !LISTS.test(path));
  const named = new Set(
    sources.flatMap(({ text }) => [...text.matchAll(/'([a-z]+\.[a-z-]+)'/g)].map(([, id]) => id)),
  );
  return reasons.filter((reason) => !named.has(reason));
}
