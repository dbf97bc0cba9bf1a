import { describe, expect, test } from 'vitest';

import { dropUnseen } from './text.ts';

describe('dropUnseen', () => {
  test.each([
    ['A\u200d', 'A'],
    ['A\u034f', 'A'],
    ['B\u200c', 'B'],
    ['C\u{e0100}', 'C'],
    ['D\u180b', 'D'],
    ['a\u200bb', 'ab'],
    ['a\u00adb', 'ab'],
    ['a\u200fb', 'ab'],
    ['\u2060', ''],
    ['\u3164', ''],
    ['e\u200b\u0301', 'é'],
    ['apple\ufe0f', 'apple'],
    ['🍎\ufe0f', '🍎'],
    ['🍎\u200d', '🍎'],
    ['1\ufe0f', '1'],
    ['a\u{e0067}', 'a'],
    ['क\u200d', 'क'],
    ['क्\u200c', 'क्'],
    ['क्\u200d\u200d', 'क्\u200d'],
    ['ب\u200c', 'ب'],
    ['ب\u200dب', 'بب'],
    ['د\u200cد', 'دد'],
  ])('dropUnseen removes invisible code points from %j', (given, kept) => {
    expect(dropUnseen(given)).toBe(kept);
  });

  test.each([
    ['a half form', 'क्\u200d'],
    ['a conjunct held apart', 'क्\u200cष'],
    ['an old Bengali form', 'র\u200d্য'],
    ['a Sinhala conjunct', 'ක්\u200dෂ'],
    ['letters held apart', 'می\u200cخواهم'],
    ['the form of a beginning', 'ه\u200d'],
    ['the form of an end', '\u200dه'],
    ['a Mongolian variant', 'ᠠ\u180b'],
    ['a family', '👨‍👩‍👧'],
    ['a person with a skin and a job', '👩🏽‍🚀'],
    ['a red heart', '❤️'],
    ['a heart on fire', '❤️‍🔥'],
    ['a keycap', '1️⃣'],
    ['a flag of a region', '\u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}'],
  ])('dropUnseen keeps invisible code points that change how %s is drawn', (_, text) => {
    expect(dropUnseen(text)).toBe(text);
  });

  test('dropUnseen is idempotent for random texts', () => {
    const pieces = ['a', '\u0301', '\u034f', '\u200b', '\u200c', '\u200d', '\ufe0f', '\u20e3', '1', '❤', '🍎']
      .concat(['क', '्', '़', '॑', 'ب', 'د', '\u064e', 'ᠠ', '\u180b', '\u180e', '\u{1f3f4}', '\u{e0067}'])
      .concat(['\u{e007f}', '🏽', 'র', 'ᄀ', 'ᅡ', '\u115f']);
    const seed = Math.floor(Math.random() * 2 ** 31);
    const next = random(seed);
    for (let round = 0; round < 20_000; round += 1) {
      const text = Array.from({ length: 1 + next(7) }, () => pieces[next(pieces.length)]).join('');
      const once = dropUnseen(text);
      expect(dropUnseen(once), `${JSON.stringify(text)}, seed ${seed}`).toBe(once);
    }
  });
});

/** Returns a generator of whole numbers below a limit, the same for the same seed (Lehmer). */
function random(seed: number): (limit: number) => number {
  let state = (seed % 2_147_483_646) + 1;
  return (limit) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % limit;
  };
}
