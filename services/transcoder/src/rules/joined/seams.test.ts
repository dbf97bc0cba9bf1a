import { describe, expect, it } from 'vitest';

import { findSeams, type PacketLists } from './seams.ts';

interface Part {
  /** Times and places of the part in the file. */
  start: number;
  seconds: number;
  at: number;
}

/** Returns the packets of one stream in parts; places in the file count as its seconds. */
function packets(perSecond: number, parts: Part[]): PacketLists {
  const numbers = parts.flatMap(({ start, seconds, at }) =>
    Array.from({ length: Math.round(seconds * perSecond) }, (_, index) => ({
      time: start + index / perSecond,
      position: at + index / perSecond,
    })),
  );
  const times = numbers.map(({ time }) => time);
  return { times, decodeTimes: times, positions: numbers.map(({ position }) => position) };
}

const both = (parts: Part[]) => ({ video: packets(25, parts), audio: packets(50, parts) });

describe('findSeams', () => {
  it('parts that start again, go back or jump ahead follow each other', () => {
    const film = both([
      { start: 0, seconds: 4, at: 0 },
      { start: 0, seconds: 4, at: 4 },
      { start: 500, seconds: 4, at: 8 },
      { start: 503.4, seconds: 4, at: 12 },
    ]);
    expect(findSeams(film)).toEqual([
      { videoPackets: 100, audioPackets: 200, shiftSeconds: 4 },
      { videoPackets: 200, audioPackets: 400, shiftSeconds: -496 },
      { videoPackets: 300, audioPackets: 600, shiftSeconds: 0.6 },
    ]);
  });

  it('a part without sound is joined, and the sound of the next part stays in step', () => {
    const parts = [0, 4, 8].map((at) => ({ start: 0, seconds: 4, at }));
    const film = {
      video: packets(25, parts),
      audio: packets(
        50,
        parts.filter(({ at }) => at !== 4),
      ),
    };
    expect(findSeams(film)).toEqual([
      { videoPackets: 100, audioPackets: 200, shiftSeconds: 4 },
      { videoPackets: 200, audioPackets: 200, shiftSeconds: 4 },
    ]);
  });

  it('no frame is lost if the sound of a part is longer than its picture', () => {
    const film = {
      video: packets(
        25,
        [0, 5].map((at) => ({ start: 0, seconds: 4, at })),
      ),
      audio: packets(
        50,
        [0, 5].map((at) => ({ start: 0, seconds: 4.5, at })),
      ),
    };
    expect(findSeams(film)[0]?.shiftSeconds).toBeCloseTo(4.48, 6);
  });

  it.each([
    ['a pause in the picture alone', [0, 30], [0, 10, 20, 30]],
    ['a pause in the sound alone', [0, 10, 20, 30], [0, 30]],
    ['a pause of less than ten seconds in both', [0, 19], [0, 19]],
  ])('%s is no seam', (_, video, audio) => {
    const parts = (starts: number[]) => starts.map((start) => ({ start, seconds: 10, at: start }));
    expect(findSeams({ video: packets(25, parts(video)), audio: packets(50, parts(audio)) })).toEqual([]);
  });

  it('slow pictures without sound, and single wrong times, are no seams', () => {
    const slow = packets(0.05, [{ start: 0, seconds: 200, at: 0 }]);
    expect(findSeams({ video: slow, audio: undefined })).toEqual([]);
    const film = both([{ start: 100, seconds: 10, at: 0 }]);
    for (const wrong of [5, 3000]) {
      film.video.decodeTimes[120] = wrong;
      film.audio.decodeTimes[240] = wrong;
      expect(findSeams(film)).toEqual([]);
    }
  });
});
