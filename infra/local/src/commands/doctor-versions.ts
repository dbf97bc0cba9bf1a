import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { describeVersions, readVersions, toVersionsReport, type Versions } from '@larksong/operate/versions';

import { FFMPEG, findCommand, REDIS } from '../host/tools.ts';
import { readPostgresMajor } from '../servers/postgres-binaries.ts';

/** Prints the versions of the programs that a site uses: those of its servers, otherwise those of this machine. */
export async function printVersions(
  environment: Record<string, string | undefined>,
  { json }: { json: boolean },
): Promise<void> {
  const report = toVersionsReport(await readVersions(environment, await readHere()));
  process.stdout.write(`${json ? JSON.stringify(report, null, 2) : describeVersions(report)}\n`);
}

async function readHere(): Promise<Versions> {
  const [postgres, redis, ffmpeg] = await Promise.all([
    readPostgresMajor().then(
      (major) => [String(major)],
      () => [],
    ),
    askProgram(await findCommand(REDIS.commands), '--version', /\bv=(\S+)/),
    askProgram(
      process.env['FFMPEG_PATH'] || (await findCommand(FFMPEG.commands)),
      '-version',
      /^ffmpeg version (\S+)/,
    ),
  ]);
  return { postgres, redis, ffmpeg };
}

async function askProgram(path: string | undefined, option: string, pattern: RegExp): Promise<string[]> {
  if (path === undefined) return [];
  const { stdout } = await promisify(execFile)(path, [option]).catch(() => ({ stdout: '' }));
  const [, version] = pattern.exec(stdout) ?? [];
  return version === undefined ? [] : [version];
}
