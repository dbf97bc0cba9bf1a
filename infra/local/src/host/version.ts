import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { siteVersion } from '@larksong/service-kit';

import { ROOT } from './root.ts';

const run = promisify(execFile);

/** Returns the version of this checkout, between releases with its commit. */
export async function readVersion(): Promise<string> {
  const script = join(ROOT, 'infra', 'compose', 'version.sh');
  return run('sh', [script]).then(
    ({ stdout }) => stdout.trim(),
    () => siteVersion(),
  );
}

/** Runs git in the checkout and returns its output; undefined if it fails or if this is no checkout. */
export async function askGit(...args: string[]): Promise<string | undefined> {
  if (!existsSync(join(ROOT, '.git'))) return undefined;
  return run('git', ['--no-optional-locks', ...args], { cwd: ROOT }).then(
    ({ stdout }) => stdout.trim(),
    () => undefined,
  );
}
