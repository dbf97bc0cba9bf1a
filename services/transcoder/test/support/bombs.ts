import { readFile, writeFile } from 'node:fs/promises';

import { ffmpeg } from './clips.ts';

/** Makes a file in a folder that is far more expensive to process than its size suggests, and returns its path. */
type Bomb = (folder: string) => Promise<string>;

const SECOND = ['-f', 'lavfi', '-i', 'testsrc2=s=64x64:r=25:d=1'];
const X264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'];

async function clip(folder: string, name = 'second.mp4'): Promise<string> {
  const path = `${folder}/${name}`;
  await ffmpeg([...SECOND, ...X264, path]);
  return path;
}

async function withMetadata(folder: string, name: string, text: string): Promise<string> {
  const [list, path] = [`${folder}/metadata.txt`, `${folder}/${name}`];
  await writeFile(list, `;FFMETADATA1\n${text}`);
  await ffmpeg(['-i', await clip(folder), '-i', list, '-map', '0', '-map_metadata', '1', '-c', 'copy', path]);
  return path;
}

async function spread(folder: string, name: string, of: { source: string; times: string }): Promise<string> {
  const path = `${folder}/${name}`;
  const times = ['-vf', `setpts='${of.times}'`, '-fps_mode', 'passthrough', '-enc_time_base', '1/1000000'];
  await ffmpeg([
    '-f',
    'lavfi',
    '-i',
    of.source,
    ...times,
    ...X264,
    '-video_track_timescale',
    '1000000',
    path,
  ]);
  return path;
}

export const BOMBS: Record<string, Bomb> = {
  'two frames ten hours apart': (folder) =>
    spread(folder, 'apart.mkv', { source: 'color=black:s=64x64:r=1:d=2', times: 'N*36000/TB' }),
  'frames a microsecond apart, and then an hour': (folder) =>
    spread(folder, 'jumps.mp4', {
      source: 'color=black:s=64x64:r=25:d=80',
      times: '(floor(N/1000)*3600+mod(N,1000)/1000000)/TB',
    }),
  'a picture of 15360 × 8640': async (folder) => {
    const path = `${folder}/wide.mkv`;
    const picture = ['-f', 'lavfi', '-i', 'color=black:s=15360x8640:r=1:d=1'];
    await ffmpeg([...picture, '-pix_fmt', 'yuvj420p', '-c:v', 'mjpeg', path]);
    return path;
  },
  'a thousand streams': async (folder) => {
    const path = `${folder}/streams.mp4`;
    const maps = Array.from({ length: 1000 }, () => ['-map', '0:v']).flat();
    await ffmpeg(['-i', await clip(folder), ...maps, '-c', 'copy', path]);
    return path;
  },
  'a black day at one frame a second': async (folder) => {
    const [hour, path] = [`${folder}/hour.mp4`, `${folder}/day.mp4`];
    await ffmpeg(['-f', 'lavfi', '-i', 'color=black:s=64x64:r=1:d=3600', ...X264, hour]);
    await ffmpeg(['-stream_loop', '23', '-i', hour, '-c', 'copy', path]);
    return path;
  },
  'a title of 20 MB': (folder) => withMetadata(folder, 'title.mkv', `title=${'x'.repeat(20_000_000)}\n`),
  'twenty thousand chapters': (folder) => {
    const one = (n: number) => `[CHAPTER]\nTIMEBASE=1/100000\nSTART=${n}\nEND=${n + 1}\ntitle=${n}\n`;
    return withMetadata(folder, 'chapters.mkv', Array.from({ length: 20_000 }, (_, n) => one(n)).join(''));
  },
  'a million subtitles': async (folder) => {
    const [list, path] = [`${folder}/many.srt`, `${folder}/subtitles.mkv`];
    const one = (n: number) => `${n + 1}\n00:00:00,000 --> 00:00:00,500\n.\n\n`;
    await writeFile(list, Array.from({ length: 1_000_000 }, (_, n) => one(n)).join(''));
    await ffmpeg(['-i', await clip(folder), '-i', list, '-map', '0', '-map', '1', '-c', 'copy', path]);
    return path;
  },
  'tags a hundred thousand deep': async (folder) => {
    const path = await clip(folder, 'deep.mkv');
    await writeFile(path, Buffer.concat([await readFile(path), nestedTags(100_000)]));
    return path;
  },
  'a cover of 16000 × 16000': async (folder) => {
    const [cover, path] = [`${folder}/cover.png`, `${folder}/cover.mp4`];
    await ffmpeg([
      '-f',
      'lavfi',
      '-i',
      'color=black:s=16000x16000',
      '-frames:v',
      '1',
      '-pix_fmt',
      'monob',
      cover,
    ]);
    const attach = ['-map', '0', '-map', '1', '-c', 'copy', '-disposition:v:1', 'attached_pic'];
    await ffmpeg(['-i', await clip(folder), '-i', cover, ...attach, path]);
    return path;
  },
  'a table that claims two billion frames': async (folder) => {
    const path = await clip(folder, 'table.mp4');
    const bytes = await readFile(path);
    for (const [table, count] of [['stts', 8] as const, ['stsz', 12] as const])
      bytes.writeUInt32BE(0x7f_ff_ff_ff, bytes.indexOf(table) + count + (table === 'stts' ? 4 : 0));
    await writeFile(path, bytes);
    return path;
  },
};

/** Returns nested Matroska tags. */
function nestedTags(depth: number): Buffer {
  const bytes = Buffer.alloc(depth * 10 + 24);
  const element = (id: number, offset: number, rest: number) => {
    bytes.writeUInt32BE(id, offset);
    bytes.writeBigUInt64BE(0x01_00_00_00_00_00_00_00n | BigInt(rest), offset + 4);
  };
  element(0x12_54_c3_67, 0, depth * 10 + 12);
  bytes.writeUInt16BE(0x73_73, 12);
  bytes.writeBigUInt64BE(0x01_00_00_00_00_00_00_00n | BigInt(depth * 10 + 2), 14);
  for (let level = 0; level < depth; level += 1) {
    const offset = 22 + level * 10;
    bytes.writeUInt16BE(0x67_c8, offset);
    bytes.writeBigUInt64BE(0x01_00_00_00_00_00_00_00n | BigInt((depth - level - 1) * 10 + 2), offset + 2);
  }
  return bytes;
}
