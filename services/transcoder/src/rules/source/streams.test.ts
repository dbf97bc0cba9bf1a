import { describe, expect, it } from 'vitest';

import { chooseStreams, listPictures } from './streams.ts';

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
    expect(chooseStreams(file(video, strange)).audio).toBeNull();
  });

  it('chooseStreams takes the largest picture unless one is flagged, and lists the other sounds', () => {
    const small = { ...video, width: 160, height: 90 };
    const large = { ...video, index: 3 };
    const [mono, second] = [
      { ...sound, channels: 1 },
      { ...sound, index: 2 },
    ];
    const chosen = chooseStreams(file(small, mono, second, large));
    expect(chosen.video.index).toBe(3);
    expect([chosen.audio?.index, chosen.otherSounds.map(({ index }) => index)]).toEqual([1, [2]]);
    const flagged = { ...small, disposition: { default: 1 } };
    expect(chooseStreams(file(flagged, large)).video.index).toBe(0);
  });

  it('listPictures has pictures that cannot be decoded too, after the others: one may be the film of a cover', () => {
    const cover = { ...video, index: 2, codec_name: 'png', width: 64, height: 64 };
    const film = { ...video, index: 0, codec_name: 'magicyuv' };
    expect(listPictures(file(film, sound, cover))).toEqual([2, 0]);
    expect(listPictures(file({ ...film, width: 0, height: 0 }, cover))).toEqual([2]);
    expect(() => chooseStreams(file(film, sound, cover), 0)).toThrow(/\(magicyuv\) is not supported/);
  });

  it('chooseStreams takes the sound of the program to which the picture belongs', () => {
    const other = [
      { ...video, index: 2 },
      { ...sound, index: 3 },
    ];
    const small = { ...video, width: 160, height: 90 };
    const programs = [{ streams: [{ index: 0 }, { index: 1 }] }, { streams: [{ index: 2 }, { index: 3 }] }];
    const chosen = chooseStreams({ ...file(small, sound, ...other), programs });
    expect([chosen.video.index, chosen.audio?.index, chosen.otherSounds]).toEqual([2, 3, []]);
  });

  it('chooseStreams uses the streams that matter of a file with a great many', () => {
    const fonts = Array.from({ length: 100 }, (_, index) => ({ index, codec_type: 'attachment' }));
    const chosen = chooseStreams(file(...fonts, { ...video, index: 100 }, { ...sound, index: 101 }));
    expect([chosen.video.index, chosen.audio?.index]).toEqual([100, 101]);
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

  it('chooseStreams rejects unsuitable sizes, codecs, and answers without streams', () => {
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
