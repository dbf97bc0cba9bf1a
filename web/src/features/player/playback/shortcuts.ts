export const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 2] as const;

export type PlayerAction =
  | { kind: 'toggle' | 'mute' | 'captions' | 'full-screen' | 'picture-in-picture' | 'help' }
  | { kind: 'skip' | 'volume'; by: number }
  | { kind: 'jump'; share: number }
  | { kind: 'speed'; step: 1 | -1 };

const KEYS: Record<string, PlayerAction> = {
  ' ': { kind: 'toggle' },
  k: { kind: 'toggle' },
  j: { kind: 'skip', by: -10 },
  l: { kind: 'skip', by: 10 },
  arrowleft: { kind: 'skip', by: -5 },
  arrowright: { kind: 'skip', by: 5 },
  arrowup: { kind: 'volume', by: 0.1 },
  arrowdown: { kind: 'volume', by: -0.1 },
  m: { kind: 'mute' },
  c: { kind: 'captions' },
  f: { kind: 'full-screen' },
  p: { kind: 'picture-in-picture' },
  '?': { kind: 'help' },
  '<': { kind: 'speed', step: -1 },
  '>': { kind: 'speed', step: 1 },
};

/** The keys as the list of keys (`?`) names them, and the message `keys.<effect>` that says what they do. */
export const KEY_HELP: readonly (readonly [keys: string, effect: string])[] = [
  ['Space, K', 'play'],
  ['J, L', 'skip-ten'],
  ['← →', 'skip-five'],
  ['0 – 9', 'jump'],
  ['↑ ↓', 'volume'],
  ['M', 'mute'],
  ['C', 'captions'],
  ['F', 'full-screen'],
  ['P', 'picture-in-picture'],
  ['< >', 'speed'],
  ['?', 'help'],
];

/** A character of another script, as keyboards for Cyrillic, Greek, Arabic or Hindi have on the keys of K and 1. */
const FOREIGN = /^(?![\p{Script=Latin}0-9])[\p{L}\p{M}\p{N}]/u;

type Press = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/**
 * Returns the key as shortcuts are named. Where the keyboard types another script, its place counts instead; keyboards
 * that type Latin letters elsewhere, such as Dvorak, keep theirs.
 */
export function toKeyName({ key, code, shiftKey }: Press): string {
  if (!FOREIGN.test(key)) return key.toLowerCase();
  const [, place] = /^(?:Key|Digit)(.)$/.exec(code) ?? [];
  if (place !== undefined) return place.toLowerCase();
  return (shiftKey && { Comma: '<', Period: '>' }[code]) || key;
}

/** The focused control. Some use keys themselves: a button Space, a slider arrows, a list also letters. */
export type Control = 'button' | 'slider' | 'seek' | 'list' | 'none';

/** Returns the action of a key; undefined if it is not a shortcut, or if the focused control uses it. */
export function toAction(press: Press, control: Control): PlayerAction | undefined {
  if (press.ctrlKey || press.metaKey || press.altKey || control === 'list') return undefined;
  const key = toKeyName(press);
  if (control === 'button' && key === ' ') return undefined;
  if (control === 'slider' && key.startsWith('arrow')) return undefined;
  // on a slider, up and down are the same as right and left
  if (control === 'seek' && key === 'arrowup') return KEYS['arrowright'];
  if (control === 'seek' && key === 'arrowdown') return KEYS['arrowleft'];
  if (/^\d$/.test(key)) return { kind: 'jump', share: Number(key) / 10 };
  return KEYS[key];
}

/** Returns the next speed up or down; the same at either end. */
export function stepSpeed(speed: number, step: 1 | -1): number {
  const next = step === 1 ? SPEEDS.find((one) => one > speed) : SPEEDS.findLast((one) => one < speed);
  return next ?? speed;
}
