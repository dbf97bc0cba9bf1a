/*
 * Makes a release of a clean checkout: `node tools/release.ts 1.1.0 ['what an update from it must know']`. See
 * CONTRIBUTING.md.
 * Pushes nothing.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import {
  assertRenewed,
  cutChangelog,
  isNewer,
  listBaseImages,
  nextMinor,
  type Release,
} from './release-text.ts';

const ROOT = dirname(import.meta.dirname);
const SERVICES = ['auth', 'catalog', 'game', 'gateway', 'transcoder', 'operate'];
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
    const format = ['--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--prod'];
    write(`sbom/${service}.json`, `${run('pnpm', ...filter, 'sbom', ...format)}\n`);
  }
}

/** Writes the version to the two files that have it. */
function writeVersion(version: string): void {
  write('package.json', read('package.json').replace(/"version": ".*"/, `"version": "${version}"`));
  const chart = read('infra/helm/Chart.yaml');
  write('infra/helm/Chart.yaml', chart.replaceAll(/^(version|appVersion): .*$/gm, `$1: ${version}`));
}

/** Returns the last migration of each database: the version of the data. */
function readDataVersion(): Release['data'] {
  const lastOf = (service: string) => {
    const files = readdirSync(join(ROOT, 'services', service, 'src/db/migrations'));
    const last = files.filter((file) => /^\d{4}-.*\.ts$/.test(file)).toSorted();
    return last.at(-1)?.replace('.ts', '') ?? '';
  };
  return { auth: lastOf('auth'), catalog: lastOf('catalog'), game: lastOf('game') };
}

function publish(version: string, date: string): void {
  write('CHANGELOG.md', cutChangelog(read('CHANGELOG.md'), version, date));
  writeVersion(version);
  listPackages();
  pinImages();
  run('git', 'add', '--all');
  run('git', 'commit', '--message', `release: publish ${version}`);
  run('git', 'tag', `v${version}`);
}

/** Names the release, whose commit cannot name itself, and begins the next version. */
function nameCommit(
  version: string,
  { date, leaving }: { date: string; leaving?: string | undefined },
): void {
  const releases = JSON.parse(read('infra/releases.json')) as Release[]; // written here
  const release: Release = {
    version,
    commit: run('git', 'rev-parse', 'HEAD'),
    date,
    data: readDataVersion(),
  };
  if (leaving !== undefined) release.leaving = leaving;
  write('infra/releases.json', `${JSON.stringify([...releases, release], null, 2)}\n`);
  writeVersion(`${nextMinor(version)}-dev`);
  run('git', 'commit', '--all', '--message', `release: name the commit of ${version}`);
}

function main([version = '', leaving]: string[]): void {
  const releases = JSON.parse(read('infra/releases.json')) as Release[]; // written here
  const last = releases.at(-1)?.version ?? '0.0.0';
  if (!/^\d+\.\d+\.\d+$/.test(version) || !isNewer(version, last))
    throw new Error(`Name a version that is newer than ${last}, such as ${nextMinor(last)}.`);
  if (leaving?.includes('"'))
    throw new Error('What an update must know is a sentence without quotation marks.');
  if (run('git', 'status', '--porcelain') !== '')
    throw new Error('There are changes that are not committed.');
  assertRenewed(read('infra/operate/src/versions/care.json'), version);
  const date = new Date().toISOString().slice(0, 10);
  publish(version, date);
  nameCommit(version, { date, leaving });
  console.log(`Made ${version}. Push it with: git push --follow-tags`);
}

try {
  main(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
