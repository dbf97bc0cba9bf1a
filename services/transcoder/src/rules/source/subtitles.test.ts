import { describe, expect, it } from 'vitest';

import { chooseSubtitles, toLanguage } from './subtitles.ts';

const subtitles = (index: number, more: object = {}) => ({
  ...{ index, codec_type: 'subtitle', codec_name: 'subrip' },
  ...more,
});
const inEnglish = { tags: { language: 'eng' } };

describe('chooseSubtitles', () => {
  it('chooseSubtitles returns streams of text, and no pictures of text', () => {
    const streams = [
      { index: 0, codec_type: 'video', codec_name: 'h264' },
      subtitles(1, { codec_name: 'hdmv_pgs_subtitle' }),
      subtitles(2, { codec_name: 'dvd_subtitle' }),
      subtitles(3, { codec_name: 'mov_text', tags: { language: 'ger' } }),
      { index: 4, codec_type: 'subtitle' },
      { index: 5, codec_type: 'data', codec_name: 'text' },
    ];
    expect(chooseSubtitles(streams)).toEqual([{ streamIndex: 3, language: 'de', label: 'German' }]);
  });

  it('chooseSubtitles puts complete subtitles before forced ones, and default ones before others', () => {
    const chosen = chooseSubtitles([
      subtitles(2, { ...inEnglish, disposition: { forced: 1, default: 1 } }),
      subtitles(3, { ...inEnglish, disposition: { hearing_impaired: 1 } }),
      subtitles(4, inEnglish),
      subtitles(5, { ...inEnglish, disposition: { default: 1, hearing_impaired: 1 } }),
    ]);
    expect(chosen.map(({ streamIndex, label }) => [streamIndex, label])).toEqual([
      [5, 'English'],
      [4, 'English'],
      [3, 'English'],
      [2, 'English (forced)'],
    ]);
  });

  it('chooseSubtitles returns at most 32 streams, without those that are only forced', () => {
    const forced = subtitles(0, { disposition: { forced: 1 } });
    const many = [forced, ...Array.from({ length: 60 }, (_, index) => subtitles(index + 1))];
    expect(chooseSubtitles(many).map(({ streamIndex }) => streamIndex)).toEqual(
      Array.from({ length: 32 }, (_, index) => index + 1),
    );
  });
});

describe('toLanguage', () => {
  it.each([
    ['eng', 'en', 'English'],
    ['deu', 'de', 'German'],
    ['ger', 'de', 'German'],
    ['fre', 'fr', 'French'],
    ['chi', 'zh', 'Chinese'],
    ['haw', 'haw', 'Hawaiian'],
    ['en', 'en', 'English'],
    ['pt-br', 'pt-BR', 'Brazilian Portuguese'],
    ['en-u-ca-gregory', 'en', 'English'],
  ])('the code %j is %j with the label %j', (code, language, label) => {
    expect(toLanguage(code)).toEqual({ language, label });
  });

  it.each(['', 'und', 'qaa', 'xx', 'english', '???', '../x', 'en\u0000', 'e'.repeat(1000)])(
    'the code %j is an unknown language',
    (code) => {
      expect(toLanguage(code)).toEqual({ language: 'und', label: 'Unknown language' });
    },
  );
});
