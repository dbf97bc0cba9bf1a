import { chmod, mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { FFMPEG, findCommand } from '@larksong/local';
import { inject } from 'vitest';

/**
 * Writes an ffmpeg that encodes only a few times faster than real time, so that a small video stays in progress for
 * long without keeping the processor busy. Returns its path, for `FFMPEG_PATH`; users in a sandbox can run it, too.
 */
export async function writeSteadyFfmpeg({ secondsPerSecond }: { secondsPerSecond: number }): Promise<string> {
  const ffmpeg = await findCommand(FFMPEG.commands);
  const folder = await mkdtemp(join(inject('workFolder'), 'steady-'));
  const path = join(folder, 'ffmpeg');
  const lines = [
    '#!/bin/sh',
    `case "$*" in *-filter_complex\\ *) exec ${ffmpeg} -readrate ${secondsPerSecond} "$@";; esac`,
    `exec ${ffmpeg} "$@"`,
  ];
  await writeFile(path, `${lines.join('\n')}\n`);
  for (const open of [inject('workFolder'), folder, path]) await chmod(open, 0o755);
  return path;
}
