import type { SourceFile } from './source-file.ts';

const MAX_MAIN_LINES = 30;

/** The content that each file of a service must have, with the text of the error message. */
const DUTIES: Record<string, { pattern: RegExp; duty: string }[]> = {
  'main.ts': [
    { pattern: /\brunService\(/, duty: 'runs the service (`runService`)' },
    { pattern: /from '\.\/config\.ts'/, duty: 'reads the settings from `./config.ts`' },
    { pattern: /from '\.\/service\.ts'/, duty: 'takes `createService` from `./service.ts`' },
  ],
  'service.ts': [
    {
      pattern: /^export async function createService\(\s*config: Config,\s*logger: Logger,?/m,
      duty: 'exports `createService(config, logger)`',
    },
    { pattern: /from '\.\/app\.ts'/, duty: 'takes `buildApp` from `./app.ts`' },
  ],
  'app.ts': [
    { pattern: /^export (async )?function buildApp\(/m, duty: 'exports `buildApp`' },
    { pattern: /\bbuildServer\(/, duty: 'makes its server with `buildServer`' },
  ],
  'config.ts': [
    { pattern: /^export const Config = Type\.Object\(/m, duty: 'exports the schema `Config`' },
    { pattern: /^export function readConfig\(/m, duty: 'exports `readConfig`' },
  ],
  'db/tables.ts': [
    { pattern: /^export type Db = /m, duty: 'exports the type `Db`' },
    { pattern: /^export type Trx = /m, duty: 'exports the type `Trx`' },
  ],
};

/**
 * Returns `path: what is wrong` for a file that breaks the common skeleton of the services: `main.ts` → `service.ts` →
 * `app.ts` → `config.ts`, with `db/tables.ts` next to migrations, and routes registered by `registerX` functions.
 */
export function findSkeletonViolations(file: SourceFile, files: readonly SourceFile[]): string[] {
  const [, service, below] = /^services\/([^/]+)\/(.+)$/.exec(file.path) ?? [];
  if (service === undefined || below === undefined || file.path.endsWith('.test.ts')) return [];
  if (below === 'package.json') return missingFiles(service, files);
  const name = /^src\/(.+)$/.exec(below)?.[1];
  if (name === undefined) return [];
  return [...unmetDuties(name, file), ...strayRoutes(name, file)];
}

function missingFiles(service: string, files: readonly SourceFile[]): string[] {
  const root = `services/${service}/src/`;
  const present = files.map(({ path }) => path).filter((path) => path.startsWith(root));
  const hasDatabase = present.some((path) => path.startsWith(`${root}db/`));
  const needed = ['main.ts', 'service.ts', 'app.ts', 'config.ts'];
  if (hasDatabase) needed.push('db/tables.ts', 'db/migrations/index.ts');
  const missing = needed.filter((name) => !present.includes(root + name));
  return missing.length === 0 ? [] : [`${root}: ${missing.join(', ')} missing`];
}

function unmetDuties(name: string, { path, text }: SourceFile): string[] {
  const unmet = (DUTIES[name] ?? []).filter(({ pattern }) => !pattern.test(text));
  const problems = unmet.map(({ duty }) => `${path} ${duty}`);
  const lines = text.split('\n').length - 1;
  if (name === 'main.ts' && lines > MAX_MAIN_LINES)
    problems.push(`${path}: ${lines} lines, at most ${MAX_MAIN_LINES}`);
  return problems;
}

/** Returns the violations of the rule that routes are functions with a `register` or the app as parameter, not plugins. */
function strayRoutes(name: string, { path, text }: SourceFile): string[] {
  if (/\bFastifyPlugin(Async|Callback)?\b/.test(text))
    return [`${path}: a plugin instead of \`registerX(register, deps)\``];
  if (name !== 'app.ts' && /\bcreateRegister\(/.test(text))
    return [`${path}: only app.ts calls \`createRegister\``];
  return [];
}
