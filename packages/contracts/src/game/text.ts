/** Characters that form conjuncts in Brahmic scripts (Unicode: viramas, invisible stackers). */
const VIRAMA = String.raw`[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d3b\u0d3c\u0d4d\u0dca\u1039\u103a\u1714\u1734\u17d2\u1a60\u1b44\u1baa\u1bab\ua806\ua8c4\ua953\ua9c0\uaaf6\uabed\u{11046}\u{110b9}\u{11133}\u{11134}\u{111c0}\u{11235}\u{112ea}\u{1134d}\u{11442}\u{114c2}\u{115bf}\u{1163f}\u{116b6}\u{11839}\u{1193e}]`;

/** Scripts whose letters join their neighbours, and their letters that do not join the next one. */
const JOINING = String.raw`[\p{scx=Arab}\p{scx=Syrc}\p{scx=Nkoo}\p{scx=Mand}\p{scx=Mong}\p{scx=Adlm}\p{scx=Rohg}]`;
const ENDING = String.raw`[\u0621-\u0625\u0627\u0629\u062f-\u0632\u0648\u0671-\u0677\u0688-\u0699\u06c0\u06c3-\u06cb\u06cd\u06cf\u06d2\u06d3\u06d5\u06ee\u06ef\u0710\u0715-\u0719\u071e\u0728\u072a\u072c]`;

/** Invisible code points that change how their neighbours are drawn. */
const DRAWN = [
  // Emoji: flags of regions, keycaps, emoji presentation, families and the like.
  String.raw`\u{1f3f4}[\u{e0020}-\u{e007e}]+\u{e007f}`,
  String.raw`(?<=[0-9#*])\ufe0f(?=\u20e3)`,
  String.raw`(?<=\p{Extended_Pictographic})(?<!\p{Emoji_Presentation})\ufe0f`,
  String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}]\ufe0f?)\u200d(?=\p{Extended_Pictographic})`,
  // Conjuncts.
  String.raw`(?<=${VIRAMA})(?:\u200d|\u200c(?=\p{L}))`,
  String.raw`(?<=\p{L}\p{M}*)\u200d(?=${VIRAMA})`,
  // Letters prevented from joining, or shown in their joining form without a neighbour.
  String.raw`(?<=${JOINING}\p{M}*)(?<!${ENDING}\p{M}*)(?:\u200c(?=\p{L})(?=${JOINING})|\u200d(?!\p{L}))`,
  String.raw`(?<!\p{L}\p{M}*)\u200d(?=\p{L})(?=${JOINING})`,
  String.raw`(?<=\p{Script=Mongolian})(?:[\u180b-\u180d\u180f]|\u180e(?=\p{Script=Mongolian}))`,
].join('|');

const UNSEEN = /* @__PURE__ */ new RegExp(String.raw`(${DRAWN})|\p{Default_Ignorable_Code_Point}`, 'gu');

/**
 * Returns a text composed (NFC) and without invisible (default-ignorable) code points, so that texts that look the same
 * are equal. Code points that change how a letter or an emoji is drawn stay. Idempotent.
 */
export function dropUnseen(text: string): string {
  const composed = text.normalize('NFC');
  const seen = composed.replaceAll(UNSEEN, '$1').normalize('NFC');
  // Removals make new neighbours, which may match in turn; the text gets shorter each time.
  return seen === composed ? seen : dropUnseen(seen);
}
