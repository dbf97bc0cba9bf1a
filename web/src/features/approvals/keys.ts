import { toPressedKey, type Press } from '../../parts/deciding/pressed-key.ts';

/** What a key does on the page of approvals. */
export type KeyAction = 'next' | 'previous' | 'play' | 'approve' | 'change' | 'send-back' | 'select';

const KEYS: Readonly<Record<string, KeyAction>> = {
  j: 'next',
  arrowdown: 'next',
  k: 'previous',
  arrowup: 'previous',
  p: 'play',
  a: 'approve',
  e: 'change',
  s: 'send-back',
  x: 'select',
};

/** The keys as the page names them, with the message `approvals.key-<action>` that says what they do. */
export const KEY_HELP: readonly (readonly [keys: string, action: KeyAction])[] = [
  ['J ↓', 'next'],
  ['K ↑', 'previous'],
  ['P', 'play'],
  ['A', 'approve'],
  ['E', 'change'],
  ['S', 'send-back'],
  ['X', 'select'],
];

/** The same for `aria-keyshortcuts`. */
export const KEY_SHORTCUTS = KEY_HELP.map(([keys]) => keys.slice(0, 1)).join(' ');

/** The player has its own keys, but not these. */
const BESIDE_PLAYER: readonly KeyAction[] = ['approve', 'change', 'send-back', 'select'];

/** Where the focus is: in a field that uses letters itself, in the player, or elsewhere on the page. */
export type Place = 'field' | 'player' | 'page';

/** Returns what a key does; undefined if it does nothing here. */
export function toKeyAction(press: Press, place: Place): KeyAction | undefined {
  const key = place === 'field' ? undefined : toPressedKey(press);
  const action = key === undefined ? undefined : KEYS[key];
  return place === 'player' && action && !BESIDE_PLAYER.includes(action) ? undefined : action;
}
