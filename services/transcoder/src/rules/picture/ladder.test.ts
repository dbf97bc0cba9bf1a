import { catalog } from '@larksong/contracts';
import { describe, expect, it } from 'vitest';

import { parseFrameRate } from '../timing/frame-rate.ts';
import { levelOf, pickLadder } from './ladder.ts';

const ALL = catalog.DEFAULT_RESOLUTIONS;

function sizes(width: number, height: number, chosen = ALL): string[] {
  return pickLadder({ width, height, frameRate: { numerator: 30, denominator: 1 } }, chosen).map(
    (rung) => `${rung.resolution} ${rung.width}x${rung.height}`,
  );
}

function rates(rate: string): string[] {
  const frameRate = parseFrameRate(rate) ?? { numerator: 1, denominator: 1 };
  return pickLadder({ width: 1280, height: 720, frameRate }, ALL).map((rung) => rung.frameRate);
}

describe('pickLadder', () => {
  it('pickLadder goes by the shorter side, so that portrait videos get the same rungs', () => {
    expect(sizes(1920, 1080)).toEqual(['720p 1280x720', '480p 854x480', '360p 640x360']);
    expect(sizes(1080, 1920)).toEqual(['720p 720x1280', '480p 480x854', '360p 360x640']);
    expect(sizes(640, 480)).toEqual(['480p 640x480', '360p 480x360']);
    expect(sizes(600, 600)).toEqual(['480p 480x480', '360p 360x360']);
  });

  it('pickLadder returns only the chosen rungs, largest first', () => {
    expect(sizes(1920, 1080, ['360p', '720p'])).toEqual(['720p 1280x720', '360p 640x360']);
    expect(sizes(1280, 720, ['720p'])).toEqual(['720p 1280x720']);
  });

  it('pickLadder drops 1080p if the source is smaller, and never scales up', () => {
    const four = catalog.RESOLUTIONS;
    expect(sizes(3840, 2160, four)[0]).toBe('1080p 1920x1080');
    expect(sizes(1080, 1920, four)[0]).toBe('1080p 1080x1920');
    expect(sizes(1440, 1080, four)[0]).toBe('1080p 1440x1080');
    expect(sizes(1920, 1078, four)).toEqual(['720p 1282x720', '480p 854x480', '360p 642x360']);
    expect(sizes(1280, 720, ['1080p'])).toEqual(['1080p 1280x720']);
  });

  it('pickLadder keeps each rung’s peak rate above that of the next', () => {
    const frameRate = { numerator: 30, denominator: 1 };
    const rungs = pickLadder({ width: 1920, height: 1080, frameRate }, catalog.RESOLUTIONS);
    expect(rungs.map((rung) => rung.maxBitrate)).toEqual([5_000_000, 2_800_000, 1_401_000, 800_000]);
    expect(rungs[0]?.codecs).toBe('avc1.640028');
  });

  it('pickLadder returns one rung of the source’s size if every chosen one is larger', () => {
    expect(sizes(640, 360, ['720p', '480p'])).toEqual(['480p 640x360']);
    expect(sizes(321, 181)).toEqual(['360p 320x180']);
    expect(sizes(16, 16)).toEqual(['360p 16x16']);
  });

  it('pickLadder returns even sizes that are never larger than the source and stay decodable', () => {
    for (let width = 17; width < 3000; width += 53)
      for (let height = 17; height < 2000; height += 47)
        for (const rung of pickLadder({ width, height, frameRate: { numerator: 25, denominator: 1 } }, ALL)) {
          expect((rung.width % 2) + (rung.height % 2)).toBe(0);
          expect(rung.width <= width && rung.height <= height && rung.width <= 2560).toBe(true);
        }
    expect(sizes(10_000, 500)).toEqual(['480p 2560x128', '360p 2560x128']);
  });

  it('pickLadder limits the rate to 60 frames per second, 30 below 720p, by dropping whole frames', () => {
    expect(rates('25/1')).toEqual(['25/1', '25/1', '25/1']);
    expect(rates('50/1')).toEqual(['50/1', '25/1', '25/1']);
    expect(rates('60000/1001')).toEqual(['60000/1001', '30000/1001', '30000/1001']);
    expect(rates('120/1')).toEqual(['60/1', '30/1', '30/1']);
  });

  it('pickLadder does not halve a rate just above 30, which would stutter', () => {
    expect(rates('31/1')).toEqual(['31/1', '31/1', '31/1']);
    expect(rates('40/1')).toEqual(['40/1', '40/1', '40/1']);
    expect(rates('90/1')).toEqual(['45/1', '45/1', '45/1']);
    expect(rates('48/1')).toEqual(['48/1', '24/1', '24/1']);
    expect(rates('72/1')).toEqual(['36/1', '36/1', '36/1']);
    expect(rates('100/1')).toEqual(['50/1', '25/1', '25/1']);
  });

  it('levelOf returns the level that the picture needs', () => {
    const frameRate = { numerator: 30, denominator: 1 };
    expect(levelOf({ width: 640, height: 360, frameRate })).toBe(30);
    expect(levelOf({ width: 854, height: 480, frameRate })).toBe(31);
    expect(levelOf({ width: 1280, height: 720, frameRate })).toBe(31);
    expect(levelOf({ width: 1280, height: 720, frameRate: { numerator: 60, denominator: 1 } })).toBe(32);
    expect(pickLadder({ width: 1280, height: 720, frameRate }, ['720p'])[0]?.codecs).toBe('avc1.64001f');
  });
});
