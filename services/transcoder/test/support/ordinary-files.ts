import { writeFile } from 'node:fs/promises';

import { ffmpeg } from './clips.ts';

/** Writes what films carry along: subtitles and a picture for a cover. */
export async function writeExtraFiles(folder: string): Promise<{ subtitles: string; cover: string }> {
  const [subtitles, cover] = [`${folder}/lines.srt`, `${folder}/cover.png`];
  await writeFile(subtitles, '1\n00:00:00,500 --> 00:00:02,000\nHello\n');
  await ffmpeg(['-f', 'lavfi', '-i', 'testsrc2=s=64x64:r=1:d=1', '-frames:v', '1', cover]);
  return { subtitles, cover };
}
