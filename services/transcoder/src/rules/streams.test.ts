import { describe, expect, it } from 'vitest';

import { chooseStreams } from './streams.ts';

const video = {
  ...{ index: 0, codec_type: 'video', codec_name: 'h264', width: 1920, height: 1080 },
  sample_aspect_ratio: '1:1',
  r_frame_rate: '25/1',
  avg_frame_rate: '25/1',
};
const sound = { index: 1, codec_type: 'audio', codec_name: 'aac', channels: 2 };
const file = (...streams: object[]) => ({ streams, format: { format_name: 'mov', duration: '12.5' } });

describe('chooseStreams', () => {
  it('chooseStreams returns the displayed size, with rotation applied and square pixels', () => {
    const size = (more: object) => {
      const { width, height } = chooseStreams(file({ ...video, ...more })).video;
      return [width, height];
    };
    expect(size({})).toEqual([1920, 1080]);
    expect(size({ side_data_list: [{ rotation: -90 }] })).toEqual([1080, 1920]);
    expect(size({ side_data_list: [{}, { rotation: 180 }] })).toEqual([1920, 1080]);
    expect(size({ width: 720, height: 576, sample_aspect_ratio: '64:45' })).toEqual([1024, 576]);
    expect(size({ width: 720, height: 576, sample_aspect_ratio: '0:1' })).toEqual([720, 576]);
    expect(size({ width: 720, height: 576, sample_aspect_ratio: '1:1000' })).toEqual([720, 576]);
  });

  it('chooseStreams prefers the video to the cover, and the default track', () => {
    const cover = { ...video, index: 5, codec_name: 'mjpeg', disposition: { attached_pic: 1, default: 1 } };
    const second = { ...sound, index: 2, disposition: { default: 1 } };
    const chosen = chooseStreams(file(cover, sound, second, { ...video, index: 7 }));
    expect(chosen.video.index).toBe(7);
    expect(chosen.audio?.index).toBe(2);
    expect(chosen.durationSeconds).toBe(12.5);
    expect(() => chooseStreams(file(cover, { index: 1, codec_type: 'audio' }))).toThrow(
      'This file has no picture, and its sound cannot be read.',
    );
  });

  it('chooseStreams prefers a decodable track to one that is not', () => {
    const strange = { ...sound, codec_name: 'apac', disposition: { default: 1 } };
    expect(chooseStreams(file(video, strange, { ...sound, index: 2 })).audio?.index).toBe(2);
    expect(chooseStreams(file(video)).audio).toBeNull();
    expect(chooseStreams(file(video, { index: 1, codec_type: 'audio' })).audio).toBeNull();
    expect(() => chooseStreams(file(video, strange))).toThrow(
      /format of the sound \(apac\) is not supported/,
    );
  });

  it('chooseStreams detects interlacing and high dynamic range by their flags', () => {
    const { interlaced, hdr } = chooseStreams(
      file({ ...video, field_order: 'tt', color_transfer: 'arib-std-b67' }),
    ).video;
    expect([interlaced, hdr]).toEqual([true, true]);
    expect(chooseStreams(file({ ...video, field_order: 'progressive' })).video.interlaced).toBe(false);
  });

  it('chooseStreams assumes a matrix by the size of the picture, and detects wide colours in standard range', () => {
    const colours = (more: object) => {
      const { hdr, matrix, unstated, wideGamut } = chooseStreams(file({ ...video, ...more })).video;
      return { hdr, matrix, unstated, wideGamut };
    };
    expect(colours({})).toEqual({ hdr: false, matrix: 'bt709', unstated: [], wideGamut: false });
    expect(colours({ color_space: 'unknown' }).matrix).toBe('bt709');
    expect(colours({ color_space: 'smpte170m' }).matrix).toBe('bt601');
    expect(colours({ width: 720, height: 576 }).matrix).toBe('bt601');
    const wide = { color_space: 'bt2020nc', color_primaries: 'bt2020', color_transfer: 'bt709' };
    expect(colours(wide)).toEqual({ hdr: false, matrix: undefined, unstated: [], wideGamut: true });
    expect(colours({ ...wide, color_transfer: 'smpte2084' })).toMatchObject({ hdr: true, wideGamut: false });
    const alone = { color_space: 'unknown', color_transfer: 'arib-std-b67' };
    expect(colours(alone)).toMatchObject({ hdr: true, unstated: ['primaries', 'matrix'] });
  });

  it('chooseStreams rejects too many streams, unsuitable sizes, and answers without streams', () => {
    const many = Array.from({ length: 1000 }, (_, index) => ({ ...video, index }));
    expect(() => chooseStreams(file(...many))).toThrow('The file has 1000 streams; at most 64 are accepted.');
    expect(() => chooseStreams(file({ ...video, width: 8, height: 8 }))).toThrow(/too small: 8 × 8/);
    expect(() => chooseStreams(file({ ...video, width: 15_360, height: 8640 }))).toThrow(
      'The picture is too large: 15360 × 8640 pixels. At most 4096 × 4096 are accepted; please export a smaller version.',
    );
    expect(() => chooseStreams(file({ ...video, codec_name: 'magicyuv' }))).toThrow(
      /\(magicyuv\) is not supported/,
    );
    expect(() => chooseStreams({})).toThrow('This file is not a video.');
    expect(() => chooseStreams(file())).toThrow('This file is not a video.');
  });
});
