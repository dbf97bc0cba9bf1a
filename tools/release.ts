/*
 * Makes a release of a clean checkout: `node tools/release.ts 1.1.0`. See docs/operations/update.md.
 * Pushes nothing.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { cutChangelog, isNewer, listBaseImages } from './release-text.ts';

const ROOT = dirname(import.meta.dirname);
const SERVICES = ['auth', 'catalog', 'game', 'gateway', 'transcoder'];
const DOCKERFILES = ['infra/service.Dockerfile', 'infra/minio.Dockerfile'];

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const write = (path: string, text: string) => writeFileSync(join(ROOT, path), text);

function run(command: string, ...args: string[]): string {
  return execFileSync(command, args, {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  }).trim();
}

/** Writes the digests of the base images, as build arguments, to infra/images.env. */
function pinImages(): void {
  const lines: string[] = [];
  for (const [name, image] of DOCKERFILES.flatMap((file) => [...listBaseImages(read(file))]))
    try {
      const digest = run(
        'docker',
        'buildx',
        'imagetools',
        'inspect',
        image,
        '--format',
        '{{.Manifest.Digest}}',
      );
      lines.push(`${name}=${image}@${digest}`);
    } catch {
      console.log(`Not pinned, since no registry answered: ${image}`);
    }
  if (lines.length > 0) write('infra/images.env', `${lines.join('\n')}\n`);
}

/** Writes the packages of each image, from the lockfile. Those of Debian are not in it. */
function listPackages(): void {
  mkdirSync(join(ROOT, 'sbom'), { recursive: true });
  for (const service of SERVICES) {
    const filter = ['--filter', `@larksong/${service}`];
    const format = ['--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--prod', '--lockfile-only'];
    write(`sbom/${service}.json`, `${run('pnpm', ...filter, 'sbom', ...format)}\n`);
  }
}

function main([version = '']: string[]): void {
  const current = (JSON.parse(read('package.json')) as { version: string }).version; // every release has set it
  if (!/^\d+\.\d+\.\d+$/.test(version) || !isNewer(version, current))
    throw new Error(`Name a version that is newer than ${current}, such as 1.1.0.`);
  if (run('git', 'status', '--porcelain') !== '')
    throw new Error('There are changes that are not committed.');
  const changelog = cutChangelog(read('CHANGELOG.md'), version, new Date().toISOString().slice(0, 10));
  write('CHANGELOG.md', changelog);
  write('package.json', read('package.json').replace(`"version": "${current}"`, `"version": "${version}"`));
  write(
    'infra/helm/Chart.yaml',
    read('infra/helm/Chart.yaml').replaceAll(/^(version|appVersion): .*$/gm, `$1: ${version}`),
  );
  listPackages();
  pinImages();
  run('git', 'add', '--all');
  run('git', 'commit', '--message', `release: publish ${version}`);
  run('git', 'tag', `v${version}`);
  const releases = JSON.parse(read('infra/releases.json')) as Record<string, string>; // written here
  write(
    'infra/releases.json',
    `${JSON.stringify({ ...releases, [version]: run('git', 'rev-parse', 'HEAD') }, null, 2)}\n`,
  );
  run('git', 'commit', '--message', `release: name the commit of ${version}`, 'infra/releases.json');
  console.log(`Made ${version}. Push it with: git push --follow-tags`);
}

try {
  main(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
