import { describe, expect, it } from 'vitest';

import { toTitle } from './title.ts';

describe('the title from the name of a file', () => {
  it.each([
    ['five_little-ducks.mp4', 'five little ducks'],
    ['songs/Winter/01 - Five Little Ducks.mkv', 'Five Little Ducks'],
    ['1. Der Mond ist aufgegangen.mp4', 'Der Mond ist aufgegangen'],
    ['12) Bingo.webm', 'Bingo'],
    ['03_-_Old_MacDonald.mov', 'Old MacDonald'],
    ['07_ten_green_bottles.mp4', 'ten green bottles'],
    ['5 little ducks.mp4', '5 little ducks'],
    ['5_little_ducks.mp4', '5 little ducks'],
    ['99 Luftballons.mp4', '99 Luftballons'],
    ['1-2-3 count with me.mp4', '1-2-3 count with me'],
    ['3.14 is pi.mp4', '3.14 is pi'],
    ['2024-05-12 summer party.mp4', '2024-05-12 summer party'],
    ['old.macdonald.had.a.farm.mp4', 'old macdonald had a farm'],
    ['Dr. Knickerbocker v1.2.mp4', 'Dr. Knickerbocker v1.2'],
    ['Five_little-ducks  2024-05.final.MP4', 'Five little ducks 2024-05.final'],
    ['A\u0308pfel und Bru\u0308cken.mp4', 'Äpfel und Brücken'],
    ['小星星.mp4', '小星星'],
    ['نجمة صغيرة.mp4', 'نجمة صغيرة'],
    ['👩‍🌾 farm song.mp4', '👩‍🌾 farm song'],
    ['\u202Egpj.ducks\u202C.mp4', 'gpj ducks'],
    ['7.mp4', '7'],
    ['01 - .mp4', '01 -'],
    ['Imagine.mp4', 'Imagine'],
    ['Video killed the radio star.mp4', 'Video killed the radio star'],
    ['P is for Pig.mp4', 'P is for Pig'],
  ])('the file %s gets the title %s', (path, title) => {
    expect(toTitle(path)).toEqual({ title, isGenerated: false });
  });

  it.each([
    ['IMG_1234.MOV', 'IMG 1234'],
    ['MVI_0042.AVI', 'MVI 0042'],
    ['DSC00017.mp4', 'DSC00017'],
    ['GX010042.MP4', 'GX010042'],
    ['P1000123.MTS', 'P1000123'],
    ['20240512_143005.mp4', 'Video 2024-05-12 14:30'],
    ['VID_20240512_143005~2.mp4', 'Video 2024-05-12 14:30'],
    ['PXL_20240512_143005123.mp4', 'Video 2024-05-12 14:30'],
    ['VID-20240512-WA0003.mp4', 'Video 2024-05-12'],
    ['WhatsApp Video 2024-05-12 at 14.30.05.mp4', 'Video 2024-05-12 14:30'],
    ['Screen Recording 2024-05-12 at 14.30.05.mov', 'Video 2024-05-12 14:30'],
    ['00001.mts', '00001'],
  ])('the file %s, named by a device, gets the title %s for the time being', (path, title) => {
    expect(toTitle(path)).toEqual({ title, isGenerated: true });
  });

  it('a long name is cut at 200 characters, never within one', () => {
    const { title } = toTitle(`${'👩‍🌾'.repeat(60)}.mp4`);
    expect(title.length).toBeLessThanOrEqual(200);
    expect(title).toBe('👩‍🌾'.repeat(40));
  });
});
