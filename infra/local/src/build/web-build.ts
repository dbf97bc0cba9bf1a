import { join } from 'node:path';

import { buildOnce, runBuilder, type BuildOptions } from './build.ts';

/** Builds the web client into `web/dist` if its sources have changed since the last build; returns that folder. */
export function buildWeb(root: string, options: BuildOptions): Promise<string> {
  const web = join(root, 'web');
  // Not through pnpm, which would start it in a separate process group that an abort does not reach.
  const vite = join(web, 'node_modules', '.bin', 'vite');
  const build = {
    line: 'Building the web client …',
    folder: 'web/dist',
    sources: [
      'web/*.{ts,json,html}',
      'web/{build,public,src}/**/*',
      'packages/contracts/src/**/*.ts',
      'packages/languages/{src,locales}/**/*',
      'pnpm-lock.yaml',
    ],
    run: (outDir: string, signal: AbortSignal | undefined) =>
      runBuilder([vite, 'build', '--outDir', outDir, '--emptyOutDir'], {
        cwd: web,
        failure: 'The web client could not be built',
        signal,
      }),
  };
  return buildOnce(root, build, options);
}
