import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, posix } from 'node:path';

import { listImports } from './imports.ts';
import { importsOfHigherLayers } from './layers.ts';
import { comparePhrases, readPermitted } from './phrases.ts';
import { findSkeletonViolations } from './service-skeleton.ts';
import type { SourceFile } from './source-file.ts';
import { findUnlisted } from './texts/reasons.ts';

/** A rule that linters lack. `findViolations` returns `path:line: problem` for each violation. */
export interface HouseRule {
  name: string;
  findViolations: (file: SourceFile, files: readonly SourceFile[]) => string[];
}

const SKIPPED = new Set(['node_modules', 'dist', '.git', '.data', '.turbo', 'coverage', 'test-results']);
const TEXT_FILES = new Set([
  '.ts',
  '.tsx',
  '.mjs',
  '.js',
  '.json',
  '.yaml',
  '.yml',
  '.md',
  '.html',
  '.css',
  '.sh',
  '',
]);

/** Returns all text files under a folder, except installed and built ones. */
export function listSourceFiles(root: string, below = ''): SourceFile[] {
  return readdirSync(join(root, below), { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(below, entry.name);
    if (entry.isDirectory())
      return SKIPPED.has(entry.name) || entry.name.startsWith('dist-') ? [] : listSourceFiles(root, path);
    if (!entry.isFile() || !TEXT_FILES.has(extname(entry.name)) || entry.name === 'pnpm-lock.yaml') return [];
    return [{ path, text: readFileSync(join(root, path), 'utf8') }];
  });
}

/** Finds phrases that are never plain English. */
const findOddPhrases = offences(
  /\banew\b|\b(?:to|of|by|for) who\b|\bso many\b|\bby commas\b|\b(?:that|which) (?:is|are) none\b|\bbe had\b|\b(?:gives|tells) (?:whether|how|what|back)\b/i,
  (path) => path !== 'CONTRIBUTING.md', // names them
);
const PERMITTED_PHRASES = readPermitted();

export const HOUSE_RULES: HouseRule[] = [
  {
    name: 'services share one skeleton',
    findViolations: findSkeletonViolations,
  },
  {
    name: 'only main and config read the environment',
    findViolations: offences(
      /\bprocess\.env\b/,
      // The version is no setting: whatever starts a process states it.
      (path) => isProductCode(path) && !/\/(main|config|base\/site-version)\.ts$/.test(path),
    ),
  },
  {
    name: 'the prose avoids phrases that have to be read twice',
    findViolations: (file, files) => [
      ...findOddPhrases(file, files),
      ...comparePhrases(file, PERMITTED_PHRASES),
    ],
  },
  {
    name: 'a service does not import from another service',
    findViolations: (file) =>
      file.path.startsWith('services/') ? foreignImports(file, ownService(file.path)) : [],
  },
  {
    name: 'packages and the web client do not import from a service',
    findViolations: (file) => (/^(packages|web)\//.test(file.path) ? foreignImports(file, undefined) : []),
  },
  {
    name: 'the contracts run in a browser',
    findViolations: offences(
      /from 'node:/,
      (path) => path.startsWith('packages/contracts/src/') && !isTest(path),
    ),
  },
  {
    name: 'the sentence of a failure is in the list of reasons',
    findViolations: findUnlisted,
  },
  {
    name: 'SQL is only in store.ts and db/',
    findViolations: offences(
      /\bsql(<[^`]*>)?`|\.(selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(/,
      (path) =>
        /^services\/[^/]+\/src\//.test(path) &&
        !isTest(path) &&
        !/\/(store\.ts$|[\w-]+-store\.ts$|db\/)/.test(path),
    ),
  },
  {
    name: 'the web client calls through the contracts, not by hand-written paths',
    findViolations: offences(/['"`]\/api\//, (path) => path.startsWith('web/src/') && !isTest(path)),
  },
  {
    name: 'the web client validates without generated code, which its content security policy forbids',
    findViolations: offences(/from 'typebox\/compile'|\bnew Function\(|\beval\(/, (path) =>
      path.startsWith('web/src/'),
    ),
  },
  {
    name: 'the web client imports only from the layers below',
    findViolations: (file) =>
      file.path.startsWith('web/') && !isTest(file.path) && !isTestHelper(file.path)
        ? importsOfHigherLayers(file)
        : [],
  },
  {
    name: 'the folders of auth, catalog and game import only from those below',
    findViolations: (file) =>
      file.path.startsWith('services/') && !isTest(file.path) ? importsOfHigherLayers(file) : [],
  },
  {
    name: 'components in ui/ know neither the API nor the router',
    findViolations: (file) =>
      file.path.startsWith('web/src/ui/') && !isTest(file.path)
        ? listImports(file)
            .filter(({ target }) =>
              /^(@larksong\/contracts|@tanstack\/react-query|react-router)\b/.test(target),
            )
            .map(({ line }) => line)
        : [],
  },
  {
    name: 'only media/ starts a process',
    findViolations: offences(
      /['"](node:)?child_process['"]|from 'fluent-ffmpeg'/,
      (path) => isProductCode(path) && !path.startsWith('services/transcoder/src/media/'),
    ),
  },
  {
    name: 'a file has at most 300 lines',
    findViolations: ({ path, text }) => {
      const lines = text.split('\n').length - 1;
      return /\.tsx?$/.test(path) && lines > 300 ? [`${path}: ${lines} lines`] : [];
    },
  },
  {
    name: 'no secret is in the repository',
    findViolations: offences(
      /-----BEGIN [A-Z ]*PRIVATE KEY-----|\bAKIA[0-9A-Z]{16}\b|\bgh[pousr]_[A-Za-z0-9]{36}|\bxox[abprs]-[\w-]{10,}|\bnpm_[A-Za-z0-9]{36}\b/,
      () => true,
    ),
  },
  {
    name: 'no address of a real person is in the repository',
    findViolations: offences(
      /\b[\w.+-]+@(?:[a-z\d-]+\.)+(?!example\b|invalid\b|test\b)[a-z]{2,}\b(?![/:@])/i,
      (path) => !path.endsWith('LICENSE') && !/attribution|licen[cs]e|-OFL/i.test(path),
    ),
  },
];

/** Returns whether a file runs in production: not tests, the local stack or scripts. */
function isProductCode(path: string): boolean {
  return (
    /^(services|packages|web)\//.test(path) &&
    /\.tsx?$/.test(path) &&
    !isTest(path) &&
    !/\/testing\//.test(path) &&
    !/\/(vite|vitest)\.config\.ts$/.test(path)
  );
}

function isTest(path: string): boolean {
  return /\.test\.tsx?$|\/test\//.test(path);
}

/** Returns a rule about single lines: a pattern that must not occur in some files. */
function offences(pattern: RegExp, applies: (path: string) => boolean): HouseRule['findViolations'] {
  return ({ path, text }) => {
    if (!applies(path) || /^tools\/[^/]+$/.test(path)) return []; // the rules and their examples
    return text
      .split('\n')
      .flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : []));
  };
}

function ownService(path: string): string | undefined {
  return /^services\/([^/]+)\//.exec(path)?.[1];
}

/** Returns the imports from the folder of another service. */
function foreignImports(file: SourceFile, own: string | undefined): string[] {
  return listImports(file)
    .filter(({ target }) => {
      const service =
        ownService(`${target}/`) ?? /^@larksong\/(auth|catalog|game|gateway|transcoder)\b/.exec(target)?.[1];
      return service !== undefined && service !== own;
    })
    .map(({ line }) => line);
}

/** Returns whether a file is a test helper, which may import from any layer. */
function isTestHelper(path: string): boolean {
  return /^web\/src\/testing\/|\/(show-list|show-player|test-content|testing)\.tsx?$/.test(path);
}
