import { Uuid } from '@larksong/contracts';

import { meets } from '../text-rules.ts';

/** Returns whether a text is a user id, in upper or lower case, with or without surrounding spaces. */
export function isUserId(text: string): boolean {
  return meets(Uuid, text.trim());
}
