import { describe, expect, it } from 'vitest';

import { firstWindows, noteReport, permit, type Windows } from './windows.ts';

const NOW = 1_000_000;
const SONG = 'song';
const OTHER = 'other';

/** A device whose reports and requests follow each other by its clock. */
function startDevice() {
  let [state, nowMs, sinceMs]: [Windows, number, number | null] = [firstWindows(NOW), NOW, null];
  return {
    wait: (seconds: number) => void (nowMs += seconds * 1000),
    /** Returns whether it may load a segment. */
    load: (segment: number, videoId = SONG): boolean => {
      const result = permit(state, { videoId, segment, nowMs });
      ({ state } = result);
      return result.window !== undefined && segment >= result.window.from && segment < result.window.until;
    },
    /** Reports, and returns the seconds that it is charged. */
    report: (positionSeconds: number, { begins = false, videoId = SONG } = {}): number => {
      const result = noteReport(state, { videoId, positionSeconds, begins, nowMs, sinceMs });
      ({ state } = result);
      sinceMs = nowMs;
      return result.chargedMs / 1000;
    },
  };
}

/** Returns how many of the first 500 segments a device may load. */
const countLoaded = (device: ReturnType<typeof startDevice>) =>
  Array.from({ length: 500 }, (_, segment) => device.load(segment)).filter(Boolean).length;

describe('a device without reports', () => {
  it('gets a minute, wherever it begins and however long it waits', () => {
    const device = startDevice();
    expect(device.load(40)).toBe(true);
    device.wait(600);
    expect(countLoaded(device)).toBe(15);
    expect([device.load(39), device.load(53), device.load(54), device.load(0, OTHER)]).toEqual([
      ...[true, true, false, false],
    ]);
  });

  it('gets no more for reports that only begin', () => {
    const device = startDevice();
    device.load(0);
    for (let n = 0; n < 60; n += 1) {
      device.wait(10);
      expect(device.report(20, { begins: true })).toBe(0);
    }
    expect(countLoaded(device)).toBe(15);
  });
});

describe('a device that plays and reports', () => {
  it('gets a whole song without waiting', () => {
    const device = startDevice();
    expect(device.load(0)).toBe(true);
    device.report(0, { begins: true });
    for (let position = 10; position <= 300; position += 10) {
      device.wait(10);
      expect(device.report(position)).toBe(0);
      expect(device.load(Math.ceil((position + 56) / 4))).toBe(true);
    }
    expect(device.load(0)).toBe(true);
  });

  it('gets it as well when it pauses every three seconds', () => {
    const device = startDevice();
    device.load(0);
    for (let position = 0; position < 300; position += 3) {
      device.report(position, { begins: true });
      device.wait(3);
      device.report(position + 3);
      expect(device.load(Math.floor((position + 30) / 4))).toBe(true);
    }
  });

  it('may seek, and open the next song, at once', () => {
    const device = startDevice();
    device.load(0);
    device.report(0, { begins: true });
    device.wait(10);
    device.report(10);
    expect(device.load(100)).toBe(true);
    expect(device.load(0, OTHER)).toBe(false);
    device.report(400, { begins: true });
    device.wait(6);
    device.report(406);
    expect(device.load(0, OTHER)).toBe(true);
  });

  it('is extended by its own song only', () => {
    const device = startDevice();
    device.load(0);
    device.report(0, { begins: true });
    device.wait(4);
    device.report(10, { videoId: OTHER });
    expect(device.load(15)).toBe(false);
  });
});

describe('a child that taps from song to song', () => {
  it('waits five seconds for each after the first, which count', () => {
    const device = startDevice();
    device.load(0);
    device.report(0, { begins: true });
    device.wait(2);
    expect(device.load(0, OTHER)).toBe(false);
    expect(device.report(0, { begins: true, videoId: OTHER })).toBe(2);
    expect(device.load(0, OTHER)).toBe(false);
    device.wait(3);
    expect(device.load(0, OTHER)).toBe(true);
    device.wait(60);
    expect(device.report(0, { begins: true, videoId: 'third' })).toBe(5);
    expect(device.load(0, 'third')).toBe(true);
  });

  it('is charged once for the song that it waits for', () => {
    const device = startDevice();
    device.load(0);
    device.wait(2);
    expect(device.report(0, { begins: true, videoId: OTHER })).toBe(2);
    device.wait(1);
    expect(device.report(0, { begins: true, videoId: OTHER })).toBe(0);
  });
});

it('a client that forges its position pays five seconds for each further minute', () => {
  const device = startDevice();
  device.load(0);
  device.report(0);
  for (let minute = 1; minute <= 2; minute += 1) {
    for (let n = 0; n < 4; n += 1) {
      device.wait(1);
      device.report(60 * minute - 1);
    }
    expect(device.load(15 * minute + 1)).toBe(false);
    device.wait(1);
    device.report(60 * minute - 1);
    expect(device.load(15 * minute + 1)).toBe(true);
    expect(device.load(300 * minute)).toBe(true); // a seek, once for each report
    expect(device.load(300 * minute + 100)).toBe(false);
  }
});
