import { toPressedKey, type Press } from '../../parts/deciding/pressed-key.ts';

/** What a key does on the page of comments. */
export type KeyAction = 'next' | 'previous' | 'approve' | 'remove' | 'mute' | 'select';

/** As on the page of approvals, as far as that page has the same. */
const KEYS: Readonly<Record<string, KeyAction>> = {
  j: 'next',
  arrowdown: 'next',
  k: 'previous',
  arrowup: 'previous',
  a: 'approve',
  s: 'remove',
  m: 'mute',
  x: 'select',
};

/** The keys as the page names them, with the end of the name of the message that says what they do. */
export const KEY_HELP: readonly (readonly [keys: string, action: KeyAction])[] = [
  ['J ↓', 'next'],
  ['K ↑', 'previous'],
  ['A', 'approve'],
  ['S', 'remove'],
  ['M', 'mute'],
  ['X', 'select'],
];

/** The keys of superadmins alone. */
export const SUPERADMIN_KEYS: readonly KeyAction[] = ['remove', 'mute'];

/** Returns what a key does; undefined if it does nothing here. */
export function toKeyAction(press: Press): KeyAction | undefined {
  const key = toPressedKey(press);
  return key === undefined ? undefined : KEYS[key];
}
