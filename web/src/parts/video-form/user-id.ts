import { Uuid } from '@larksong/contracts';
import { Check } from 'typebox/value';

/** Whether a text is a user id, in either case, with or without spaces around it. */
export function isUserId(text: string): boolean {
  return Check(Uuid, text.trim());
}
