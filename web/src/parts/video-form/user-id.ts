import { Uuid } from '@larksong/contracts';
import { Check } from 'typebox/value';

/** Returns whether a text is a user id, in upper or lower case, with or without surrounding spaces. */
export function isUserId(text: string): boolean {
  return Check(Uuid, text.trim());
}
