/** A character of another script: the place of the key counts instead, as in the player. */
const FOREIGN = /^(?![\p{Script=Latin}0-9])[\p{L}\p{M}]/u;

export type Press = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/** Returns the name of a pressed key in lower case; undefined for keys of the browser. */
export function toPressedKey(press: Press): string | undefined {
  if (press.ctrlKey || press.metaKey || press.altKey || press.shiftKey) return undefined;
  const [, letter] = (FOREIGN.test(press.key) && /^Key(.)$/.exec(press.code)) || [];
  return (letter ?? press.key).toLowerCase();
}
