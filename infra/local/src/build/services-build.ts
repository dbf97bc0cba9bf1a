import { copyFile, cp, glob, mkdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

import { SERVICE_NAMES, type ServiceName } from '../settings/service-environment.ts';
import { buildOnce, runBuilder, type BuildOptions } from './build.ts';

/** Packages with native parts, which stay in `node_modules`. */
const NATIVE = ['sharp', '@node-rs/argon2'] as const;
/** The variables that CommonJS packages expect in every file. */
const BANNER = 'const __dirname = import.meta.dirname, __filename = import.meta.filename;';

/** Path of the program of a built service under the root of the repository. */
export const builtProgram = (service: ServiceName) => join('services', service, 'dist', 'main.js');

/** Bundles each service into one program if its sources have changed since the last build. */
export async function buildServices(root: string, options: BuildOptions): Promise<void> {
  let isSaid = false;
  const say = (line: string) => {
    if (!isSaid) options.say(line);
    isSaid = true;
  };
  await Promise.all(SERVICE_NAMES.map((service) => buildService(root, service, { ...options, say })));
}

function buildService(root: string, service: ServiceName, options: BuildOptions): Promise<string> {
  const folder = join('services', service);
  const build = {
    line: 'Building the services …',
    folder: join(folder, 'dist'),
    sources: [
      `${folder}/src/**/*`,
      'packages/*/src/**/*',
      'packages/languages/locales/*/*.po',
      'packages/*/package.json', // which modules have side effects
      'infra/local/src/build/services-build.ts',
      'package.json', // the version
      'pnpm-lock.yaml',
    ],
    run: async (outDir: string, signal: AbortSignal | undefined) => {
      await mkdir(outDir, { recursive: true });
      await runBuilder(
        [
          join(root, 'infra', 'local', 'node_modules', '.bin', 'rolldown'),
          ...[join(folder, 'src', 'main.ts'), '--dir', outDir, '--platform', 'node', '--format', 'esm'],
          ...NATIVE.flatMap((name) => ['--external', name]),
          ...['--banner', BANNER],
        ],
        { cwd: root, failure: `The service ${service} could not be built`, signal },
      );
      // Read by modules from their own folder, which is that of the program once they are bundled.
      for await (const file of glob(join(root, folder, 'src', '**', '*.{txt,png}')))
        await copyFile(file, join(outDir, basename(file)));
      const locales = join('packages', 'languages', 'locales');
      for await (const file of glob(join(root, locales, '*', '{failures,gateway,mails}.po')))
        await cp(file, join(outDir, 'locales', basename(dirname(file)), basename(file)));
    },
  };
  return buildOnce(root, build, options);
}
