import { dirname } from 'node:path';

import { describe, expect, it } from 'vitest';

import { HOUSE_RULES, listSourceFiles } from './house-rules.ts';
import type { SourceFile } from './source-file.ts';

const files = listSourceFiles(dirname(import.meta.dirname));

/** The entry point of a service as it should be. */
const MAIN = `import { runService } from '@larksong/service-kit';

import { readConfig } from './config.ts';
import { createService } from './service.ts';

runService({ name: 'auth', readConfig: () => readConfig(process.env), createService });
`;

/** For each rule, what it must find; a rule that finds nothing here protects nothing. */
const OFFENDERS: Record<string, SourceFile[]> = {
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
  'a service imports nothing of another one': [
    { path: 'services/auth/src/app.ts', text: "import { x } from '../../catalog/src/app.ts';" },
    { path: 'services/auth/test/app.test.ts', text: "import { x } from '@larksong/catalog';" },
  ],
  'packages and the web client import nothing of a service': [
    { path: 'web/src/api/x.ts', text: "import type { X } from '../../../services/game/src/app.ts';" },
  ],
  'the contracts run in a browser': [
    { path: 'packages/contracts/src/x.ts', text: "import { join } from 'node:path';" },
  ],
  'SQL is in store.ts and db/ alone': [
    { path: 'services/auth/src/accounts/routes.ts', text: "await db.selectFrom('users').execute();" },
    { path: 'services/auth/src/accounts/x.ts', text: 'await sql<{ n: number }>`select 1 as n`.execute(db);' },
  ],
  'the web client calls through the contracts, not by paths of its own': [
    { path: 'web/src/api/x.ts', text: 'await fetch(`/api/videos/${id}`);' },
  ],
  'the web client validates without generated code, which its content security policy forbids': [
    { path: 'web/src/api/x.ts', text: "import { Compile } from 'typebox/compile';" },
  ],
  'features of the web client do not import each other': [
    { path: 'web/src/features/player/x.ts', text: "import { y } from '../upload/y.ts';" },
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

/** What looks like an offence at the first glance and is none. */
const INNOCENT: SourceFile[] = [
  { path: 'services/auth/src/main.ts', text: MAIN },
  { path: 'services/auth/src/accounts/store.ts', text: "return db.selectFrom('users').selectAll();" },
  { path: 'services/auth/src/accounts/routes.ts', text: "import { findUser } from './store.ts';" },
  { path: 'services/transcoder/src/media/ffmpeg.ts', text: "import ffmpeg from 'fluent-ffmpeg';" },
  { path: 'web/src/api/x.test.ts', text: "server.use('/api/videos')" },
  { path: 'docs/x.md', text: 'superadmin@larksong.example, node@24.21.0, postgres://user@localhost:5432' },
];

describe.each(HOUSE_RULES)('house rule: $name', ({ name, findViolations }) => {
  it('holds in every file of the repository', () => {
    expect(files.length).toBeGreaterThan(50);
    expect(files.flatMap((file) => findViolations(file, files))).toEqual([]);
  });

  it('finds an offender and lets the innocent be', () => {
    const offenders = OFFENDERS[name] ?? [];
    expect(offenders.length).toBeGreaterThan(0);
    for (const offender of offenders) expect(findViolations(offender, [offender])).toHaveLength(1);
    expect(INNOCENT.flatMap((file) => findViolations(file, INNOCENT))).toEqual([]);
  });
});
