import { createWriteStream } from 'node:fs';
import { once } from 'node:events';

import { ffmpeg } from './clips.ts';

const TINY = 's=160x90';
const X264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-crf', '40'];

/** Makes a minute of video and audio and repeats it without re-encoding. */
async function repeat(path: string, times: number, codecs: string[]): Promise<void> {
  const minute = path.replace(/(\.\w+)$/, '-minute$1');
  const picture = ['-f', 'lavfi', '-i', `testsrc2=${TINY}:r=25:d=60`];
  await ffmpeg([...picture, '-f', 'lavfi', '-i', 'sine=d=60', '-g', '50', ...codecs, minute]);
  await ffmpeg(['-stream_loop', String(times - 1), '-i', minute, '-map', '0', '-c', 'copy', path]);
}

/** Makes 50 minutes in a broadcast format: 75,000 frames. */
export async function makeTransportStream(path: string): Promise<void> {
  await repeat(path, 50, ['-c:v', 'mpeg2video', '-b:v', '200k', '-c:a', 'aac', '-b:a', '32k']);
}

/** Makes three hours: 270,000 frames, 413,000 audio packets. */
export async function makeAvi(path: string): Promise<void> {
  await repeat(path, 180, ['-c:v', 'mpeg4', '-b:v', '100k', '-c:a', 'libmp3lame', '-b:a', '32k']);
}

/** Makes 35 minutes as recorded by phones: 63,000 frames, each slightly early or late. */
export async function makeVariableRate(path: string): Promise<void> {
  const seconds = 35 * 60;
  await ffmpeg(
    [
      ['-f', 'lavfi', '-i', `testsrc2=${TINY}:r=30:d=${seconds}`, '-f', 'lavfi', '-i', `sine=d=${seconds}`],
      ['-vf', "setpts='(N+0.35*sin(N))/30/TB'", '-fps_mode', 'passthrough', '-enc_time_base', '1/90000'],
      [...X264, '-g', '60', '-c:a', 'aac', '-b:a', '32k', path],
    ].flat(),
  );
}

/** Makes an AVI with a packet for each audio sample: `seconds` × 8000 packets of one byte, which take 26 bytes each. */
export async function makeSampleBomb(path: string, seconds: number): Promise<void> {
  const rate = 8000;
  const jpeg = await ffmpeg(['-f', 'lavfi', '-i', 'testsrc2=s=64x64', '-frames:v', '1', '-f', 'mjpeg', '-']);
  const frame = chunk('00dc', jpeg);
  const samples = Buffer.concat(Array.from({ length: rate }, () => chunk('01wb', Buffer.of(128))));
  const second = frame.length + samples.length;
  const movie = 4 + seconds * second;
  const index = 16 * seconds * (rate + 1);
  const head = aviHead({ seconds, rate, frameBytes: jpeg.length });
  const file = createWriteStream(path);
  const write = async (...parts: Buffer[]) => {
    for (const part of parts) if (!file.write(part)) await once(file, 'drain');
  };
  await write(Buffer.from('RIFF'), words(4 + head.length + 8 + movie + 8 + index), Buffer.from('AVI '), head);
  await write(Buffer.from('LIST'), words(movie), Buffer.from('movi'));
  for (let at = 0; at < seconds; at += 1) await write(frame, samples);
  await write(Buffer.from('idx1'), words(index));
  for (let at = 0; at < seconds; at += 1)
    await write(indexOf({ offset: 4 + at * second, frame, jpegBytes: jpeg.length, rate }));
  file.end();
  await once(file, 'finish');
}

function aviHead(of: { seconds: number; rate: number; frameBytes: number }): Buffer {
  const { seconds, rate } = of;
  const bitmap = [words(40, 64, 64, 0x00_18_00_01), Buffer.from('MJPG'), words(64 * 64 * 3, 0, 0, 0, 0)];
  const picture = [Buffer.from('vidsMJPG'), words(0, 0, 0, 1, 1, 0, seconds, 0, 0xff_ff_ff_ff, 0, 0, 0)];
  const sound = [
    Buffer.from('auds'),
    words(0, 0, 0, 0, 1, rate, 0, seconds * rate, 0, 0xff_ff_ff_ff, 1, 0, 0),
  ];
  const wave = Buffer.concat([words(0x00_01_00_01, rate, rate), words(0x00_08_00_01)]);
  return list(
    'hdrl',
    chunk('avih', words(1_000_000, 0, 0, 0x10, seconds, 0, 2, 0, 64, 64, 0, 0, 0, 0)),
    list('strl', chunk('strh', Buffer.concat(picture)), chunk('strf', Buffer.concat(bitmap))),
    list('strl', chunk('strh', Buffer.concat(sound)), chunk('strf', wave)),
  );
}

/** Returns the index of one second: the frame, then its samples. */
function indexOf(of: { offset: number; frame: Buffer; jpegBytes: number; rate: number }): Buffer {
  const key = 0x10;
  const entry = (type: string, ...values: number[]) => Buffer.concat([Buffer.from(type), words(...values)]);
  const first = of.offset + of.frame.length;
  return Buffer.concat([
    entry('00dc', key, of.offset, of.jpegBytes),
    ...Array.from({ length: of.rate }, (_, sample) => entry('01wb', key, first + sample * 10, 1)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  return Buffer.concat([Buffer.from(type), words(data.length), data, Buffer.alloc(data.length % 2)]);
}

function list(type: string, ...chunks: Buffer[]): Buffer {
  return chunk('LIST', Buffer.concat([Buffer.from(type), ...chunks]));
}

function words(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32LE(value, index * 4);
  return bytes;
}
