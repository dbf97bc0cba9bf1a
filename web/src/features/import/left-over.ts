import { catalog } from '@larksong/contracts';

import { readClaims, readTokens } from '../../api/tokens.ts';
import { readStored, writeStored } from '../../lib/storage.ts';
import { isDue, isWaiting, type Edit, type Edits, type Item } from './items.ts';

/** Without an account, as earlier versions stored it: the next person to sign in was offered the titles. */
const FORMER_KEY = 'import.left';

/** Stored on this device, so that an import can continue after a reload, for the account that began it. */
const keyOf = () => `${FORMER_KEY} ${readClaims(readTokens()?.accessToken ?? '').userId ?? ''}`;

/** The remaining part of an import: the corrections for the films that were not sent. */
export interface LeftOver {
  /** Films of the whole import. */
  total: number;
  edits: Edits;
}

/** Stores the remaining part of an import; nothing if it is finished. */
export function rememberLeft(items: readonly Item[]): void {
  const left = items.filter(
    (item) =>
      item.state.phase === 'failed' || isWaiting(item) || (isDue(item) && item.state.phase !== 'known'),
  );
  const edits = Object.fromEntries(left.map(({ key, film }) => [key, toEdit(film)]));
  writeStored(keyOf(), left.length === 0 ? null : JSON.stringify({ total: items.length, edits }));
}

/** Returns the corrections of a film; what is in doubt was not corrected. */
function toEdit({ title, visibility, doubts }: Item['film']): Edit {
  const isDoubted = (part: string) => doubts.some((doubt) => doubt.part === part);
  return {
    ...(isDoubted('title') ? {} : { title }),
    ...(isDoubted('visibility') ? {} : { visibility }),
  };
}

/** Forgets it. */
export function forgetLeft(): void {
  writeStored(keyOf(), null);
}

/** Returns the remaining part of an interrupted import; null if there is none. */
export function readLeft(): LeftOver | null {
  writeStored(FORMER_KEY, null);
  try {
    const value: unknown = JSON.parse(readStored(keyOf()) ?? 'null');
    return isLeftOver(value) ? value : null;
  } catch {
    return null;
  }
}

function isLeftOver(value: unknown): value is LeftOver {
  if (typeof value !== 'object' || value === null) return false;
  const { total, edits } = value as Partial<Record<keyof LeftOver, unknown>>; // checked below
  return (
    typeof total === 'number' &&
    typeof edits === 'object' &&
    edits !== null &&
    Object.values(edits).every(isEdit)
  );
}

function isEdit(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { title, visibility } = value as Partial<Record<'title' | 'visibility', unknown>>; // checked below
  const isVisibility = visibility === undefined || catalog.VISIBILITIES.some((one) => one === visibility);
  return isVisibility && (title === undefined || typeof title === 'string');
}
