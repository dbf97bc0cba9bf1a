import { execFile } from 'node:child_process';
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
