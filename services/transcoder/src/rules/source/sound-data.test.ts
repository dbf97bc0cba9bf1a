import { describe, expect, it } from 'vitest';

import { shareOfSound } from './sound-data.ts';

/** Returns four bytes of a number. */
function four(value: number, isBig = false): Buffer {
  const number = Buffer.alloc(4);
  if (isBig) number.writeUInt32BE(value);
  else number.writeUInt32LE(value);
  return number;
}

/** Returns the first 144 bytes or so of a WAV file whose data chunk states `bytes`. */
function wav(bytes: number, { form = 'RIFF', before = Buffer.alloc(0) } = {}): Buffer {
  const write = (value: number) => four(value, form === 'RIFX');
  const format = [Buffer.from('fmt '), write(16), Buffer.alloc(16)];
  const parts = [Buffer.from(form), write(0), Buffer.from('WAVE'), ...format, before];
  return Buffer.concat([...parts, Buffer.from('data'), write(bytes), Buffer.alloc(100)]);
}

/** Returns the beginning of a CAF file whose data chunk states `bytes`; -1 for none. */
function caf(bytes: number): Buffer {
  const size = (value: number) => {
    const number = Buffer.alloc(8);
    number.writeBigInt64BE(BigInt(value));
    return number;
  };
  const description = [Buffer.from('desc'), size(32), Buffer.alloc(32)];
  return Buffer.concat([
    ...[Buffer.from('caff'), Buffer.alloc(4), ...description],
    ...[Buffer.from('data'), size(bytes), Buffer.alloc(4)],
  ]);
}

describe('shareOfSound', () => {
  it('of a file that is shorter than its header states, the share of the sound is known', () => {
    expect(shareOfSound('wav', wav(32_000), 16_044)).toBe(0.5);
    expect(shareOfSound('wav', wav(32_000, { form: 'RIFX' }), 16_044)).toBe(0.5);
    const list = Buffer.concat([Buffer.from('LIST'), four(3), Buffer.alloc(4)]);
    expect(shareOfSound('wav', wav(32_000, { before: list }), 16_056)).toBe(0.5);
    expect(shareOfSound('caf', caf(32_000), 16_064)).toBe(0.5);
  });

  it('a whole file, and one whose length was not known, are not short', () => {
    expect(shareOfSound('wav', wav(32_000), 32_044)).toBeUndefined();
    expect(shareOfSound('wav', wav(0xffff_ffff), 20_000)).toBeUndefined();
    expect(shareOfSound('wav', wav(0x7fff_f000), 20_000)).toBeUndefined();
    expect(shareOfSound('caf', caf(-1), 20_000)).toBeUndefined();
    expect(shareOfSound('wav', Buffer.from('RIFF'), 4)).toBeUndefined();
    expect(shareOfSound('mp3', Buffer.from('ID3'), 3)).toBeUndefined();
  });
});
