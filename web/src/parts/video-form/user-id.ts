import { Uuid } from '@larksong/contracts';

import { meets, textRulesOf } from '../text-rules.ts';

const { id } = textRulesOf({ id: Uuid });

/** Returns whether a text is a user id, in upper or lower case, with or without surrounding spaces. */
export function isUserId(text: string): boolean {
  return meets(id, text.trim());
}
