import { describe, expect, it } from 'vitest';

import { measureLoudness, measureTruePeak, toDecibels } from './loudness.ts';
import { normalise } from './normalise.ts';
import { durationSeconds, SAMPLE_RATE, trimSilence, type Samples } from './samples.ts';

/** Returns a tone; its strength is in full scales, `phase` in turns. */
function tone(
  hertz: number,
  { seconds, strength, phase = 0 }: { seconds: number; strength: number; phase?: number },
) {
  return Float32Array.from(
    { length: seconds * SAMPLE_RATE },
    (_, at) => strength * Math.sin(2 * Math.PI * ((hertz * at) / SAMPLE_RATE + phase)),
  );
}

function withSilence(samples: Samples, seconds: number): Samples {
  const silence = new Float32Array(seconds * SAMPLE_RATE);
  return Float32Array.from([...silence, ...samples, ...silence]);
}

describe('loudness', () => {
  it('the loudness of a 997 Hz tone at full scale is −3.01 LUFS, the calibration of ITU-R BS.1770', () => {
    expect(measureLoudness(tone(997, { seconds: 20, strength: 1 }))).toBeCloseTo(-3.01, 1);
  });

  it('loudness weights low tones less and high ones more', () => {
    const at = (hertz: number) => measureLoudness(tone(hertz, { seconds: 2, strength: 0.1 }));
    expect(at(50)).toBeLessThan(at(997) - 2);
    expect(at(5000)).toBeGreaterThan(at(997) + 2);
  });

  it('silence around a sound does not lower its loudness', () => {
    const sound = tone(440, { seconds: 2, strength: 0.2 });
    expect(measureLoudness(withSilence(sound, 2))).toBeCloseTo(measureLoudness(sound), 1);
  });
});

describe('a true peak', () => {
  it('a true peak between two samples is found', () => {
    const between = tone(SAMPLE_RATE / 4, { seconds: 0.1, strength: 1, phase: 1 / 8 });
    expect(Math.max(...between)).toBeCloseTo(Math.SQRT1_2, 3);
    expect(toDecibels(measureTruePeak(between.subarray(100, 2000)))).toBeGreaterThan(-0.3);
  });
});

describe('a normalised sound', { timeout: 60_000 }, () => {
  it('a normalised sound has the requested loudness and no true peak above −1.5 dBTP, however loud it was', () => {
    for (const strength of [0.02, 0.9]) {
      const result = normalise(tone(300, { seconds: 0.5, strength }), -16);
      expect(measureLoudness(result)).toBeCloseTo(-16, 0);
      expect(toDecibels(measureTruePeak(result))).toBeLessThan(-1.5);
    }
  });

  it('a sound that only audible limiting would make loud enough is rejected', () => {
    const click = withSilence(tone(200, { seconds: 0.005, strength: 0.9 }), 0.5);
    expect(() => normalise(click, -16)).toThrow(/too quiet/);
  });
});

describe('trimming', () => {
  it('trimming leaves 60 ms of silence at both ends', () => {
    const sound = withSilence(tone(440, { seconds: 0.5, strength: 0.5 }), 1);
    expect(durationSeconds(trimSilence(sound))).toBeCloseTo(0.62, 2);
  });
});
