import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { findOwnDuration, hasOwnLoudness } from './own-form.ts';

const STARTER = join(import.meta.dirname, '../../../game/starter-pack/sounds');
const read = (name: string) => readFileSync(join(STARTER, name));

const apple = read('apple.mp3');
/** Every frame of the starter pack has this size: 48 kbit/s, 576 of 24 000 samples. */
const FRAME_BYTES = 144;

/** A sound of three frames with ffmpeg's summary before them, as a transcoder makes it (MPEG 1, 44.1 kHz). */
function withInfo(changes: { count?: number; sizeBytes?: number; by?: string; last?: number } = {}): Buffer {
  const [infoBytes, frameBytes, count] = [182, 156, 3];
  const frame = Buffer.alloc(frameBytes);
  frame.set([0xff, 0xfb, 0x30, 0xc4]);
  const info = Buffer.alloc(infoBytes);
  info.set([0xff, 0xfb, 0x40, 0xc0]);
  info.write('Info', 21, 'latin1');
  info.writeUInt32BE(0b1111, 25);
  info.writeUInt32BE(changes.count ?? count, 29);
  info.writeUInt32BE(changes.sizeBytes ?? infoBytes + count * frameBytes, 33);
  info.write(changes.by ?? 'Lavf', 141, 'latin1');
  info[infoBytes - 1] = changes.last ?? 0;
  return Buffer.concat([info, frame, frame, frame]);
}

describe('the duration of a sound in the form of the site', () => {
  it('every sound of the starter pack has the form of the site', () => {
    const names = readdirSync(STARTER, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.mp3'),
    );
    expect(names).toHaveLength(97 + 26);
    const durations = names.map((name) => findOwnDuration(read(name)));
    expect(Math.min(...durations.map(Number))).toBeGreaterThan(0.1);
    expect(Math.max(...durations.map(Number))).toBeLessThan(10);
    expect(findOwnDuration(apple)).toBeCloseTo(apple.length / FRAME_BYTES / (24_000 / 576), 6);
  });

  it('a sound with the summary of ffmpeg has the form of the site', () => {
    expect(findOwnDuration(withInfo())).toBeCloseTo((3 * 1152) / 44_100, 6);
  });

  const end = apple.subarray(0, -FRAME_BYTES);
  const changed = (at: number, value: number) => {
    const copy = Buffer.from(apple);
    copy[at] = value;
    return copy;
  };
  it.each([
    ['tags before it', Buffer.concat([Buffer.from('ID3\x04\0\0\0\0\0\0'), apple])],
    ['tags after it', Buffer.concat([apple, Buffer.from('TAG'.padEnd(128, '\0'))])],
    ['one byte after it', Buffer.concat([apple, Buffer.of(0)])],
    ['a zip after it', Buffer.concat([apple, Buffer.from('PK\x03\x04')])],
    ['a byte between its frames', Buffer.concat([end, Buffer.of(0), apple.subarray(-FRAME_BYTES)])],
    ['a frame that is cut off', apple.subarray(0, -1)],
    ['another bitrate', changed(2, 0x74)],
    ['another sampling rate', changed(2, 0x60)],
    ['a checksum', changed(1, 0xf2)],
    ['two channels', changed(3, 0x04)],
    ['another layer', changed(1, 0xf5)],
    ['a summary with a wrong number of frames', withInfo({ count: 4 })],
    ['a summary with a wrong size', withInfo({ sizeBytes: 1 })],
    ['the summary of another program', withInfo({ by: 'LAME3.100' })],
    ['bytes after its summary', withInfo({ last: 7 })],
    ['a summary alone', withInfo({ count: 0, sizeBytes: 182 }).subarray(0, 182)],
    ['no bytes', Buffer.alloc(0)],
  ])('a file with %s does not have the form of the site', (_name, file) => {
    expect(findOwnDuration(file)).toBeUndefined();
  });
});

describe('the loudness of a sound in the form of the site', () => {
  it.each([
    [-16, -2, true],
    [-15, -1.5, true],
    [-22, -1.5, true],
    [-13.5, -1.5, false],
    [-27, -12, false],
    [-16, 0.3, false],
  ])('%f LUFS with a peak of %f dB: %s', (integratedLufs, truePeakDb, expected) => {
    expect(hasOwnLoudness({ integratedLufs, truePeakDb })).toBe(expected);
  });
});
