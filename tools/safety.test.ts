import { dirname } from 'node:path';

import { describe, expect, it } from 'vitest';

import { findArrowsUp } from './arrows-up.ts';
import { findLargeFolders } from './folders.ts';
import { HOUSE_RULES, listSourceFiles } from './house-rules.ts';
import { findCycles, findPackageCycles } from './imports.ts';
import type { SourceFile } from './source-file.ts';
import { findStrayClasses } from './style-modules.ts';

const files = listSourceFiles(dirname(import.meta.dirname));

/** A correct entry point of a service. */
const MAIN = `import { runService } from '@larksong/service-kit';

import { readConfig } from './config.ts';
import { createService } from './service.ts';

runService({ name: 'auth', readConfig: () => readConfig(process.env), createService });
`;

/** Offenders that each rule must find. */
const OFFENDERS: Record<string, SourceFile[]> = {
  'the prose avoids phrases that have to be read twice': [
    { path: 'services/auth/src/x.ts', text: '/** Loads the list anew. */' },
    { path: 'docs/x.md', text: 'Shown to who is signed in.' },
    { path: 'web/src/lib/x.ts', text: '// waits so many seconds' },
    { path: 'packages/contracts/src/x.ts', text: '/** Letters by commas. */' },
    { path: 'tools/starter-pack/x.ts', text: '// a file that is none' },
    { path: 'web/src/lib/x.ts', text: '// undefined if it cannot be had' },
    { path: 'e2e/x.test.ts', text: '/** Gives whether a page is shown. */' },
    { path: 'web/src/lib/x.ts', text: '/** The game goes\n * on. */' },
    { path: 'docs/x.md', text: 'A folder beside others.' },
  ],
  'services share one skeleton': [
    { path: 'services/radio/package.json', text: '{}' },
    { path: 'services/radio/src/main.ts', text: `${MAIN}${'//\n'.repeat(30)}` },
    { path: 'services/radio/src/main.ts', text: MAIN.replace('./config.ts', './settings.ts') },
    { path: 'services/radio/src/service.ts', text: "import { buildApp } from './app.ts';" },
    { path: 'services/radio/src/app.ts', text: 'export function buildApp() {}' },
    {
      path: 'services/radio/src/songs/routes.ts',
      text: 'const routes: FastifyPluginAsync = async () => {};',
    },
    { path: 'services/radio/src/songs/routes.ts', text: 'const register = createRegister(app, guards);' },
  ],
  'only main and config read the environment': [
    { path: 'services/auth/src/app.ts', text: "const port = process.env['PORT'];" },
    { path: 'web/src/lib/x.ts', text: 'process.env.NODE_ENV' },
  ],
  'a service does not import from another service': [
    { path: 'services/auth/src/app.ts', text: "import { x } from '../../catalog/src/app.ts';" },
    { path: 'services/auth/test/app.test.ts', text: "import { x } from '@larksong/catalog';" },
  ],
  'packages and the web client do not import from a service': [
    { path: 'web/src/api/x.ts', text: "import type { X } from '../../../services/game/src/app.ts';" },
  ],
  'the sentence of a failure is in the list of reasons': [
    { path: 'services/auth/src/x.ts', text: "throw new AppError('CONFLICT', { message: 'No.' });" },
    {
      path: 'services/auth/src/x.ts',
      text: "new AppError('CONFLICT', {\n  message,\n  cause: f(error),\n})",
    },
    { path: 'packages/contracts/src/auth/x.ts', text: "Type.String({ minLength: 1, message: 'Enter it.' })" },
  ],
  'the contracts run in a browser': [
    { path: 'packages/contracts/src/x.ts', text: "import { join } from 'node:path';" },
  ],
  'SQL is only in store.ts and db/': [
    { path: 'services/auth/src/accounts/routes.ts', text: "await db.selectFrom('users').execute();" },
    { path: 'services/auth/src/accounts/x.ts', text: 'await sql<{ n: number }>`select 1 as n`.execute(db);' },
  ],
  'the web client calls through the contracts, not by hand-written paths': [
    { path: 'web/src/api/x.ts', text: 'await fetch(`/api/videos/${id}`);' },
  ],
  'the web client validates without generated code, which its content security policy forbids': [
    { path: 'web/src/api/x.ts', text: "import { Compile } from 'typebox/compile';" },
  ],
  'the web client imports only from the layers below': [
    { path: 'web/src/features/player/x.ts', text: "import { y } from '../videos/y.ts';" },
    { path: 'web/src/features/upload/x.ts', text: "import { y } from '../transcoding/y.ts';" },
    { path: 'web/src/features/auth/x.ts', text: "import { y } from '../../routes.tsx';" },
    { path: 'web/src/ui/x.ts', text: "import { y } from '../api/y.ts';" },
    { path: 'web/src/ui/x.ts', text: "import { y } from '../a-new-folder/y.ts';" },
    { path: 'web/src/pages/x.ts', text: "import { y } from '../testing/y.ts';" },
  ],
  'the folders of auth, catalog and game import only from those below': [
    {
      path: 'services/catalog/src/library/videos/x.ts',
      text: "import { y } from '../../transcoding/units/y.ts';",
    },
    { path: 'services/catalog/src/library/tags/x.ts', text: "import { y } from '../../uploads/y.ts';" },
    { path: 'services/catalog/src/streaming/x.ts', text: "import { y } from '../transcoding/units/y.ts';" },
    { path: 'services/catalog/src/transcoding/units/x.ts', text: "import { y } from '../../metrics.ts';" },
    { path: 'services/catalog/src/a-new-folder/x.ts', text: "import { y } from '../library/tags/y.ts';" },
    { path: 'services/auth/src/mail-queue/x.ts', text: "import { y } from '../accounts/y.ts';" },
    { path: 'services/auth/src/users/x.ts', text: "import { y } from '../service.ts';" },
    { path: 'services/game/src/content/x.ts', text: "import { y } from '../files/y.ts';" },
    { path: 'services/game/src/categories/x.ts', text: "import { y } from '../sounds/y.ts';" },
  ],
  'components in ui/ know neither the API nor the router': [
    { path: 'web/src/ui/x.tsx', text: "import { Link } from 'react-router';" },
    { path: 'web/src/ui/x.ts', text: "import { ApiError } from '@larksong/contracts';" },
  ],
  'only media/ starts a process': [
    { path: 'services/transcoder/src/worker.ts', text: "import { spawn } from 'node:child_process';" },
    { path: 'services/transcoder/src/plan.ts', text: "import ffmpeg from 'fluent-ffmpeg';" },
  ],
  'a file has at most 300 lines': [{ path: 'web/src/x.tsx', text: 'x\n'.repeat(301) }],
  'no secret is in the repository': [
    { path: 'infra/key.sh', text: ['-----BEGIN RSA', 'PRIVATE KEY-----'].join(' ') },
    { path: 'docs/x.md', text: ['AKIA', 'ABCDEFGH12345678'].join('') },
  ],
  'no address of a real person is in the repository': [
    { path: 'docs/x.md', text: ['Write to jo.doe', 'mail.com'].join('@') },
  ],
};

/** Innocent files that resemble offenders. */
const INNOCENT: SourceFile[] = [
  { path: 'README.md', text: 'For those who are new here: the list is comma-separated.' },
  { path: 'services/auth/src/main.ts', text: MAIN },
  { path: 'services/auth/src/accounts/store.ts', text: "return db.selectFrom('users').selectAll();" },
  { path: 'services/auth/src/accounts/routes.ts', text: "import { findUser } from './store.ts';" },
  { path: 'services/transcoder/src/media/ffmpeg.ts', text: "import ffmpeg from 'fluent-ffmpeg';" },
  {
    path: 'services/catalog/src/uploads/x.ts',
    text: "import { y } from '../transcoding/units/y.ts';\nimport { z } from '../db/tables.ts';",
  },
  {
    path: 'services/auth/src/mail/x.ts',
    text: "import { y } from '../mail-queue/y.ts';\nimport { z } from '../config.ts';",
  },
  { path: 'services/auth/src/metrics.ts', text: "import { y } from './mail-queue/y.ts';" },
  { path: 'services/game/test/x.test.ts', text: "import { y } from '../src/packs/y.ts';" },
  { path: 'web/src/api/x.test.ts', text: "server.use('/api/videos')" },
  { path: 'web/src/features/watch/x.ts', text: "import { y } from '../videos/y.ts';" },
  { path: 'web/src/features/videos/x.test.ts', text: "import { y } from '../watch/y.ts';" },
  { path: 'web/src/parts/x.tsx', text: "import { Link } from 'react-router';" },
  { path: 'docs/x.md', text: 'superadmin@larksong.example, node@24.21.0, postgres://user@localhost:5432' },
];

describe.each(HOUSE_RULES)('house rule: $name', ({ name, findViolations }) => {
  it(`the rule "${name}" holds in all files of the repository`, () => {
    expect(files.length).toBeGreaterThan(50);
    expect(files.flatMap((file) => findViolations(file, files))).toEqual([]);
  });

  it(`the rule "${name}" finds its offenders and no innocent files`, () => {
    const offenders = OFFENDERS[name] ?? [];
    expect(offenders.length).toBeGreaterThan(0);
    for (const offender of offenders) expect(findViolations(offender, [offender])).toHaveLength(1);
    expect(INNOCENT.flatMap((file) => findViolations(file, INNOCENT))).toEqual([]);
  });
});

describe('import cycles', () => {
  it('no files import each other in a cycle', () => {
    const code = files.filter(({ path }) => /^(bench|e2e|infra|packages|services|tools|web)\//.test(path));
    expect(findCycles(code)).toEqual([]);
  });

  it('two files that import each other are found as one cycle, without a file that they import', () => {
    const circle = findCycles([
      { path: 'a/x.ts', text: "import { y } from './y.ts';" },
      { path: 'a/y.ts', text: "const load = () => import('../b/z.ts');" },
      { path: 'b/z.ts', text: "import type { X } from '../a/x.ts';\nimport { low } from './low.ts';" },
      { path: 'b/low.ts', text: '' },
    ]);
    expect(circle).toEqual([['a/x.ts', 'a/y.ts', 'b/z.ts']]);
  });

  it('no packages depend on each other in a cycle, not even for their tests', () => {
    expect(findPackageCycles(files)).toEqual([]);
  });

  it('a package that its own dependency needs for tests is found as a cycle', () => {
    const toManifest = (name: string, more: object) => ({
      path: `packages/${name}/package.json`,
      text: JSON.stringify({ name, ...more }),
    });
    const circle = findPackageCycles([
      toManifest('a', { dependencies: { b: 'workspace:*', pg: 'catalog:' } }),
      toManifest('b', { devDependencies: { a: 'workspace:*' } }),
      toManifest('c', { dependencies: { a: 'workspace:*' } }),
    ]);
    expect(circle).toEqual([['a', 'b']]);
  });
});

describe('folders', () => {
  it('no folder has more than 25 source files', () => {
    expect(findLargeFolders(files)).toEqual([]);
  });

  it('a folder of 26 source files is found, but no folder of 25 and no tests, style sheets or migrations', () => {
    const fill = (folder: string, count: number, extension = '.ts') =>
      Array.from({ length: count }, (_, index) => ({ path: `${folder}/x${index}${extension}`, text: '' }));
    expect(
      findLargeFolders([
        ...fill('web/src/ui', 26, '.tsx'),
        ...fill('web/src/lib', 25),
        ...fill('web/src/lib', 5, '.test.ts'),
        ...fill('web/src/lib', 5, '.module.css'),
        ...fill('web/src/lib/inner', 5),
        ...fill('services/auth/test', 30),
        ...fill('services/auth/src/db/migrations', 30),
        ...fill('docs/decisions', 30, '.md'),
      ]),
    ).toEqual(['web/src/ui: 26 source files, at most 25']);
  });

  it('at most 5 imports go against the main direction of their folders', () => {
    const arrows = findArrowsUp(files).map(({ from, to }) => `${from} → ${to}`);
    expect(arrows.length > 5 ? arrows : []).toEqual([]);
  });
});

describe('classes of the style sheets', () => {
  it('every class of a style sheet is used by a component, and every class of a component is in a style sheet', () => {
    expect(findStrayClasses(files)).toEqual([]);
  });

  it('unused, misspelt and undefined global classes are found', () => {
    const sheet = '.shown { color: red; }\n.way-back :global(.button), .odd :global(.buton) { color: red; }';
    const component =
      "import styles from './x.module.css';\n<a className={styles.wayBack + styles.shwon} />;";
    expect(
      findStrayClasses([
        { path: 'web/src/styles/controls.css', text: '.button { color: red; }\n.row { color: red; }' },
        { path: 'web/src/pages/x.module.css', text: sheet },
        { path: 'web/src/pages/x.tsx', text: component },
        { path: 'web/src/ui/button.tsx', text: '<button className="button" />' },
      ]),
    ).toEqual([
      'web/src/pages/x.tsx: x.module.css has no class shwon',
      'web/src/pages/x.module.css: no component uses shown',
      'web/src/pages/x.module.css: no component uses odd',
      'web/src/styles/controls.css: no component uses row',
      'web/src/pages/x.module.css: no global sheet defines buton',
    ]);
  });
});
