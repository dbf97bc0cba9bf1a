import { createHash } from 'node:crypto';

import { SCENES } from './scenes.ts';

type Scene = keyof typeof SCENES;
/** A scene lit in one of the hues of the card backs. */
const TINTS = {
  lake: '#2677b5',
  tangerine: '#c5600b',
  leaf: '#37823f',
  rose: '#c4375c',
  plum: '#7a55ae',
  lagoon: '#0a7f83',
} as const;
const OPACITY = 0.1;

/** Words in a title that select a scene regardless of the hash. */
const WORDS: readonly (readonly [RegExp, Scene])[] = [
  [/\b(?:moon|night|sleep|lullaby|lullabie|dream|star|bedtime)s?\b/u, 'moon-lullaby'],
  [/\b(?:duck|duckling|pond|swan|frog)s?\b/u, 'duck-pond'],
  [/\b(?:bee|flower|garden|butterfly|butterflie)s?\b/u, 'bee-garden'],
  [/\b(?:farm|sheep|lamb|cow|horse|macdonald)s?\b/u, 'farm-morning'],
  [/\b(?:rain|umbrella|cloud|puddle)s?\b/u, 'rain-umbrella'],
  [/\b(?:snow|snowman|winter|christmas)\b/u, 'snow-friend'],
  [/\b(?:train|wheel|bus|colour|color)s?\b/u, 'colour-train'],
  [/\b(?:fish|sea|ocean|whale|shark)s?\b/u, 'fish-count'],
];

export interface Drawing {
  scene: string;
  tint: string;
}

/**
 * Returns the drawing for a song: always the same for a title. Tags may name a scene, but most come only after the upload, so
 * nothing else depends on them.
 */
export function drawingFor(about: { title: string; tags: readonly string[] }): Drawing {
  const title = about.title.normalize('NFC').trim().toLowerCase();
  const [first = 0, second = 0] = createHash('sha256').update(title).digest();
  const text = [title, ...about.tags.toSorted()].join(' ').toLowerCase();
  const named = WORDS.find(([pattern]) => pattern.test(text))?.[1];
  const scenes = Object.keys(SCENES);
  const tints = Object.keys(TINTS);
  return {
    scene: named ?? scenes[first % scenes.length] ?? '',
    tint: tints[second % tints.length] ?? '',
  };
}

/** Returns a drawing as SVG; an unknown scene, as of a newer version, is the lark. */
export function toSvg({ scene, tint }: Drawing, size: { width: number; height: number }): string {
  const shapes = isKey(SCENES, scene) ? SCENES[scene] : SCENES['morning-lark'];
  const colour = isKey(TINTS, tint) ? TINTS[tint] : TINTS.lake;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 180" width="${size.width}" height="${size.height}">` +
    `${shapes}<path fill="${colour}" opacity="${OPACITY}" d="M0 0h320v180H0z"/></svg>`
  );
}

function isKey<T extends object>(of: T, key: string): key is Extract<keyof T, string> {
  return Object.hasOwn(of, key);
}
